import { Frontier } from '#libs/merkle-log';
import type { Halt } from '#application/ports/audit-trail';
import { thingOf } from '#domain/audit/event-leaf';
import type { AuditSubject } from '#domain/audit/audit-event';
import type { Epoch } from '#domain/audit/epochs';
import { isDuplicate } from '../database-errors';
import { logBytes } from '../log-bytes';
import { places, type Parameter, type Sql } from '../sql';
import { epochsOf, saltedOf, storedEpochs, type SaltedRow } from './event-row';
import type { EventSeals, SaltedEvent } from './event-seals';
import type { PendingEvent } from './pending-event';

export type SealingEvent = PendingEvent & { code: number; log: Uint8Array };

interface LogRow {
  size: number;
  frontier: string;
  head: string;
  epochs: string | null;
}

/** A client's log, locked by the transaction. */
interface LockedLog {
  clientId: string;
  frontier: Frontier;
  epochs: Epoch[];
}

const COLUMNS = [
  'client_id',
  'position',
  'at',
  'user_id',
  'address',
  'request_id',
  'action',
  'thing',
  'subject',
  'files',
  'salts',
  'hash',
] as const;

/** Somebody has put a row where the next event of a client belongs. */
export class Occupied extends Error {}

/** The ends of the logs, for the sealer. Raw SQL: with every pass, and an update that locks. */
export class EventLogs {
  /** How far this process has brought each log: whoever sets one back is noticed. */
  private readonly sizes = new Map<string, number>();

  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
  ) {}

  /** Nothing is signed on top of what is not ours: it would hide a cut, or a forgery. */
  async lock(clientId: string): Promise<LockedLog | Halt> {
    const row = (await this.take(clientId)) ?? (await this.begin(clientId));
    const head = this.seals.open(clientId, row.head);
    if (!head) return 'head';
    const frontier = frontierOf(row);
    if (frontier?.size !== head.size || frontier.root().toString('base64url') !== head.root) return 'frontier';
    if (frontier.size < (this.sizes.get(clientId) ?? 0)) return 'set back';
    return { clientId, frontier, epochs: epochsOf(row.epochs) };
  }

  /** After the COMMIT. */
  remember(sizes: ReadonlyMap<string, number>): void {
    for (const [clientId, size] of sizes) this.sizes.set(clientId, size);
  }

  /** Somebody may have put sealed events back: their commitments are known, and stay so after an erasure. */
  async tellApart(
    { clientId }: LockedLog,
    events: readonly SealingEvent[],
  ): Promise<{ fresh: SealingEvent[]; copies: SealingEvent[] } | Halt> {
    const times = [...new Set(events.map(({ at }) => at))];
    const rows = await this.sql.rows<SaltedRow>(`SELECT * FROM event WHERE client_id = ? AND at IN (${places(times)})`, [
      logBytes(clientId),
      ...times,
    ]);
    const keyOf = (event: SaltedEvent) => Object.values(this.seals.commitments(event)).join(' ');
    const known = new Set<string>();
    try {
      for (const row of rows) known.add(keyOf(saltedOf(row)));
    } catch {
      return 'damaged';
    }
    const [fresh, copies]: [SealingEvent[], SealingEvent[]] = [[], []];
    for (const event of events) {
      const key = keyOf({ ...event, kept: null });
      (known.has(key) ? copies : fresh).push(event);
      known.add(key);
    }
    return { fresh, copies };
  }

  /** Answers the size of the log with these events. */
  async append({ clientId, frontier }: LockedLog, events: readonly SealingEvent[]): Promise<number> {
    const log = logBytes(clientId);
    const [rows, nodes]: [Parameter[][], Parameter[][]] = [[], []];
    for (const event of events) {
      const { at, userId, address, requestId, action, subject, files, salts } = event;
      const position = frontier.size + 1;
      const leaf = this.seals.leaf({ ...event, kept: null }, position);
      for (const { level, index, hash } of frontier.append(leaf)) nodes.push([log, level, index, hash.toString('base64url')]);
      const thing = thingOf(JSON.parse(subject) as AuditSubject);
      rows.push([log, position, at, userId, address, requestId, action, thing, subject, files, salts, leaf.toString('base64url')]);
    }
    try {
      await this.sql.insert('event', COLUMNS, rows);
      await this.sql.insert('event_node', ['client_id', 'level', 'idx', 'hash'], nodes);
    } catch (error) {
      throw isDuplicate(error) ? new Occupied() : error;
    }
    await this.sql.write('UPDATE event_log SET size = ?, frontier = ?, head = ? WHERE client_id = ?', [
      frontier.size,
      frontier.text,
      this.seals.sign(clientId, frontier),
      log,
    ]);
    return frontier.size;
  }

  /** Counting up locks the row, and makes two sealers at two nodes of a cluster conflict. */
  private async take(clientId: string): Promise<LogRow | null> {
    const log = logBytes(clientId);
    const { affected } = await this.sql.write('UPDATE event_log SET turns = turns + 1 WHERE client_id = ?', [log]);
    if (affected === 0) return null;
    return this.sql.first<LogRow>('SELECT size, frontier, head, epochs FROM event_log WHERE client_id = ?', [log]);
  }

  private async begin(clientId: string): Promise<LogRow> {
    const head = this.seals.sign(clientId, Frontier.empty());
    const { epoch } = this.seals;
    // The client may have had a log before the restore.
    const epochs = storedEpochs(epoch === null ? [] : [{ name: epoch, from: 1 }]);
    try {
      await this.sql.insert(
        'event_log',
        ['client_id', 'size', 'frontier', 'head', 'turns', 'forgotten_to', 'pruned_to', 'epochs'],
        [[logBytes(clientId), 0, '', head, 0, 0, 0, epochs]],
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return (await this.take(clientId)) as LogRow;
  }
}

export function frontierOf({ size, frontier }: Pick<LogRow, 'size' | 'frontier'>): Frontier | null {
  try {
    return Frontier.parse(Number(size), frontier);
  } catch {
    return null;
  }
}
