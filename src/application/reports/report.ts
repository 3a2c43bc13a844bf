import { stableId } from '#application/stable-id';
import type { Permission } from '#domain/access/permission';
import type { Parameter, ParameterName } from '#domain/reports/parameters';
import type { Cell, ColumnName, ReportData, Row } from '#domain/reports/report';
import type { ReportRequest } from './report-request';

/** The reports there are. One without its name in `http/reports/words.ts` does not compile. */
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

/** The definition of a report. Its rows are within the reach of every permission it needs, and of `report:view`. */
export abstract class Report {
  /** Known to client programs: never changes. */
  abstract readonly id: string;
  abstract readonly name: ReportName;
  /** About one client, or about the clients of a unit. */
  abstract readonly kind: 'client' | 'unit';
  /** What the operations need that show the same. */
  abstract readonly needs: readonly Permission[];
  /** Only for who reaches all of the client. */
  readonly ofWholeClient: boolean = false;
  readonly parameters: readonly Parameter[] = [];

  /** Refuses what the parameters ask in vain before the first row is read. */
  abstract open(request: ReportRequest): ReportData;

  parameterId(name: ParameterName): string {
    return stableId('report-parameter', this.id, name);
  }
}

/** Rows enough to make a query worth its while, few enough to make of them all a text in one go. */
export const BATCH_ROWS = 500;

/** @param next the rows after this one; after none: the first */
export async function* inBatches<T>(next: (after: T | null) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  for (let after: T | null = null; ;) {
    const rows: readonly T[] = await next(after);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1) as T;
  }
}

/** Columns, and what stands in each of them of one thing. */
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
