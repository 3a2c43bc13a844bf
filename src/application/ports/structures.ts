import type { ClientStructure } from '#domain/trees/client-structure';

/** How clients' archives are organised. Asked before there is a scope, by `AccessPolicy` alone. */
export abstract class Structures {
  /** `version` as read with the grants: a copy of that version or newer may be answered without a query. Null: no such client. */
  abstract load(clientId: string, version: number): Promise<ClientStructure | null>;
}
