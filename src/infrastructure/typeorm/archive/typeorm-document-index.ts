import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { DocumentIndex, type ComparedDocuments } from '#application/ports/document-index';
import { keyOfText } from '#domain/documents/field-value';
import type { Field } from '#domain/trees/field';
import { grouped, inBatches } from '../batches';
import { searchedCode } from '../documents/document-writing';
import { fromShown, shownAnew } from '../documents/shown';
import { FieldRow } from '../rows/structure.row';
import { places, Sql } from '../sql';
import { toField } from '../structure/typeorm-structures';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { valueKey } from '../value-key';

interface DocumentRow {
  id: string;
  code: number;
  node_code: number;
  deleted_at: number | null;
  shown: string;
  file_count: number;
  files: number;
}

interface ValueRow {
  document_code: number;
  field_code: number;
  value: string;
  value_key: string;
  node_code: number;
}

type Key = Pick<ValueRow, 'field_code' | 'value_key' | 'node_code'>;

const FILES = '(SELECT COUNT(*) FROM document_file f WHERE f.document_code = document.code AND f.deleted_at IS NULL)';
const sameKey = (a: Key, b: Key) => a.field_code === b.field_code && a.value_key === b.value_key && a.node_code === b.node_code;
const inOrder = <T>(pairs: Iterable<readonly [number, T]>) => JSON.stringify([...pairs].sort(([a], [b]) => a - b));

/** Written statements: in bulk. */
@Injectable()
export class TypeOrmDocumentIndex extends DocumentIndex {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async compare(after: number, limit: number): Promise<ComparedDocuments> {
    const documents = await this.documents('code > ? ORDER BY code LIMIT ?', [after, limit]);
    const codes = documents.map(({ code }) => code);
    const values = await this.values(codes);
    const links = await this.sql.rows<{ document_code: number; row_code: number }>(
      `SELECT l.document_code, l.row_code FROM document_list_row l WHERE l.document_code IN (${places(codes)}) ORDER BY l.row_code`,
      codes,
    );
    const keys = await this.keys(values);
    const [valuesOf, linksOf] = [grouped(values, (row) => row.document_code), grouped(links, (row) => row.document_code)];
    const reasonOf = (row: DocumentRow): string | null => {
      const { texts, rowCodes } = fromShown(row.shown);
      const own = valuesOf(row.code);
      if (inOrder(texts) !== inOrder(own.map(({ field_code: field, value }) => [Math.abs(field), value])))
        return 'the stored display values differ';
      const linked = linksOf(row.code).map((link) => link.row_code);
      if (JSON.stringify([...rowCodes].sort((a, b) => a - b)) !== JSON.stringify(linked)) return 'the stored rows of lists differ';
      if (row.file_count !== Number(row.files)) return 'the stored number of files differs';
      return own.every((value) => sameKey(value, keys(row, value))) ? null : 'the search keys differ';
    };
    const stale = documents.flatMap((row) => {
      const reason = reasonOf(row);
      return reason === null ? [] : [{ id: row.id, code: row.code, reason }];
    });
    return { count: documents.length, last: codes.at(-1) ?? null, stale };
  }

  async renew(codes: readonly number[]): Promise<void> {
    await this.sql.together(async () => {
      const which = `code IN (${places(codes)})`;
      // First: it locks the documents.
      await this.sql.write(`UPDATE document SET shown = ${shownAnew(this.sql)}, file_count = ${FILES} WHERE ${which}`, codes);
      const [documents, values] = [await this.documents(which, codes), await this.values(codes)];
      const [keys, byCode] = [await this.keys(values), new Map(documents.map((row) => [row.code, row]))];
      for (const value of values) {
        const right = keys(byCode.get(value.document_code) as DocumentRow, value);
        if (sameKey(value, right)) continue;
        await this.sql.write(
          'UPDATE document_value SET field_code = ?, value_key = ?, node_code = ? WHERE document_code = ? AND field_code = ?',
          [right.field_code, right.value_key, right.node_code, value.document_code, value.field_code],
        );
      }
    });
  }

  private documents(condition: string, parameters: readonly number[]): Promise<DocumentRow[]> {
    return this.sql.rows<DocumentRow>(
      `SELECT id, code, node_code, deleted_at, shown, file_count, ${FILES} AS files FROM document WHERE ${condition}`,
      parameters,
    );
  }

  private values(codes: readonly number[]): Promise<ValueRow[]> {
    return this.sql.rows<ValueRow>(
      `SELECT v.document_code, v.field_code, v.value, v.value_key, v.node_code FROM document_value v WHERE v.document_code IN (${places(codes)})`,
      codes,
    );
  }

  /** How each value must be found. */
  private async keys(values: readonly ValueRow[]): Promise<(document: DocumentRow, value: ValueRow) => Key> {
    const codes = [...new Set(values.map(({ field_code: field }) => Math.abs(field)))];
    const rows = await inBatches(codes, (batch) => this.unitOfWork.manager.findBy(FieldRow, { code: In([...batch]) }));
    const fields = new Map(rows.map((row) => [row.code, toField(row)]));
    return ({ deleted_at: deletedAt, node_code }, { field_code: field, value }) => {
      const code = Math.abs(field);
      return {
        field_code: searchedCode(code, deletedAt !== null),
        value_key: valueKey(keyOfText(fields.get(code) as Field, value)),
        node_code,
      };
    };
  }
}
