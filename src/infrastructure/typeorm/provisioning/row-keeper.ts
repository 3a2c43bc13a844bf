import type { ChangedRow, NewRow, OtherRow, OwnedList, RowCell, RowChanges, StoredRow } from '#application/ports/provisioning';
import type { Clock } from '#application/ports/unit-of-work';
import { ListCopies } from '../documents/list-copies';
import { idBytes } from '../id-bytes';
import { places, type Parameter, type Sql } from '../sql';
import { raiseStructureVersions } from '../users/rights';
import { sha256, valueKey } from '../value-key';
import { batches } from '../batches';

interface CellRow {
  code: number;
  id: string;
  key_hash: string;
  filed: number;
  field_id: string | null;
  value: string | null;
}

/** Writes list rows in bulk. Raw SQL: in bulk. */
export class RowKeeper {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  async byKey({ clientId, listId }: OwnedList, keys: readonly string[]): Promise<StoredRow[]> {
    const keyOf = new Map(keys.map((key) => [sha256(key), key]));
    const found: StoredRow[] = [];
    for (const hashes of batches([...keyOf.keys()])) {
      const cells = await this.cells(clientId, `list_row.list_id = ? AND list_row.key_hash IN (${places(hashes)})`, [listId, ...hashes]);
      found.push(...toRows(cells).map(({ hash, ...row }) => ({ ...row, key: keyOf.get(hash) as string })));
    }
    return found;
  }

  async after({ clientId, listId }: OwnedList, code: number, limit: number): Promise<Omit<StoredRow, 'key'>[]> {
    const codes = await this.sql.rows<{ code: number }>(
      'SELECT code FROM list_row WHERE client_id = ? AND list_id = ? AND code > ? ORDER BY code LIMIT ?',
      [idBytes(clientId), listId, code, limit],
    );
    if (codes.length === 0) return [];
    const all = codes.map((row) => row.code);
    return toRows(await this.cells(clientId, `list_row.list_id = ? AND list_row.code IN (${places(all)})`, [listId, ...all]));
  }

  async others({ clientId, listId }: OwnedList, keys: Iterable<string>): Promise<OtherRow[]> {
    const kept = new Set([...keys].map(sha256));
    const rows = await this.sql.rows<{ code: number; id: string; key_hash: string; used: number }>(
      `SELECT list_row.code, list_row.id, list_row.key_hash, 
         EXISTS (SELECT 1 FROM document_list_row link WHERE link.client_id = list_row.client_id AND link.row_code = list_row.code) AS used
       FROM list_row WHERE list_row.client_id = ? AND list_row.list_id = ? ORDER BY list_row.code`,
      [idBytes(clientId), listId],
    );
    return rows.filter((row) => !kept.has(row.key_hash)).map(({ code, id, used }) => ({ code, id, hasDocuments: Number(used) === 1 }));
  }

  async write({ clientId, listId, added, changed, kept, removed }: RowChanges): Promise<void> {
    const fields = await this.sql.rows<{ id: string; code: number }>('SELECT id, code FROM field WHERE client_id = ? AND list_id = ?', [
      idBytes(clientId),
      listId,
    ]);
    const codes = new Map(fields.map(({ id, code }) => [id, code]));
    // Writers keep the codes of rows they have read; the new version invalidates what they validated against removed rows.
    if (removed.length + changed.length > 0) await raiseStructureVersions(this.sql, [clientId]);
    for (const batch of batches(kept))
      await this.sql.write(`UPDATE list_row SET filed = 0 WHERE client_id = ? AND code IN (${places(batch)})`, [
        idBytes(clientId),
        ...batch,
      ]);
    for (const batch of batches(removed)) await this.remove(clientId, batch);
    for (const row of changed) await this.change(clientId, row, codes);
    for (const batch of batches(added)) await this.add(clientId, listId, batch, codes);
  }

