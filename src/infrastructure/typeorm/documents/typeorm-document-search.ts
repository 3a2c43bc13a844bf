import { Injectable } from '@nestjs/common';
import { DocumentSearch, type FoundDocument, type SearchConditions } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS, type DocumentStatus } from '#domain/documents/document';
import { withinScope } from '../scope-condition';
import { places, Sql } from '../sql';
import { SearchSql } from './search-sql';

interface PageRow {
  id: string;
  code: number;
  client_id: string;
  node_code: number;
  status: number;
  due_day: string | null;
  box_code: number | null;
  numbered_by: 'client' | 'unit' | null;
  file_count: number;
}

interface ValueRow {
  document_code: number;
  field_code: number;
  value: string;
}

const STATUS_OF = new Map<number, DocumentStatus>(
  Object.entries(DOCUMENT_STATUS).map(([status, number]) => [number, status as DocumentStatus]),
);

@Injectable()
export class TypeOrmDocumentSearch extends DocumentSearch {
  constructor(private readonly sql: Sql) {
    super();
  }

  /** Reads the codes of the page from indexes alone, then the documents of that page. */
  async page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]> {
    const search = new SearchSql(scope, conditions);
    const rows = await this.sql.rows<{ code: number }>(`SELECT d.code AS code ${search.from} ORDER BY d.code DESC LIMIT ? OFFSET ?`, [
      ...search.parameters,
      pageSize,
      (page - 1) * pageSize,
    ]);
    return rows.length === 0
      ? []
      : this.hydrate(
          scope,
          rows.map((row) => row.code),
        );
  }

  async count(scope: Scope, conditions: SearchConditions): Promise<number> {
    const search = new SearchSql(scope, conditions);
    const row = await this.sql.first<{ total: number }>(`SELECT COUNT(*) AS total ${search.from}`, search.parameters);
    return Number(row?.total ?? 0);
  }

  private async hydrate(scope: Scope, codes: number[]): Promise<FoundDocument[]> {
    const within = withinScope(scope, 'd');
    const [documents, values, listValues] = await Promise.all([
      this.sql.rows<PageRow>(
        `SELECT d.id, d.code, d.client_id, d.node_code, d.status, d.due_day, b.code AS box_code, b.numbered_by,
           (SELECT COUNT(*) FROM document_file f WHERE f.document_code = d.code AND f.deleted_at IS NULL) AS file_count
         FROM document d LEFT JOIN box b ON b.id = d.box_id
         WHERE d.code IN (${places(codes)}) AND ${within.sql} ORDER BY d.code DESC`,
        [...codes, ...within.parameters],
      ),
      this.sql.rows<ValueRow>(
        `SELECT v.document_code, v.field_code, v.value FROM document_value v WHERE v.document_code IN (${places(codes)})`,
        codes,
      ),
      this.sql.rows<ValueRow>(
        `SELECT l.document_code, v.field_code, v.value FROM document_list_row l JOIN list_row_value v ON v.row_code = l.row_code
         WHERE l.document_code IN (${places(codes)})`,
        codes,
      ),
    ]);
    const texts = new Map<number, Map<number, string>>(codes.map((code) => [code, new Map()]));
    for (const row of [...values, ...listValues]) texts.get(row.document_code)?.set(row.field_code, row.value);
    return documents.map((row) => toFound(row, texts.get(row.code) ?? new Map()));
  }
}

function toFound(row: PageRow, values: ReadonlyMap<number, string>): FoundDocument {
  return {
    id: row.id,
    code: row.code,
    clientId: row.client_id,
    nodeCode: row.node_code,
    status: STATUS_OF.get(row.status) ?? 'stored',
    boxCode: row.box_code,
    boxNumberedBy: row.numbered_by,
    dueDay: row.due_day,
    fileCount: Number(row.file_count),
    values,
  };
}
