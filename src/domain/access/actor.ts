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

/** Where a call comes from. */
export interface Origin {
  /** Of the caller, as the service sees it. */
  address: string;
  requestId: string;
}

/** Who answers for a change, as the audit trail names it. */
export interface Author {
  userId: string;
  origin: Origin;
}

/** The user id of events without a known user. */
export const NOBODY_ID = '00000000-0000-0000-0000-000000000000';
export const OPERATOR_ID = NOBODY_ID;

/** An operator on the command line: no user, no address. Events of one run of a command share the request id. */
export function operator(command: string, runId: string): Author {
  return { userId: OPERATOR_ID, origin: { address: 'cli', requestId: `${command}:${runId}` } };
}

/** A user with everything that a live session gives. */
export interface SessionUser {
  userId: string;
  sessionId: string;
  login: string;
  name: string;
  /** Documents per page of a search, unless the call says otherwise (operation 4.4). */
  pageSize: number;
  /** The client that the user was made for; null for users of several. */
  homeClientId: string | null;
  /** May do nothing but change the own password. */
  mustChangePassword: boolean;
  grants: readonly Grant[];
}

/** The authenticated user of a request, with the session that proves it. */
export interface Actor extends SessionUser {
  origin: Origin;
}