  async removeList({ clientId, listId }: OwnedList): Promise<void> {
    const client = idBytes(clientId);
    await this.sql.write(
      `DELETE FROM list_row_value WHERE client_id = ?
       AND row_code IN (SELECT code FROM list_row WHERE client_id = ? AND list_id = ?)`,
      [client, client, listId],
    );
    for (const [table, column] of [
      ['list_row', 'list_id'],
      ['node_list', 'list_id'],
      ['value_list', 'id'],
    ]) {
      await this.sql.write(`DELETE FROM ${table} WHERE client_id = ? AND ${column} = ?`, [client, listId]);
    }
  }

  private async remove(clientId: string, codes: readonly number[]): Promise<void> {
    const values = [idBytes(clientId), ...codes];
    await this.sql.write(`DELETE FROM list_row_value WHERE client_id = ? AND row_code IN (${places(codes)})`, values);
    await this.sql.write(`DELETE FROM list_row WHERE client_id = ? AND code IN (${places(codes)})`, values);
  }

  private async change(clientId: string, { code, cells, cleared }: ChangedRow, codes: ReadonlyMap<string, number>): Promise<void> {
    const touched = [...cleared, ...cells.map(({ fieldId }) => fieldId)].map((id) => codes.get(id) as number);
    await this.sql.write(`DELETE FROM list_row_value WHERE client_id = ? AND row_code = ? AND field_code IN (${places(touched)})`, [
      idBytes(clientId),
      code,
      ...touched,
    ]);
    await this.addCells(
      clientId,
      cells.map((cell) => ({ code, cell })),
      codes,
    );
    await new ListCopies(this.sql, clientId).renew(code, touched);
  }

  /** Codes of added rows are read back by their keys: not every engine assigns consecutive numbers. */
  private async add(clientId: string, listId: string, rows: readonly NewRow[], fields: ReadonlyMap<string, number>): Promise<void> {
    const now = this.clock.now().getTime();
    const hashes = rows.map(({ key }) => sha256(key));
    await this.sql.insert(
      'list_row',
      ['id', 'client_id', 'list_id', 'key_hash', 'created_at'],
      rows.map(({ id }, index) => [id, idBytes(clientId), listId, hashes[index] as string, now]),
    );
    const stored = await this.sql.rows<{ code: number; key_hash: string }>(
      `SELECT code, key_hash FROM list_row WHERE client_id = ? AND list_id = ? AND key_hash IN (${places(hashes)})`,
      [idBytes(clientId), listId, ...hashes],
    );
    const codes = new Map(stored.map((row) => [row.key_hash, row.code]));
    const cells = rows.flatMap((row, index) => row.cells.map((cell) => ({ code: codes.get(hashes[index] as string) as number, cell })));
    await this.addCells(clientId, cells, fields);
  }

  private async addCells(
    clientId: string,
    cells: readonly { code: number; cell: RowCell }[],
    fields: ReadonlyMap<string, number>,
  ): Promise<void> {
    await this.sql.insert(
      'list_row_value',
      ['client_id', 'row_code', 'field_code', 'value', 'value_key'],
      cells.map(({ code, cell }) => [idBytes(clientId), code, fields.get(cell.fieldId) as number, cell.text, valueKey(cell.key)]),
    );
  }

  private cells(clientId: string, condition: string, parameters: readonly Parameter[]): Promise<CellRow[]> {
    return this.sql.rows<CellRow>(
      `SELECT list_row.code, list_row.id, list_row.key_hash, list_row.filed, field.id AS field_id, cell.value FROM list_row
       LEFT JOIN list_row_value cell ON cell.client_id = ? AND cell.row_code = list_row.code
       LEFT JOIN field ON field.client_id = cell.client_id AND field.code = cell.field_code
       WHERE list_row.client_id = ? AND ${condition} ORDER BY list_row.code`,
      [idBytes(clientId), idBytes(clientId), ...parameters],
    );
  }
}

function toRows(cells: readonly CellRow[]) {
  const rows = new Map<number, { code: number; id: string; hash: string; filed: boolean; texts: Map<string, string> }>();
  for (const { code, id, key_hash: hash, filed, field_id: fieldId, value } of cells) {
    const row = rows.get(code) ?? { code, id, hash, filed: Number(filed) === 1, texts: new Map<string, string>() };
    rows.set(code, row);
    if (fieldId !== null) row.texts.set(fieldId, value ?? '');
  }
  return [...rows.values()];
}
