import { setImmediate as turn } from 'node:timers/promises';
import { WriteConflict } from '#application/support/errors';
import { grouped } from '../batches';
import { idBytes } from '../id-bytes';
import { places, type Sql } from '../sql';
import { FieldWords } from './field-words';

interface Cell {
  row_code: number;
  field_code: number;
  value: string;
  value_key: string;
}

/** A document as its values name it. */
export interface Holder {
  code: number;
  nodeCode: number;
  isDeleted: boolean;
}

/** As VALUE_COLUMNS. */
export type ValueRow = [client: Uint8Array, document: number, field: number, value: string, key: string, node: number, fromList: number];

/** A cell of a row that the document points to. */
export interface ListCopy {
  holder: Holder;
  cell: Cell;
}

const BATCH = 500;

/** The code under which a document's value of a field is found. */
export const searchedCode = (fieldCode: number, isDeleted: boolean) => (isDeleted ? -fieldCode : fieldCode);

export const VALUE_COLUMNS = ['client_id', 'document_code', 'field_code', 'value', 'value_key', 'node_code', 'from_list'];

/**
 * Searches find the values of linked list rows among those of the documents, as copies of their keys. They are written with the link and
 * with each correction of the row, in the same transaction; so are the words of the documents. Raw SQL: on the path of every create.
 */
export class ListCopies {
  private readonly client: Buffer;

  constructor(
    private readonly sql: Sql,
    private readonly clientId: string,
  ) {
    this.client = idBytes(clientId);
  }

  /** Locks the rows until the transaction ends: a correction that comes later finds the documents that are linked by then. */
  async of(documents: readonly (Holder & { rows: readonly (readonly [listId: string, rowCode: number])[] })[]): Promise<ListCopy[]> {
    const cells = await this.cellsOf([...new Set(documents.flatMap(({ rows }) => rows.map(([, rowCode]) => rowCode)))]);
    return documents.flatMap((holder) => holder.rows.flatMap(([, rowCode]) => cells(rowCode).map((cell) => ({ holder, cell }))));
  }

  /** Writes the copies anew wherever the row is linked, after its cells of these fields have changed. */
  async renew(rowCode: number, fields: readonly number[]): Promise<void> {
    const codes = [...fields, ...fields.map((field) => -field)];
    for (let after = 0, count = BATCH; count === BATCH;) {
      const linked = await this.linkedTo(rowCode, 'link.document_code > ?', [after]);
      if (linked.length === 0) return;
      const cells = (await this.cellsOf([rowCode]))(rowCode).filter((cell) => fields.includes(cell.field_code));
      const holders = await this.held(linked);
      // Their links cannot change any more.
      const still = new Set(await this.linkedTo(rowCode, `link.document_code IN (${places(linked)})`, linked));
      const current = holders.filter(({ code }) => still.has(code));
      await this.remove(current, `field_code IN (${places(codes)})`, codes);
      await this.add(current.flatMap((holder) => cells.map((cell) => ({ holder, cell }))));
      await new FieldWords(this.sql, this.clientId).renew(current.map(({ code }) => code));
      [after, count] = [linked.at(-1) as number, linked.length];
      // SQLite answers within the turn of the event loop: others have theirs.
      await turn();
    }
  }

  async removeOfLists(documentCode: number, listIds: readonly string[]): Promise<void> {
    await this.sql.write(
      `DELETE FROM document_value WHERE client_id = ? AND document_code = ? AND from_list = 1
       AND field_code IN (SELECT field.code FROM field WHERE field.client_id = ? AND field.list_id IN (${places(listIds)}))`,
      [this.client, documentCode, this.client, ...listIds],
    );
  }

  /** Writes all copies of these documents anew; the documents are locked. */
  async renewOf(documents: readonly Holder[]): Promise<void> {
    const codes = documents.map(({ code }) => code);
    const links = await this.sql.rows<{ document_code: number; list_id: string; row_code: number }>(
      `SELECT document_code, list_id, row_code FROM document_list_row WHERE client_id = ? AND document_code IN (${places(codes)})`,
      [this.client, ...codes],
    );
    const linksOf = grouped(links, (link) => link.document_code);
    const rowsOf = (code: number) => linksOf(code).map(({ list_id: listId, row_code: rowCode }) => [listId, rowCode] as const);
    await this.remove(documents);
    await this.add(await this.of(documents.map((holder) => ({ ...holder, rows: rowsOf(holder.code) }))));
  }

  private add(copies: readonly ListCopy[]): Promise<void> {
    return this.sql.insert(
      'document_value',
      VALUE_COLUMNS,
      copies.map((copy) => this.rowOf(copy)),
    );
  }

  private async remove(documents: readonly Holder[], which = 'from_list = 1', parameters: readonly number[] = []): Promise<void> {
    const codes = documents.map(({ code }) => code);
    await this.sql.write(`DELETE FROM document_value WHERE client_id = ? AND document_code IN (${places(codes)}) AND ${which}`, [
      this.client,
      ...codes,
      ...parameters,
    ]);
  }

  /** A row without cells is locked, too. */
  private async cellsOf(rowCodes: readonly number[]): Promise<(rowCode: number) => readonly Cell[]> {
    if (rowCodes.length === 0) return () => [];
    const cells = await this.sql.rows<Cell | { field_code: null; row_code: number }>(
      `SELECT list_row.code AS row_code, cell.field_code, cell.value, cell.value_key
       FROM list_row LEFT JOIN list_row_value cell ON cell.client_id = ? AND cell.row_code = list_row.code
       WHERE list_row.client_id = ? AND list_row.code IN (${places(rowCodes)}) ${this.sql.isSqlite ? '' : 'LOCK IN SHARE MODE'}`,
      [this.client, this.client, ...rowCodes],
    );
    // Purged with the last document that showed it, since it was looked up (ADR 50).
    if (new Set(cells.map((cell) => cell.row_code)).size < rowCodes.length) throw new WriteConflict('a row of a list is gone');
    const filled = cells.filter((cell): cell is Cell => cell.field_code !== null);
    return grouped(filled, (cell) => cell.row_code);
  }

  private async linkedTo(rowCode: number, condition: string, parameters: readonly number[]): Promise<number[]> {
    const rows = await this.sql.rows<{ document_code: number }>(
      `SELECT link.document_code FROM document_list_row link WHERE link.client_id = ? AND link.row_code = ? AND ${condition}
       ORDER BY link.document_code LIMIT ${BATCH}`,
      [this.client, rowCode, ...parameters],
    );
    return rows.map((row) => row.document_code);
  }

  /** Not shared: a correction of a date writes these documents next. */
  private async held(codes: readonly number[]): Promise<Holder[]> {
    const rows = await this.sql.rows<{ code: number; node_code: number; deleted_at: number | null }>(
      `SELECT code, node_code, deleted_at FROM document
       WHERE client_id = ? AND code IN (${places(codes)}) ${this.sql.isSqlite ? '' : 'FOR UPDATE'}`,
      [this.client, ...codes],
    );
    return rows.map(({ code, node_code: nodeCode, deleted_at: deletedAt }) => ({ code, nodeCode, isDeleted: deletedAt !== null }));
  }

  /** Texts are shown from the row itself. */
  rowOf({ holder: { code, nodeCode, isDeleted }, cell: { field_code: field, value_key: key } }: ListCopy): ValueRow {
    return [this.client, code, searchedCode(field, isDeleted), '', key, nodeCode, 1];
  }
}
