import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { EventSealing, type Backlog, type Halt, type Sealed } from '#application/ports/audit-trail';
import { DomainError } from '#domain/errors';
import { batches, groupsOf } from '../batches';
import { isDuplicate } from '../database-errors';
import { logBytes, logOf } from '../log-bytes';
import { SchemaRefused } from '../schema-version';
import { places, Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { EventLogs, Occupied, type SealingEvent } from './event-logs';
import { EventSeals } from './event-seals';
import { EventWitness } from './event-witness';
import { fitting, sizeOf } from './fitting';
import { PENDING_COLUMNS, pendingOf, pendingValues, type PendingRow } from './pending-event';
import { newestKey } from './typeorm-seal-keys';

/** Of one transaction. */
const MOST_EVENTS = 1000;
const MOST_BYTES = 4 << 20;
/** So often in a row another process has sealed what this one was about to. */
const MOST_SUPERSEDED = 100;

/** Another process sealed some of these events first. */
class Superseded extends Error {}

interface Refused {
  event: SealingEvent;
  reason: 'mac' | 'copy';
}

interface Outcome {
  events: number;
  refused: number;
}

/**
 * Looks for what is pending, never for what comes after a code: a late commit is one more row for the next pass, a rollback leaves nothing.
 * Raw SQL: each must lock its own rows and no others.
 */
@Injectable()
export class TypeOrmEventSealing extends EventSealing {
  private readonly logs: EventLogs;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
    private readonly seals: EventSeals,
    private readonly witness: EventWitness,
  ) {
    super();
    this.logs = new EventLogs(sql, seals);
  }

  async seal(after: number): Promise<Sealed> {
    const halted = new Map<string, Halt>();
    let [events, refused, highest] = [0, 0, 0];
    const newest = await this.sql.first<{ code: number | null }>('SELECT MAX(code) AS code FROM event_outbox');
    for (let superseded = 0; superseded < MOST_SUPERSEDED;) {
      const { batch, isCut } = await this.look(after, [...halted.keys()]);
      const last = batch.at(-1)?.code ?? 0;
      const outcome = batch.length === 0 ? { events: 0, refused: 0 } : await this.sealBatch(batch, halted);
      if (!outcome) {
        superseded++;
        continue;
      }
      superseded = 0;
      events += outcome.events;
      refused += outcome.refused;
      highest = Math.max(highest, last);
      if (!isCut || last >= Number(newest?.code)) return { events, refused, highest, halted };
    }
    // Whoever must see all events must not go on as if these were there.
    throw new DomainError('BUSY');
  }

  async lead(ms: number): Promise<boolean> {
    const key = await newestKey(this.sql);
    if (key && key.verifier_key !== this.seals.verifierKey) {
      this.seals.retire();
      throw new SchemaRefused('the key of the audit trail was replaced while this process ran: restart it with the new AUDIT_SECRET');
    }
    const holder = this.witness.process;
    const { affected } = await this.sql.write(
      `UPDATE lease SET holder = ?, expires_at = ${this.sql.now} + ? WHERE name = 'sealer' AND (holder = ? OR expires_at < ${this.sql.now})`,
      [holder, ms, holder],
    );
    if (affected > 0) return true;
    const held = await this.sql.first("SELECT 1 FROM lease WHERE name = 'sealer'");
    if (held) return false;
    try {
      await this.sql.write(`INSERT INTO lease (name, holder, expires_at) VALUES ('sealer', ?, ${this.sql.now} + ?)`, [holder, ms]);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }

  async backlog(): Promise<Backlog> {
    await this.tellOf();
    const { writer, committed } = this.witness;
    const all = await this.sql.first<{ pending: number; oldest: number | null; own: number | null }>(
      'SELECT COUNT(*) AS pending, MIN(at) AS oldest, SUM(CASE WHEN writer = ? THEN 1 ELSE 0 END) AS own FROM event_outbox',
      [writer],
    );
    const sealed = await this.sql.first<{ sealed: number | null }>('SELECT SUM(sealed) AS sealed FROM event_writer WHERE writer = ?', [
      writer,
    ]);
    // What was committed before the first look and is not pending any more must be sealed by the second.
    const vanished = Math.max(0, committed - Number(all?.own ?? 0) - Number(sealed?.sealed ?? 0));
    const { pending = 0, oldest = null } = all ?? {};
    return { pending: Number(pending), oldest: oldest === null ? null : new Date(Number(oldest)), vanished };
  }

  async forgetOld(before: Date, limit: number): Promise<number> {
    const rows = await this.sql.rows<WriterRow>('SELECT client_id, writer FROM event_writer WHERE seen_at < ? LIMIT ?', [
      before.getTime(),
      limit,
    ]);
    let forgotten = 0;
    for (const [clientId, written] of groupsOf(rows, ({ client_id: log }) => logOf(log))) {
      const names = written.map(({ writer }) => writer);
      // Condition repeated: its process may have looked again.
      const { affected } = await this.sql.write(
        `DELETE FROM event_writer WHERE client_id = ? AND writer IN (${places(names)}) AND seen_at < ?`,
        [logBytes(clientId), ...names, before.getTime()],
      );
      forgotten += affected;
    }
    return forgotten;
  }

  /** Else the count of a process that has nothing to write for a day would be forgotten. */
  private async tellOf(): Promise<void> {
    const now = this.clock.now();
    if (!this.witness.isDue(now)) return;
    const { writer } = this.witness;
    const logs = await this.sql.rows<WriterRow>('SELECT client_id, writer FROM event_writer WHERE writer = ?', [writer]);
    for (const some of batches(logs))
      await this.sql.write(`UPDATE event_writer SET seen_at = ${this.sql.now} WHERE client_id IN (${places(some)}) AND writer = ?`, [
        ...some.map(({ client_id: log }) => log),
        writer,
      ]);
    this.witness.told(now);
  }

  /** Sizes first: what is too much for one transaction is not read. */
  private async look(after: number, halted: readonly string[]): Promise<{ batch: SealingEvent[]; isCut: boolean }> {
    const others = halted.length === 0 ? '' : `AND event_outbox.client_id NOT IN (${places(halted)})`;
    const logs = halted.map(logBytes);
    const from = `FROM event_outbox WHERE event_outbox.code > ? ${others}`;
    const sizes = await this.sql.rows<{ code: number; size: number }>(
      `SELECT event_outbox.code, ${sizeOf('event_outbox')} ${from} ORDER BY event_outbox.code LIMIT ?`,
      [after, ...logs, MOST_EVENTS],
    );
    const count = fitting(sizes, MOST_BYTES);
    if (count === 0) return { batch: [], isCut: false };
    // Commits of the meantime may be among them.
    const rows = await this.sql.rows<PendingRow>(
      `SELECT event_outbox.* ${from} AND event_outbox.code <= ? ORDER BY event_outbox.code LIMIT ?`,
      [after, ...logs, Number(sizes[count - 1]?.code), MOST_EVENTS],
    );
    return { batch: rows.map(pendingOf), isCut: count < sizes.length || sizes.length === MOST_EVENTS || rows.length === MOST_EVENTS };
  }

  /** Null: to be looked at again. */
  private async sealBatch(batch: readonly SealingEvent[], halted: Map<string, Halt>): Promise<Outcome | null> {
    const refused = batch.filter((event) => !this.seals.isOurs(event)).map((event): Refused => ({ event, reason: 'mac' }));
    const forged = new Set(refused.map(({ event }) => event));
    const ours = batch.filter((event) => !forged.has(event));
    const clients = groupsOf(ours, ({ clientId }) => clientId);
    // In one order, so that two sealers do not wait for each other.
    const groups = [...clients].sort(([a], [b]) => (a < b ? -1 : 1));
    try {
      return await this.sealGroups(groups, refused, halted);
    } catch (error) {
      if (error instanceof Superseded) return null;
      throw error;
    }
  }

  /** In one transaction; clients one by one if somebody has put a row where the next event of one of them belongs. */
  private async sealGroups(groups: readonly Group[], refused: readonly Refused[], halted: Map<string, Halt>): Promise<Outcome> {
    try {
      return await this.transaction(groups, refused, halted);
    } catch (error) {
      if (!(error instanceof Occupied)) throw error;
      const [only] = groups;
      if (only && groups.length === 1 && refused.length === 0) {
        halted.set(only[0], 'occupied');
        return { events: 0, refused: 0 };
      }
      const sum = await this.transaction([], refused, halted);
      for (const group of groups) {
        const outcome = await this.sealGroups([group], [], halted);
        sum.events += outcome.events;
        sum.refused += outcome.refused;
      }
      return sum;
    }
  }

  private async transaction(groups: readonly Group[], forged: readonly Refused[], halted: Map<string, Halt>): Promise<Outcome> {
    let sealed: SealingEvent[] = [];
    let refused: Refused[] = [];
    let sizes = new Map<string, number>();
    const work = async () => {
      [sealed, refused, sizes] = [[], [...forged], new Map()];
      for (const [clientId, events] of groups) {
        const log = await this.logs.lock(clientId);
        if (typeof log === 'string') {
          halted.set(clientId, log);
          continue;
        }
        const told = await this.logs.tellApart(log, events);
        if (typeof told === 'string') {
          halted.set(clientId, told);
          continue;
        }
        const { fresh, copies } = told;
        refused.push(...copies.map((event): Refused => ({ event, reason: 'copy' })));
        if (fresh.length > 0) sizes.set(clientId, await this.logs.append(log, fresh));
        sealed.push(...fresh);
      }
      await this.setAside(refused);
      await this.tally(sealed);
      await this.remove([...sealed, ...refused.map(({ event }) => event)]);
    };
    await this.unitOfWork.run(work, undefined, 'seal');
    this.logs.remember(sizes);
    return { events: sealed.length, refused: refused.length };
  }

  private setAside(refused: readonly Refused[]): Promise<void> {
    const seenAt = this.clock.now().getTime();
    const rows = refused.map(({ event, reason }) => [...pendingValues(event, event.log), reason, seenAt]);
    return this.sql.insert('event_refused', [...PENDING_COLUMNS, 'reason', 'seen_at'], rows);
  }

  /** By log and writer; in one order, so that two sealers do not wait for each other. */
  private async tally(sealed: readonly SealingEvent[]): Promise<void> {
    const counts = new Map<string, { log: Uint8Array; writer: string; count: number }>();
    for (const { log, clientId, writer } of sealed) {
      const key = `${clientId} ${writer}`;
      counts.set(key, { log, writer, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    const added = this.sql.isSqlite
      ? 'ON CONFLICT (client_id, writer) DO UPDATE SET sealed = sealed + excluded.sealed, seen_at = excluded.seen_at'
      : 'ON DUPLICATE KEY UPDATE sealed = sealed + VALUES(sealed), seen_at = VALUES(seen_at)';
    for (const some of batches(rows))
      await this.sql.write(
        `INSERT INTO event_writer (client_id, writer, sealed, seen_at) VALUES ${some.map(() => `(?, ?, ?, ${this.sql.now})`).join(', ')} ${added}`,
        some.flatMap(({ log, writer, count }) => [log, writer, count]),
      );
  }

  /** The fence: whoever removes fewer rows than it has sealed has lost against another process. */
  private async remove(events: readonly SealingEvent[]): Promise<void> {
    let removed = 0;
    for (const some of batches(events)) {
      const codes = some.map(({ code }) => code);
      removed += this.sql.isVitess
        ? await this.removeOfClients(some)
        : (await this.sql.write(this.sql.isSqlite ? `DELETE FROM event_outbox WHERE code IN (${places(codes)})` : deletion(codes), codes))
            .affected;
    }
    if (removed !== events.length) throw new Superseded();
  }

  /** Vitess has them in several places, and does not take the other form. */
  private async removeOfClients(events: readonly SealingEvent[]): Promise<number> {
    let removed = 0;
    for (const [clientId, own] of groupsOf(events, (event) => event.clientId)) {
      const codes = own.map(({ code }) => code);
      removed += (
        await this.sql.write(`DELETE FROM event_outbox WHERE client_id = ? AND code IN (${places(codes)})`, [logBytes(clientId), ...codes])
      ).affected;
    }
    return removed;
  }
}

type Group = readonly [clientId: string, events: SealingEvent[]];

/**
 * One look-up by the primary key for each code. With `IN` MySQL may choose to scan, and then waits for rows that other transactions have
 * inserted and not committed.
 */
const deletion = (codes: readonly number[]) =>
  `DELETE event_outbox FROM (${codes.map(() => 'SELECT ? AS code').join(' UNION ALL ')}) sealed
   STRAIGHT_JOIN event_outbox ON event_outbox.code = sealed.code`;

interface WriterRow {
  client_id: Uint8Array;
  writer: string;
}
