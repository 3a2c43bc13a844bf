import { stableId } from '#application/support/stable-id';
import type { Permission } from '#domain/access/permission';
import type { Parameter, ParameterName } from '#domain/reports/parameters';
import type { Cell, ColumnName, ReportData, Row } from '#domain/reports/report';
import type { ReportRequest } from './report-request';

/** All report names. A missing entry in `http/reports/words.ts` fails to compile. */
export type ReportName =
  | 'audit'
  | 'boxes'
  | 'documents-by-level'
  | 'documents-by-user'
  | 'documents-due'
  | 'list-rows'
  | 'share-links'
  | 'signatures'
  | 'storage-by-level'
  | 'structure'
  | 'unit-boxes'
  | 'unit-documents-due'
  | 'unit-storage'
  | 'unit-structure'
  | 'users'
  | 'workflows';

/** Base class of report definitions. Rows are within the reach of all needed permissions and of `report:view`. */
export abstract class Report {
  /** Public id: must never change. */
  abstract readonly id: string;
  abstract readonly name: ReportName;
  /** About one client, or about all clients of a unit. */
  abstract readonly kind: 'client' | 'unit';
  /** Permissions of the operations that show the same data. */
  abstract readonly needs: readonly Permission[];
  /** Requires reach over the whole client. */
  readonly ofWholeClient: boolean = false;
  readonly parameters: readonly Parameter[] = [];

  /** Refuses invalid parameters before the first row is read. */
  abstract open(request: ReportRequest): ReportData;

  parameterId(name: ParameterName): string {
    return stableId('report-parameter', this.id, name);
  }
}

/** Enough rows to amortise a query, few enough to format in one go. */
export const BATCH_ROWS = 500;

/** @param next answers the rows after the given one; null: the first rows */
export async function* inBatches<T>(next: (after: T | null) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  for (let after: T | null = null; ;) {
    const rows: readonly T[] = await next(after);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1) as T;
  }
}

/** Columns, with a function for each cell. */
export class Table<T> {
  constructor(private readonly cells: readonly (readonly [ColumnName, (thing: T) => Cell])[]) {}

  get columns(): { name: ColumnName }[] {
    return this.cells.map(([name]) => ({ name }));
  }

  row(thing: T): Row {
    return this.cells.map(([, cell]) => cell(thing));
  }

  of(batches: AsyncIterable<readonly T[]>): ReportData {
    const rows = async function* (this: Table<T>) {
      for await (const things of batches) yield things.map((thing) => this.row(thing));
    };
    return { columns: this.columns, batches: rows.call(this) };
  }
}
