import type { ClientStructure } from '#domain/trees/client-structure';

/** The structures of clients. Read before a scope exists, only by `AccessPolicy`. */
export abstract class Structures {
  /** `version` as read with the grants: a cached copy of that version or newer is answered without a query. Null: unknown client. */
  abstract load(clientId: string, version: number): Promise<ClientStructure | null>;
}
