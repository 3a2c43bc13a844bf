import { Structures } from '#application/ports/structures';
import type { ClientStructure } from '#domain/trees/client-structure';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemoryStructures extends Structures {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async load(clientId: string): Promise<ClientStructure | null> {
    return this.database.tables.structures.get(clientId) ?? null;
  }
}
