import type { Permission } from './permission';

/** What a user may do with one client: everywhere, or at one level and below; through one unit, or any that serves the client. */
export interface Grant {
  clientId: string;
  /** Changes whenever the client's levels, fields or lists change; lets a copy of the structure be kept. */
  structureVersion: number;
  unitId: string | null;
  nodeId: string | null;
  permissions: readonly Permission[];
}

/** The authenticated user of a request, with the session that proves it. */
export interface Actor {
  userId: string;
  sessionId: string;
  login: string;
  name: string;
  /** Documents per page of a search, unless the call says otherwise (contract 4.4). */
  pageSize: number;
  grants: readonly Grant[];
}
