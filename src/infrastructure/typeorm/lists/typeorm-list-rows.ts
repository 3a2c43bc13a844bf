import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { Clock } from '#application/ports/unit-of-work';
import { ListRows, type ListRow, type RowChange, type RowCriterion } from '#application/ports/lists';
import type { Scope } from '#domain/access/scope';
import type { FieldValue } from '#domain/documents/field-value';
import { isDuplicate } from '../database-errors';
import { ListCopies } from '../documents/list-copies';
import { idBytes } from '../id-bytes';
import { places, Sql, type Parameter } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { raiseStructureVersions } from '../users/rights';
import { prefixBounds, sha256, valueKey } from '../value-key';

/** Engines join about sixty tables at most. */
const MOST_JOINS = 20;

interface CellRow {
  code: number;
  id: string;
  field_code: number | null;
  value: string | null;
}

interface Fragment {
  sql: string;
  parameters: Parameter[];
}

type Cell = FieldValue & { fieldCode: number };

/** Raw SQL: list rows come in bulk, and on the path of every create that names one. */
@Injectable()
export class TypeOrmListRows extends ListRows {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(scope: Scope, listId: string, rowId: string): Promise<ListRow | null> {
    return this.one(scope, 'list_row.list_id = ? AND list_row.id = ?', [listId, rowId]);
  }

  async findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null> {
    return this.one(scope, 'list_row.list_id = ? AND list_row.key_hash = ?', [listId, sha256(key)]);
  }

  /** Locks first, then reads the cells. SQLite has one transaction at a time anyway. */
  async hold(scope: Scope, listId: string, rowId: string): Promise<ListRow | null> {
    if (!this.unitOfWork.current) throw new Error('a row is held in a transaction');
    if (!this.sql.isSqlite) {
      const held = await this.sql.first('SELECT code FROM list_row WHERE client_id = ? AND id = ? AND list_id = ? FOR UPDATE', [
        idBytes(scope.clientId),
        rowId,
        listId,
      ]);
      if (!held) return null;
    }
    return this.find(scope, listId, rowId);
  }

