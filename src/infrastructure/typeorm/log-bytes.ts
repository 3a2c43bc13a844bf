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

/** Groups things by their logs, as those were stored, in one order, so that two sealers do not wait for each other. */
export function byLog<Thing>(things: readonly Thing[], storedOf: (thing: Thing) => Uint8Array): [Uint8Array, Thing[]][] {
  const logs = new Map<string, [Uint8Array, Thing[]]>();
  for (const thing of things) {
    const log = storedOf(thing);
    const key = Buffer.from(log).toString('hex');
    const own = logs.get(key) ?? [log, []];
    own[1].push(thing);
    logs.set(key, own);
  }
  return [...logs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own);
}
