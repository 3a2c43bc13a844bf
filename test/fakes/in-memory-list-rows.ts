import { newId } from '#application/ids';
import { ListRows, type ListRow } from '#application/ports/list-rows';
import type { Scope } from '#domain/access/scope';
import type { Cells, InMemoryDatabase } from './in-memory-database';

export class InMemoryListRows extends ListRows {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null> {
    const row = this.holderOf(listId, key);
    if (!row || !scope.reaches.some((reach) => reach.structure.clientId === row.clientId)) return null;
    return { code: row.code, id: row.id, texts: textsOf(row.cells) };
  }

  addOrFind(scope: Scope, listId: string, key: string, cells: Cells): Promise<ListRow & { added: boolean }> {
    return this.database.transaction(async () => {
      const known = await this.findByKey(scope, listId, key);
      if (known) return { ...known, added: false };
      if (this.holderOf(listId, key)) throw new Error('duplicate key');
      const { tables } = this.database;
      const [code, id] = [tables.nextCode(), newId()];
      tables.listRows.set(code, { code, id, clientId: scope.clientId, listId, key, cells });
      return { code, id, texts: textsOf(cells), added: true };
    });
  }

  private holderOf(listId: string, key: string) {
    return [...this.database.tables.listRows.values()].find((row) => row.listId === listId && row.key === key);
  }
}

const textsOf = (cells: Cells) => new Map(cells.map((cell) => [cell.fieldCode, cell.text]));
