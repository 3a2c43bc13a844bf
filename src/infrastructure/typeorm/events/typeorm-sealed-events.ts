import { Injectable } from '@nestjs/common';
import { consistencyProof, inclusionProof } from '#libs/merkle-log';
import { TrailDamaged } from '#application/support/errors';
import {
  SealedEvents,
  type AuditFilter,
  type EventProof,
  type EventRange,
  type FileEvent,
  type LogHead,
} from '#application/ports/sealed-events';
import type { Scope } from '#domain/access/scope';
import type { SealedEvent } from '#domain/audit/audit-event';
import { logBytes, logOf } from '../log-bytes';
import { places, Sql, type Parameter } from '../sql';
import { frontierOf } from './event-logs';
import { epochsOf, eventOf, readable, saltedOf, type LogRow, type SaltedRow } from './event-row';
import { EventSeals } from './event-seals';
import { fitting, sizeOf } from './fitting';
import { treeReader } from './tree-reader';

/** With the epochs of its log. */
type EventRow = SaltedRow & { epochs: string | null };

const FROM = 'SELECT event.*, event_log.epochs FROM event_log JOIN event ON event.client_id = event_log.client_id';

/** Events after a time that are compared by their positions. */
const NEAR = 1000;

/** Positions are unique within a client alone, so that every statement reads one log. Raw SQL: keyset pages over its indexes. */
@Injectable()
export class TypeOrmSealedEvents extends SealedEvents {
  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
  ) {
    super();
  }

  async page(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<SealedEvent[]> {
    const [wheres, parameters]: [string[], Parameter[]] = [['event.client_id = ?'], [logBytes(scope.clientId)]];
    const where = (sql: string, ...values: readonly (Parameter | undefined)[]) => {
      const given = values.filter((value) => value !== undefined);
      if (given.length === 0) return;
      wheres.push(sql);
      parameters.push(...given);
    };
    where('event.position < ?', before ?? undefined);
    where('event.at >= ?', filter.from?.getTime());
    where('event.at <= ?', filter.until?.getTime());
    where('event.user_id = ?', filter.userId);
    where('event.action = ?', filter.action);
    where(`event.thing IN (${places(filter.things ?? [])})`, ...(filter.things ?? []));
    const rows = await this.sql.rows<EventRow>(`${FROM} WHERE ${wheres.join(' AND ')} ORDER BY event.position DESC LIMIT ?`, [
      ...parameters,
      limit,
    ]);
    return rows.map(eventOf);
  }

  async after(clientId: string, position: number, limit: number, bytes = Infinity): Promise<SealedEvent[]> {
    return (await this.portion('event.client_id = ? AND event.position > ?', [logBytes(clientId), position], limit, bytes)).events;
  }

  range(scope: Scope, { after, upTo, actions, limit, bytes }: EventRange): Promise<{ events: SealedEvent[]; isCut: boolean }> {
    const where = `event.client_id = ? AND event.position > ? AND event.position <= ? AND event.action IN (${places(actions)})`;
    return this.portion(where, [logBytes(scope.clientId), after, upTo, ...actions], limit, bytes);
  }

  async among(clientId: string, positions: readonly number[]): Promise<SealedEvent[]> {
    const rows = await this.sql.rows<EventRow>(
      `${FROM} WHERE event.client_id = ? AND event.position IN (${places(positions)}) ORDER BY event.position`,
      [logBytes(clientId), ...positions],
    );
    return rows.map(eventOf);
  }

  async before(clientId: string, at: Date): Promise<number> {
    // Of replicas whose clocks differ, positions are not in the order of the times.
    const first = 'SELECT position FROM event WHERE client_id = ? AND at >= ? ORDER BY at LIMIT ?';
    const row = await this.sql.first<{ position: number | null }>(`SELECT MIN(near.position) AS position FROM (${first}) near`, [
      logBytes(clientId),
      at.getTime(),
      NEAR,
    ]);
    if (row?.position != null) return Number(row.position) - 1;
    return (await this.sizes([clientId])).get(clientId) ?? 0;
  }

  async sizes(clientIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.sql.rows<{ client_id: Uint8Array; size: number }>(
      `SELECT client_id, size FROM event_log WHERE client_id IN (${places(clientIds)})`,
      clientIds.map(logBytes),
    );
    return new Map(rows.map((row) => [logOf(row.client_id), Number(row.size)]));
  }

  async at(scope: Scope, position: number): Promise<SealedEvent | null> {
    const row = await this.sql.first<EventRow>(`${FROM} WHERE event.client_id = ? AND event.position = ?`, [
      logBytes(scope.clientId),
      position,
    ]);
    return row && eventOf(row);
  }

  async head(clientId: string): Promise<LogHead | null> {
    const log = await this.log(clientId);
    return log && { size: Number(log.size), checkpoint: log.head, prunedTo: Number(log.pruned_to), epochs: epochsOf(log.epochs) };
  }

  async ofFile({ clientId }: Scope, thing: string, { id, sha256 }: { id: string; sha256: string }): Promise<FileEvent | null> {
    const row = await this.sql.first<EventRow>(
      `${FROM} WHERE event.client_id = ? AND event.thing = ? AND event.files LIKE ? ORDER BY event.position DESC LIMIT 1`,
      [logBytes(clientId), thing, `%"id":"${id}","sha256":"${sha256}"%`],
    );
    if (row?.files == null) return null;
    const position = Number(row.position);
    const event = saltedOf(row);
    return {
      position,
      at: new Date(event.at),
      text: readable(row, () => this.seals.leafText(event, position)),
      files: row.files,
      salt: this.seals.saltOf(event, 'files'),
    };
  }

  async prove(scope: Scope, position: number, head: Pick<LogHead, 'size' | 'checkpoint'> | null = null): Promise<EventProof | null> {
    const log = await this.log(scope.clientId);
    const size = head?.size ?? Number(log?.size ?? 0);
    if (!log || position <= Number(log.pruned_to) || position > size || size > Number(log.size)) return null;
    const reader = treeReader(this.sql, scope.clientId);
    const damaged = (cause?: Error) =>
      new TrailDamaged(`event ${position} of client ${scope.clientId} cannot be proved: run audit verify`, { cause });
    const [leaf] = await reader.leaves(position - 1, position);
    const hashes = await inclusionProof(position - 1, size, reader, (!head && frontierOf(log)) || undefined).catch((error: unknown) => {
      throw lacksHashes(error) ? damaged(error) : error;
    });
    if (!leaf) throw damaged();
    return { size, checkpoint: head?.checkpoint ?? log.head, leaf: leaf as Buffer, hashes: hashes as Buffer[] };
  }

  async consistency({ clientId }: Scope, from: number, upTo: number): Promise<Buffer[] | null> {
    const log = await this.log(clientId);
    const frontier = log && Number(log.size) === upTo ? frontierOf(log) : null;
    try {
      return (await consistencyProof(from, upTo, treeReader(this.sql, clientId), frontier ?? undefined)) as Buffer[];
    } catch (error) {
      if (!lacksHashes(error)) throw error;
      // They may have been removed meanwhile.
      if (from < Number((await this.log(clientId))?.pruned_to)) return null;
      throw new TrailDamaged(`the log of client ${clientId} cannot be proved: run audit verify`, { cause: error });
    }
  }

  /** Sizes first: what is too much is not read. Sealed events stay as they are meanwhile. */
  private async portion(where: string, parameters: readonly Parameter[], limit: number, bytes: number) {
    const sizes = await this.sql.rows<{ position: number; size: number }>(
      `SELECT event.position, ${sizeOf('event')} FROM event WHERE ${where} ORDER BY event.position LIMIT ?`,
      [...parameters, limit],
    );
    const count = fitting(sizes, bytes);
    if (count === 0) return { events: [], isCut: false };
    const last = Number(sizes[count - 1]?.position);
    const rows = await this.sql.rows<EventRow>(`${FROM} WHERE ${where} AND event.position <= ? ORDER BY event.position`, [
      ...parameters,
      last,
    ]);
    return { events: rows.map(eventOf), isCut: count < sizes.length || sizes.length === limit };
  }

  private log(clientId: string): Promise<LogRow | null> {
    return this.sql.first<LogRow>('SELECT size, frontier, head, pruned_to, epochs FROM event_log WHERE client_id = ?', [
      logBytes(clientId),
    ]);
  }
}

/** An error of the library itself: hashes are missing. */
const lacksHashes = (error: unknown): error is Error =>
  error instanceof Error && [Error, RangeError].some((own) => error.constructor === own);
