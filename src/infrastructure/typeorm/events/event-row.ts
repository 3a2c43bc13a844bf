import type { AuditAction, AuditSubject, EventFile, SealedEvent } from '#domain/audit/audit-event';
import { TrailDamaged } from '#application/support/errors';
import { epochAt, type Epoch } from '#domain/audit/epochs';
import { logOf } from '../log-bytes';
import type { SaltedEvent } from './event-seals';

export interface SaltedRow {
  client_id: Uint8Array;
  position: number;
  at: number;
  user_id: string | null;
  address: string | null;
  request_id: string | null;
  action: AuditAction;
  thing: string | null;
  subject: string;
  files: string | null;
  salts: string;
  kept: string | null;
  hash: string;
}

/** Where a client's log ends, as the database says. */
export interface LogRow {
  size: number;
  frontier: string;
  head: string;
  pruned_to: number;
  epochs: string | null;
}

export const saltedOf = (row: SaltedRow): SaltedEvent => ({
  clientId: logOf(row.client_id),
  at: Number(row.at),
  userId: row.user_id,
  address: row.address,
  requestId: row.request_id,
  action: row.action,
  subject: row.subject,
  files: row.files,
  salts: row.salts,
  kept: row.kept,
});

/** One that nobody knows, of a text that somebody has altered: `verify` says so. */
const UNREADABLE: Epoch = { name: '', from: 0 };

export function epochsOf(stored: string | null): Epoch[] {
  try {
    return stored === null ? [] : (JSON.parse(stored) as [string, number][]).map(([name, from]) => ({ name, from }));
  } catch {
    return [UNREADABLE];
  }
}

export const storedEpochs = (epochs: readonly Epoch[]): string | null =>
  epochs.length === 0 ? null : JSON.stringify(epochs.map(({ name, from }) => [name, from]));

/** Reads a part of the row, which only `verify` may expect to be altered. */
export function readable<T>(row: Pick<SaltedRow, 'client_id' | 'position'>, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new TrailDamaged(`event ${row.position} of client ${logOf(row.client_id)} cannot be read: run audit verify`, { cause });
  }
}

export const eventOf = (row: SaltedRow & { epochs: string | null }): SealedEvent => ({
  clientId: logOf(row.client_id),
  position: Number(row.position),
  epoch: epochAt(epochsOf(row.epochs), Number(row.position)),
  at: new Date(Number(row.at)),
  userId: row.user_id,
  address: row.address,
  requestId: row.request_id,
  action: row.action,
  subject: readable(row, () => JSON.parse(row.subject) as AuditSubject),
  files: readable(row, () => JSON.parse(row.files ?? 'null') as EventFile[] | null),
  hash: row.hash,
});
