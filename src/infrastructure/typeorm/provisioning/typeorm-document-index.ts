import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type ComparedDocuments, DocumentIndex, TextIndex } from '#application/ports/text-index';
import { keyOfText } from '#domain/documents/field-value';
import type { Field } from '#domain/trees/field';
import { grouped, inBatches } from '../batches';
import { FieldWords } from '../documents/field-words';
import { ListCopies, searchedCode } from '../documents/list-copies';
import { fromShown, shownAnew } from '../documents/shown';
import { replaceWords } from '../documents/word-rows';
import { FileWords } from '../text-extraction/file-words';
import { FieldEntity } from '../entities/structure.entity';
import { idBytes } from '../id-bytes';
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
  from_list: number;
}

type CellRow = Omit<ValueRow, 'value' | 'from_list'>;
type Key = Pick<ValueRow, 'field_code' | 'value_key' | 'node_code'>;

const FILES = `(SELECT COUNT(*) FROM document_file file
   WHERE file.client_id = document.client_id AND file.document_code = document.code AND file.deleted_at IS NULL)`;
const sameKey = (a: Key, b: Key) => a.field_code === b.field_code && a.value_key === b.value_key && a.node_code === b.node_code;
const byDocument = <Row extends { document_code: number }>(rows: readonly Row[]) => grouped(rows, (row) => row.document_code);
const inWords = (cells: readonly CellRow[]) =>
  cells
    .map(({ field_code: field, value_key: key, node_code: node }) => JSON.stringify([Number(field), key, node]))
    .sort()
    .join();
const inOrder = <T>(pairs: Iterable<readonly [number, T]>) => JSON.stringify([...pairs].sort(([a], [b]) => a - b));

