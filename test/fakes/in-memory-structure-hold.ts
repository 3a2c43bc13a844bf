import { WriteConflict } from '#application/errors';
import { StructureHold } from '#application/ports/structure-hold';
import type { Scope } from '#domain/access/scope';
import type { InMemoryDatabase } from './in-memory-database';

/** One transaction at a time. */
export class InMemoryStructureHold extends StructureHold {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async hold({ reaches }: Scope): Promise<void> {
    if (!this.database.inTransaction) throw new Error('a structure is held in a transaction');
    const { structures } = this.database.tables;
    if (reaches.some(({ structure }) => structures.get(structure.clientId)?.version !== structure.version))
      throw new WriteConflict('the structure has changed since the request came in');
  }
}
