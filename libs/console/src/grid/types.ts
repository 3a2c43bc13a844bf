import type { ReactNode } from 'react';

export interface GridColumn<Row> {
  id: string;
  name: string;
  /** A track of a CSS grid: `6rem`, `minmax(10rem, 1fr)`. */
  width: string;
  isNumeric?: boolean;
  /** What the rows are ordered by, where they can be. */
  sortBy?: string;
  cell: (row: Row) => ReactNode;
  /** Whether a row has nothing in it; absent: every row has something. */
  isEmpty?: (row: Row) => boolean;
}
export interface Sort {
  by: string;
  isDescending: boolean;
}
export interface GridProps<Row> {
  label: string;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  /** How many there are, loaded or not; null: nobody knows. */
  total: number | null;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Where a row leads to; absent: nowhere. */
  hrefOf?: ((row: Row) => string) | undefined;
  rowHeight: number;
  selected?: ReadonlySet<string>;
  /** Absent: rows cannot be selected. */
  onSelect?: (selected: ReadonlySet<string>) => void;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** The last loaded rows are near. */
  onEnd?: (() => void) | undefined;
  /** Where widths of columns are kept; absent: they stay as they are. */
  widthsOf?: string | undefined;
  /** What the grid shows: coming back to the same, it stands where it stood. */
  memory: string;
}
