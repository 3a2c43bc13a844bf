import { newId } from '#application/ids';
import { ListRows, type ListRow, type RowChange, type RowCriterion } from '#application/ports/list-rows';
import type { Scope } from '#domain/access/scope';
import type { Cells, InMemoryDatabase, ListRowEntry } from './in-memory-database';

export class InMemoryListRows extends ListRows {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async find(scope: Scope, listId: string, rowId: string): Promise<ListRow | null> {
    const row = this.within(scope, listId).find(({ id }) => id === rowId);
    return row ? toRow(row) : null;
  }

  async findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null> {
    const row = this.within(scope, listId).find((candidate) => candidate.key === key);
    return row ? toRow(row) : null;
  }

  async hold(scope: Scope, listId: string, rowId: string): Promise<ListRow | null> {
    if (!this.database.inTransaction) throw new Error('a row is held in a transaction');
    return this.find(scope, listId, rowId);
  }

  change(_scope: Scope, { code }: ListRow, { values, cleared, key }: RowChange): Promise<boolean> {
    return this.database.write(({ listRows }) => {
      const row = listRows.get(code)!;
      const holder = key === null ? undefined : this.holderOf(row.listId, key);
      if (holder && holder.code !== code) return false;
      const named = new Set([...cleared, ...values.map(({ fieldCode }) => fieldCode)]);
      const cells = [...row.cells.filter(({ fieldCode }) => !named.has(fieldCode)), ...values];
      listRows.set(code, { ...row, cells, key: key ?? row.key });
      return true;
    });
  }

  addOrFind(scope: Scope, listId: string, key: string, cells: Cells, id = newId()): Promise<ListRow & { added: boolean }> {
    return this.database.transaction(async () => {
      const known = await this.findByKey(scope, listId, key);
      if (known) return { ...known, added: false };
      if (this.holderOf(listId, key)) throw new Error('duplicate key');
      const { tables } = this.database;
      const code = tables.nextCode();
      tables.listRows.set(code, { code, id, clientId: scope.clientId, listId, key, cells });
      return { code, id, texts: textsOf(cells), added: true };
    });
  }

  async codesFollowing(
    scope: Scope,
    listId: string,
    criteria: readonly RowCriterion[],
    afterCode: number,
    limit: number,
  ): Promise<number[]> {
    const rows = this.within(scope, listId).filter(({ code, cells }) => code > afterCode && criteria.every(meets(cells)));
    return rows.slice(0, limit).map(({ code }) => code);
  }

  async withCodes(scope: Scope, listId: string, codes: readonly number[]): Promise<ListRow[]> {
    return this.within(scope, listId)
      .filter(({ code }) => codes.includes(code))
      .map(toRow);
  }

  async page(scope: Scope, listId: string, page: number, pageSize: number): Promise<ListRow[]> {
    return this.within(scope, listId)
      .slice((page - 1) * pageSize, page * pageSize)
      .map(toRow);
  }

  private within(scope: Scope, listId: string): ListRowEntry[] {
    const clientIds = scope.reaches.map((reach) => reach.structure.clientId);
    return [...this.database.tables.listRows.values()]
      .filter((row) => row.listId === listId && clientIds.includes(row.clientId))
      .sort((a, b) => a.code - b.code);
  }

  private holderOf(listId: string, key: string) {
    return [...this.database.tables.listRows.values()].find((row) => row.listId === listId && row.key === key);
  }
}

const meets =
  (cells: Cells) =>
  ({ fieldCode, criterion }: RowCriterion): boolean => {
    const cell = cells.find((candidate) => candidate.fieldCode === fieldCode);
    if (!cell) return false;
    return 'exact' in criterion ? cell.key === criterion.exact : cell.key.startsWith(criterion.prefix);
  };

const textsOf = (cells: Cells) => new Map(cells.map((cell) => [cell.fieldCode, cell.text]));
const toRow = ({ code, id, cells }: ListRowEntry): ListRow => ({ code, id, texts: textsOf(cells) });
