import type { FoundDocument } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { grouped } from '../batches';
import { idBytes } from '../id-bytes';
import { withinScope, type Condition } from '../scope-condition';
import { places, type ClientSql, type Parameter, type Sql } from '../sql';
import { toFound, type PageRow } from './found-row';
import { fromShown } from './shown';

interface CellRow {
  row_code: number;
  field_code: number;
  value: string;
}

/** Prevents that MySQL dives into the index for each code of the page to estimate rows. */
const BY_CODE = '/*+ SET_VAR(eq_range_index_dive_limit = 1) */';
const COLUMNS = `document.id, document.code, document.client_id, document.node_code, document.status, document.due_day,
  document.created_at, document.version, box.code AS box_code, box.numbered_by, box.provisional_number,
  outer_box.code AS outer_code, outer_box.provisional_number AS outer_number, document.file_count, document.shown`;
const BOXES = `LEFT JOIN box ON box.client_id = document.client_id AND box.id = document.box_id
   LEFT JOIN box outer_box ON outer_box.client_id = document.client_id AND outer_box.id = box.parent_id`;

/** A statement that finds documents: what it selects, `code` or what a page shows of them (`PAGE`). */
export interface PageStatement extends Condition {
  selects: 'codes' | 'documents';
}

/** What a page shows of `document`, and what must be joined for it. */
export const PAGE = { columns: COLUMNS, joins: BOXES };

/** Reads the documents of a page, newest first. Raw SQL: on the path of every search. */
export class FoundPages {
  constructor(private readonly sql: Sql) {}

  /** A CROSS JOIN, since SQLite would otherwise begin with all documents of the client. */
  found(scope: Scope, { sql, parameters, selects }: PageStatement): Promise<FoundDocument[]> {
    if (selects === 'documents') return this.read(scope, sql, parameters);
    return this.within(scope, `SELECT ${COLUMNS} FROM (${sql}) page CROSS JOIN document ON document.code = page.code ${BOXES} WHERE`, parameters); // prettier-ignore
  }

  async ofCodes(scope: Scope, codes: readonly number[]): Promise<FoundDocument[]> {
    if (codes.length === 0) return [];
    return this.within(scope, `SELECT ${BY_CODE} ${COLUMNS} FROM document ${BOXES} WHERE document.code IN (${places(codes)}) AND`, codes);
  }

  private within(scope: Scope, selection: string, parameters: readonly Parameter[]): Promise<FoundDocument[]> {
    const within = withinScope(scope, 'document');
    return this.read(scope, `${selection} ${within.sql} ORDER BY document.code DESC`, [...parameters, ...within.parameters]);
  }

  private async read(scope: Scope, statement: string, parameters: readonly Parameter[]): Promise<FoundDocument[]> {
    const sql = this.sql.ofClient(scope.clientId);
    const documents = await sql.rows<PageRow>(statement, parameters);
    const found = documents.map((row) => ({ row, ...fromShown(row.shown) }));
    const cells = await this.cellsOf(sql, scope.clientId, [...new Set(found.flatMap(({ rowCodes }) => rowCodes))]);
    return found.map(({ row, texts, rowCodes }) => {
      for (const code of rowCodes) for (const { field_code, value } of cells(code)) texts.set(field_code, value);
      return toFound(row, texts);
    });
  }

  /** The values of rows of lists. */
  private async cellsOf(sql: ClientSql, clientId: string, rowCodes: readonly number[]): Promise<(rowCode: number) => readonly CellRow[]> {
    if (rowCodes.length === 0) return () => [];
    const cells = await sql.rows<CellRow>(
      `SELECT ${BY_CODE} row_code, field_code, value FROM list_row_value WHERE client_id = ? AND row_code IN (${places(rowCodes)})`,
      [idBytes(clientId), ...rowCodes],
    );
    return grouped(cells, (cell) => cell.row_code);
  }
}
