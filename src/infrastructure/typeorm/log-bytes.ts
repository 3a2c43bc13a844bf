import { SERVICE_LOG } from '#domain/audit/audit-event';
import { idBytes, idOf } from './id-bytes';

/** The service's own log, in the place of a client's id. */
const SERVICE = Buffer.alloc(16);

/** Whose log: a client's id in bytes, or sixteen zero bytes. What such a column is compared with passes through here. */
export const logBytes = (clientId: string): Buffer => (clientId === SERVICE_LOG ? SERVICE : idBytes(clientId));

/** SQLite stores what somebody else has put there as it is, bytes or not: it must not stop who reads it. */
export const logOf = (stored: Uint8Array): string => {
  if (!(stored instanceof Uint8Array)) return String(stored);
  return SERVICE.equals(stored) ? SERVICE_LOG : idOf(stored);
};
