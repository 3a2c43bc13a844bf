import { newId } from '#application/ids';
import { ListRows, type ListRow } from '#application/ports/list-rows';
import type { Scope } from '#domain/access/scope';
import type { Cells, InMemoryDatabase } from './in-memory-database';

export class InMemoryListRows extends ListRows {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async findByKey(scope: Scope, listId: string, key: string): Promise<ListRow | null> {
    const clientIds = scope.reaches.map((reach) => reach.structure.clientId);
    const row = [...this.database.tables.listRows.values()].find((candidate) => candidate.listId === listId && candidate.key === key);
    if (!row || !clientIds.includes(row.clientId)) return null;
    return { code: row.code, id: row.id, texts: new Map(row.cells.map((cell) => [cell.fieldCode, cell.text])) };
  }

  addOrFind(scope: Scope, listId: string, key: string, cells: Cells): Promise<ListRow & { added: boolean }> {
    return this.database.transaction(async () => {
      const known = await this.findByKey(scope, listId, key);
      if (known) return { ...known, added: false };
      const { listRows } = this.database.tables;
      const [code, id] = [this.database.tables.nextCode(), newId()];
      listRows.set(code, { code, id, clientId: scope.clientId, listId, key, cells });
      return { code, id, texts: new Map(cells.map((cell) => [cell.fieldCode, cell.text])), added: true };
    });
  }
}