/** Raw SQL: in bulk. */
@Injectable()
export class TypeOrmDocumentIndex extends DocumentIndex {
  private readonly fileWords: FileWords;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly index: TextIndex,
  ) {
    super();
    this.fileWords = new FileWords(sql, index);
  }

  async compare(clientId: string, after: number, limit: number): Promise<ComparedDocuments> {
    const documents = await this.documents(clientId, 'code > ? ORDER BY code LIMIT ?', [after, limit]);
    const codes = documents.map(({ code }) => code);
    const values = await this.values(clientId, codes);
    const links = await this.sql.rows<{ document_code: number; row_code: number }>(
      `SELECT document_code, row_code FROM document_list_row WHERE client_id = ? AND document_code IN (${places(codes)}) ORDER BY row_code`,
      [idBytes(clientId), ...codes],
    );
    const own = values.filter((value) => value.from_list === 0);
    const keys = await this.keys(own);
    const [valuesOf, linksOf] = [byDocument(own), byDocument(links)];
    const [cellsOf, copiesOf] = [
      byDocument(await this.cells(clientId, codes)),
      byDocument(values.filter((value) => value.from_list === 1)),
    ];
    const worded = new Set((await new FieldWords(this.sql, clientId).stale(codes)).map(({ code }) => code));
    const misread = new Set(this.index.isInDatabase ? await this.fileWords.stale(clientId, codes) : []);
    const reasonOf = (row: DocumentRow): string | null => {
      const { texts, rowCodes } = fromShown(row.shown);
      const mine = valuesOf(row.code);
      if (inOrder(texts) !== inOrder(mine.map(({ field_code: field, value }) => [Math.abs(field), value])))
        return 'the stored display values differ';
      const linked = linksOf(row.code).map((link) => link.row_code);
      if (JSON.stringify([...rowCodes].sort((a, b) => a - b)) !== JSON.stringify(linked)) return 'the stored rows of lists differ';
      if (row.file_count !== Number(row.files)) return 'the stored number of files differs';
      if (inWords(copiesOf(row.code)) !== inWords(cellsOf(row.code))) return 'the search keys of its rows of lists differ';
      if (!mine.every((value) => sameKey(value, keys(row, value)))) return 'the search keys differ';
      if (worded.has(row.code)) return 'the words differ';
      return misread.has(row.code) ? 'the words of its files differ' : null;
    };
    const stale = documents.flatMap((row) => {
      const reason = reasonOf(row);
      return reason === null ? [] : [{ id: row.id, code: row.code, reason }];
    });
    return { count: documents.length, last: codes.at(-1) ?? null, stale };
  }

  async renew(clientId: string, codes: readonly number[]): Promise<void> {
    await this.sql.together(async () => {
      const [which, client, shown] = [`code IN (${places(codes)})`, idBytes(clientId), shownAnew(this.sql, clientId)];
      // First: it locks the documents.
      await this.sql.write(`UPDATE document SET shown = ${shown.sql}, file_count = ${FILES} WHERE client_id = ? AND ${which}`, [
        ...shown.parameters,
        client,
        ...codes,
      ]);
      const documents = await this.documents(clientId, which, codes);
      await new ListCopies(this.sql, clientId).renewOf(
        documents.map(({ code, node_code: nodeCode, deleted_at: deletedAt }) => ({ code, nodeCode, isDeleted: deletedAt !== null })),
      );
      const values = (await this.values(clientId, codes)).filter((value) => value.from_list === 0);
      const [keys, byCode] = [await this.keys(values), new Map(documents.map((row) => [row.code, row]))];
      for (const value of values) {
        const right = keys(byCode.get(value.document_code) as DocumentRow, value);
        if (sameKey(value, right)) continue;
        await this.sql.write(
          `UPDATE document_value SET field_code = ?, value_key = ?, node_code = ? WHERE client_id = ? AND document_code = ? AND field_code = ?`,
          [right.field_code, right.value_key, right.node_code, client, value.document_code, value.field_code],
        );
      }
      await new FieldWords(this.sql, clientId).renew(codes);
      await this.fileWords.renew(clientId, codes);
    });
  }

  async rewriteWords(clientId: string, after: number, limit: number): Promise<{ count: number; last: number | null }> {
    return this.sql.together(async () => {
      const rows = await this.sql.rows<Pick<DocumentRow, 'code'>>(
        `SELECT code FROM document WHERE client_id = ? AND code > ? ORDER BY code LIMIT ? ${this.sql.isSqlite ? '' : 'FOR UPDATE'}`,
        [idBytes(clientId), after, limit],
      );
      const codes = rows.map(({ code }) => code);
      if (codes.length > 0)
        await replaceWords(this.sql, clientId, 'document_words', await new FieldWords(this.sql, clientId).ofValues(codes));
      await this.fileWords.renew(clientId, codes);
      return { count: codes.length, last: codes.at(-1) ?? null };
    });
  }

  private documents(clientId: string, condition: string, parameters: readonly number[]): Promise<DocumentRow[]> {
    return this.sql.rows<DocumentRow>(
      `SELECT id, code, node_code, deleted_at, shown, file_count, ${FILES} AS files FROM document WHERE client_id = ? AND ${condition}`,
      [idBytes(clientId), ...parameters],
    );
  }

  private values(clientId: string, codes: readonly number[]): Promise<ValueRow[]> {
    return this.sql.rows<ValueRow>(
      `SELECT document_code, field_code, value, value_key, node_code, from_list FROM document_value
       WHERE client_id = ? AND document_code IN (${places(codes)})`,
      [idBytes(clientId), ...codes],
    );
  }

  /** Cells of linked rows, as copies of them must be. */
  private cells(clientId: string, codes: readonly number[]): Promise<CellRow[]> {
    return this.sql.rows<CellRow>(
      `SELECT link.document_code, CASE WHEN document.deleted_at IS NULL THEN cell.field_code ELSE -cell.field_code END AS field_code,
       cell.value_key, document.node_code
       FROM document_list_row link JOIN document ON document.code = link.document_code
       JOIN list_row_value cell ON cell.client_id = link.client_id AND cell.row_code = link.row_code
       WHERE link.client_id = ? AND document.client_id = ? AND link.document_code IN (${places(codes)})`,
      [idBytes(clientId), idBytes(clientId), ...codes],
    );
  }

  /** How each value must be found. */
  private async keys(values: readonly ValueRow[]): Promise<(document: DocumentRow, value: ValueRow) => Key> {
    const codes = [...new Set(values.map(({ field_code: field }) => Math.abs(field)))];
    const rows = await inBatches(codes, (batch) => this.unitOfWork.manager.findBy(FieldEntity, { code: In([...batch]) }));
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