  async change(scope: Scope, { code }: ListRow, { values, cleared, key }: RowChange): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      if (key !== null && !(await this.changeKey(scope, code, key))) return false;
      const client = idBytes(scope.clientId);
      // People maintain the row from now on: a purge leaves it (ADR 50).
      await this.sql.write('UPDATE list_row SET filed = 0 WHERE client_id = ? AND code = ? AND filed = 1', [client, code]);
      const fields = [...cleared, ...values.map(({ fieldCode }) => fieldCode)];
      if (fields.length === 0) return true;
      await this.sql.write(`DELETE FROM list_row_value WHERE client_id = ? AND row_code = ? AND field_code IN (${places(fields)})`, [
        client,
        code,
        ...fields,
      ]);
      await this.addCells(scope, code, values);
      await new ListCopies(this.sql, scope.clientId).renew(code, fields);
      return true;
    });
  }

  /** The client is locked first, as by those who link the row. */
  async remove(scope: Scope, listId: string, rowId: string): Promise<boolean | null> {
    await raiseStructureVersions(this.sql, [scope.clientId]);
    const row = await this.hold(scope, listId, rowId);
    if (!row) return null;
    const values = [idBytes(scope.clientId), row.code];
    const linked = 'SELECT document_code FROM document_list_row WHERE client_id = ? AND row_code = ? LIMIT 1';
    if (await this.sql.first(linked, values)) return false;
    await this.sql.write('DELETE FROM list_row_value WHERE client_id = ? AND row_code = ?', values);
    await this.sql.write('DELETE FROM list_row WHERE client_id = ? AND code = ?', values);
    return true;
  }

  /** The unique key decides between concurrent writers: the later one reads the first one's row. */
  async addOrFind(
    scope: Scope,
    listId: string,
    key: string,
    cells: readonly Cell[],
    { id = newId(), filed = false } = {},
  ): Promise<ListRow & { added: boolean }> {
    if (!scope.client.structure.lists.some(({ id: known }) => known === listId)) throw new Error('a list outside the scope');
    return this.unitOfWork.run(async () => {
      try {
        const { insertedCode: code } = await this.sql.write(
          'INSERT INTO list_row (id, client_id, list_id, key_hash, created_at, filed) VALUES (?, ?, ?, ?, ?, ?)',
          [id, idBytes(scope.clientId), listId, sha256(key), this.clock.now().getTime(), Number(filed)],
        );
        await this.addCells(scope, code, cells);
        return { code, id, texts: new Map(cells.map((cell) => [cell.fieldCode, cell.text])), added: true };
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const row = await this.findByKey(scope, listId, key);
        if (!row) throw error;
        return { ...row, added: false };
      }
    });
  }

  async codesFollowing(
    scope: Scope,
    listId: string,
    criteria: readonly RowCriterion[],
    afterCode: number,
    limit: number,
  ): Promise<number[]> {
    const client = idBytes(scope.clientId);
    const codes = criteria.length === 0 ? allCodes(client, listId, afterCode, limit) : codesWith(client, criteria, afterCode, limit);
    const rows = await this.sql.rows<{ code: number }>(
      `SELECT list_row.code FROM (${codes.sql}) wanted ${ROW_OF_CODE} ORDER BY list_row.code`,
      [...codes.parameters, client, listId],
    );
    return rows.map(({ code }) => code);
  }

  async withCodes(scope: Scope, listId: string, codes: readonly number[]): Promise<ListRow[]> {
    if (codes.length === 0) return [];
    return this.many(scope, listId, {
      sql: `SELECT code FROM list_row WHERE client_id = ? AND code IN (${places(codes)})`,
      parameters: [idBytes(scope.clientId), ...codes],
    });
  }

  async page(scope: Scope, listId: string, page: number, pageSize: number): Promise<ListRow[]> {
    const codes = {
      sql: 'SELECT code FROM list_row WHERE client_id = ? AND list_id = ? ORDER BY code LIMIT ? OFFSET ?',
      parameters: [idBytes(scope.clientId), listId, pageSize, (page - 1) * pageSize],
    };
    return this.many(scope, listId, codes);
  }

  /** For a key in use only the update fails: the transaction continues. */
  private async changeKey(scope: Scope, code: number, key: string): Promise<boolean> {
    try {
      await this.sql.write('UPDATE list_row SET key_hash = ? WHERE client_id = ? AND code = ?', [
        sha256(key),
        idBytes(scope.clientId),
        code,
      ]);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  private async addCells(scope: Scope, code: number, cells: readonly Cell[]): Promise<void> {
    await this.sql.insert(
      'list_row_value',
      ['client_id', 'row_code', 'field_code', 'value', 'value_key'],
      cells.map((cell) => [idBytes(scope.clientId), code, cell.fieldCode, cell.text, valueKey(cell.key)]),
    );
  }

  private async one(scope: Scope, condition: string, parameters: readonly Parameter[]): Promise<ListRow | null> {
    const client = idBytes(scope.clientId);
    const cells = await this.sql.rows<CellRow>(
      `SELECT list_row.code, list_row.id, cell.field_code, cell.value FROM list_row
       LEFT JOIN list_row_value cell ON cell.client_id = ? AND cell.row_code = list_row.code
       WHERE list_row.client_id = ? AND ${condition}`,
      [client, client, ...parameters],
    );
    return toRows(cells)[0] ?? null;
  }

  /** Codes are found in indexes only; then the cells of these rows are read. */
  private async many(scope: Scope, listId: string, codes: Fragment): Promise<ListRow[]> {
    const client = idBytes(scope.clientId);
    const cells = await this.sql.rows<CellRow>(
      `SELECT list_row.code, list_row.id, cell.field_code, cell.value FROM (${codes.sql}) wanted
       ${ROW_OF_CODE} LEFT JOIN list_row_value cell ON cell.client_id = ? AND cell.row_code = list_row.code ORDER BY list_row.code`,
      [...codes.parameters, client, listId, client],
    );
    return toRows(cells);
  }
}

/** `CROSS` prevents SQLite from starting with the list. */
const ROW_OF_CODE = 'CROSS JOIN list_row ON list_row.client_id = ? AND list_row.code = wanted.code AND list_row.list_id = ?';

function allCodes(clientId: Uint8Array, listId: string, afterCode: number, limit: number): Fragment {
  return {
    sql: 'SELECT code FROM list_row WHERE client_id = ? AND list_id = ? AND code > ? ORDER BY code LIMIT ?',
    parameters: [clientId, listId, afterCode, limit],
  };
}

/**
 * A field belongs to one list, so its values identify the rows. An exact value comes first, since its index has the rows in order. The next
 * few criteria are joins, so that the engine may start with the rarest; the others are sub-queries.
 */
function codesWith(clientId: Uint8Array, criteria: readonly RowCriterion[], afterCode: number, limit: number): Fragment {
  const exactFirst = [...criteria].sort((a, b) => Number('prefix' in a.criterion) - Number('prefix' in b.criterion));
  const [anchor, ...others] = exactFirst.map((criterion, index) => matching(clientId, criterion, index));
  const joins = others.slice(0, MOST_JOINS).map(({ alias, sql, parameters }) => ({
    sql: `JOIN list_row_value ${alias} ON ${alias}.row_code = v0.row_code AND ${sql}`,
    parameters,
  }));
  const wheres = others.slice(MOST_JOINS).map(({ alias, sql, parameters }) => ({
    sql: `AND v0.row_code IN (SELECT ${alias}.row_code FROM list_row_value ${alias} WHERE ${sql})`,
    parameters,
  }));
  return {
    sql: `SELECT v0.row_code AS code FROM list_row_value v0 ${textOf(joins)} WHERE ${anchor?.sql} AND v0.row_code > ? ${textOf(wheres)}
          ORDER BY v0.row_code LIMIT ?`,
    parameters: [...parametersOf(joins), ...(anchor?.parameters ?? []), afterCode, ...parametersOf(wheres), limit],
  };
}

function matching(clientId: Uint8Array, { fieldCode, criterion }: RowCriterion, index: number): Fragment & { alias: string } {
  const alias = `v${index}`;
  const [comparison, keys] =
    'exact' in criterion ? ['= ?', [valueKey(criterion.exact)]] : ['BETWEEN ? AND ?', prefixBounds(criterion.prefix)];
  const sql = `${alias}.client_id = ? AND ${alias}.field_code = ? AND ${alias}.value_key ${comparison}`;
  return { alias, sql, parameters: [clientId, fieldCode, ...keys] };
}

const textOf = (fragments: readonly Fragment[]) => fragments.map(({ sql }) => sql).join(' ');
const parametersOf = (fragments: readonly Fragment[]) => fragments.flatMap(({ parameters }) => parameters);

/** Expects the cells of each row to be adjacent. */
function toRows(cells: readonly CellRow[]): ListRow[] {
  const rows = new Map<number, ListRow & { texts: Map<number, string> }>();
  for (const { code, id, field_code, value } of cells) {
    const row = rows.get(code) ?? { code, id, texts: new Map<number, string>() };
    rows.set(code, row);
    if (field_code !== null) row.texts.set(field_code, value ?? '');
  }
  return [...rows.values()];
}
