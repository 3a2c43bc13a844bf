import { Injectable } from '@nestjs/common';
import { Frontier, frontierAt, type StoredNode } from '#libs/merkle-log';
import { TrailVerification, type LogBreak, type LogEnd, type Verified } from '#application/ports/trail-verification';
import type { AuditSubject } from '#domain/audit/audit-event';
import { thingOf } from '#domain/audit/event-leaf';
import { places, Sql } from '../sql';
import { saltedOf, type SaltedRow } from './event-row';
import { EventSeals } from './event-seals';
import { treeReader } from './tree-reader';

const BATCH = 1000;

interface LogRow {
  code: number;
  client_id: string;
  size: number;
  frontier: string;
  head: string;
  pruned_to: number;
}

type Found = Omit<LogBreak, 'clientId'>;

/** Computes every log again. Written statements: batches by primary key. */
@Injectable()
export class TypeOrmTrailVerification extends TrailVerification {
  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
  ) {
    super();
  }

  async verify(former: readonly LogEnd[], progress: (events: number) => void): Promise<Verified> {
    const [broken, ends]: [LogBreak[], LogEnd[]] = [await this.withoutLog(), []];
    const clients = (await this.sql.rows<{ client_id: string }>('SELECT l.client_id FROM event_log l ORDER BY l.client_id')).map(
      (row) => row.client_id,
    );
    let events = 0;
    for (const clientId of clients) {
      const end = former.find((each) => each.clientId === clientId);
      const log = new VerifiedLog(this.sql, this.seals, clientId, end ?? null, (count) => progress(events + count));
      const found = await log.follow();
      events += log.events;
      if (found) broken.push({ clientId, ...found });
      else if (log.frontier.size > 0) ends.push({ clientId, size: log.frontier.size, root: rootOf(log.frontier) });
    }
    const known = new Set([...clients, ...broken.map(({ clientId }) => clientId)]);
    for (const { clientId } of former) if (!known.has(clientId)) broken.push({ clientId, position: 1, reason: 'truncated' });
    const refused = await this.sql.first<{ total: number }>('SELECT COUNT(*) AS total FROM event_refused r');
    return { events, broken, ends, refused: Number(refused?.total) };
  }

  async sizes(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.sql.rows<LogRow>('SELECT l.client_id, l.size FROM event_log l');
    return new Map(rows.map((row) => [row.client_id, Number(row.size)]));
  }

  /** Events whose log is gone, and clients whose documents nobody seems to have created. */
  private async withoutLog(): Promise<LogBreak[]> {
    const orphans = await this.sql.rows<{ log_code: number }>(
      'SELECT DISTINCT e.log_code FROM event e LEFT JOIN event_log l ON l.code = e.log_code WHERE l.code IS NULL',
    );
    const clients = await this.sql.rows<{ id: string }>(
      `SELECT c.id FROM client c LEFT JOIN event_log l ON l.client_id = c.id
       WHERE l.client_id IS NULL AND EXISTS (SELECT 1 FROM document d WHERE d.client_id = c.id)`,
    );
    const names = [...orphans.map((row) => `log ${row.log_code}`), ...clients.map(({ id }) => id)];
    return names.map((clientId) => ({ clientId, position: 0, reason: 'truncated' }));
  }
}

/** One log, from its first event to its signed end. */
class VerifiedLog {
  frontier = Frontier.empty();
  /** Events up to here were removed. */
  private prunedTo = 0;
  /** Up to here the log itself says so. */
  private saidPruned = 0;

  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
    private readonly clientId: string,
    private readonly former: LogEnd | null,
    private readonly progress: (events: number) => void,
  ) {}

  get events(): number {
    return this.frontier.size - this.prunedTo;
  }

  async follow(): Promise<Found | null> {
    const wrong = (await this.begin()) ?? (await this.toEnd());
    if (wrong) return wrong;
    // The end is read with the log locked, so that events sealed meanwhile are not taken for a break.
    return this.sql.together(async () => {
      const end = await this.log(this.sql.isSqlite ? '' : 'FOR UPDATE');
      return (await this.toEnd()) ?? this.atEnd(end);
    });
  }

  /** Behind the events that were removed: with wrong nodes the end of the log would not be the one that was signed. */
  private async begin(): Promise<Found | null> {
    this.prunedTo = Number((await this.log(''))?.pruned_to ?? 0);
    try {
      this.frontier = await frontierAt(this.prunedTo, treeReader(this.sql, this.clientId));
      return null;
    } catch {
      return { position: 1, reason: 'missing' };
    }
  }

  private async toEnd(): Promise<Found | null> {
    let step;
    do step = await this.step();
    while (step === BATCH);
    return typeof step === 'object' ? step : null;
  }

  private log(lock: string): Promise<LogRow | null> {
    return this.sql.first<LogRow>(`SELECT l.* FROM event_log l WHERE l.client_id = ? ${lock}`, [this.clientId]);
  }

  /** Takes the next events in; answers how many there were, or the first that is wrong. */
  private async step(): Promise<number | Found> {
    const rows = await this.sql.rows<SaltedRow>(
      `SELECT e.*, l.client_id FROM event_log l JOIN event e ON e.log_code = l.code
       WHERE l.client_id = ? AND e.position > ? ORDER BY e.position LIMIT ?`,
      [this.clientId, this.frontier.size, BATCH],
    );
    const nodes: StoredNode[] = [];
    for (const row of rows) {
      const position = this.frontier.size + 1;
      if (Number(row.position) !== position) return { position, reason: 'missing' };
      const leaf = this.leafOf(row, position);
      if (!leaf) return { position, reason: 'altered' };
      if (row.action === 'trail.prune') this.saidPruned = Number((JSON.parse(row.subject) as { upTo: number }).upTo);
      nodes.push(...this.frontier.append(leaf));
      if (position === this.former?.size && rootOf(this.frontier) !== this.former.root) return { position, reason: 'unlike' };
    }
    this.progress(this.events);
    return (await this.wrongNode(nodes)) ?? rows.length;
  }

  private leafOf(row: SaltedRow, position: number): Buffer | null {
    try {
      const subject = JSON.parse(row.subject) as AuditSubject;
      const leaf = this.seals.leaf(saltedOf(row), position);
      return leaf.toString('base64url') === row.hash && thingOf(subject) === row.thing ? leaf : null;
    } catch {
      return null;
    }
  }

  /** Whoever hashes an altered event again has to do so with the nodes above it, too. */
  private async wrongNode(nodes: readonly StoredNode[]): Promise<Found | null> {
    if (nodes.length === 0) return null;
    const levels = [...new Set(nodes.map(({ level }) => level))];
    const rows = await this.sql.rows<{ level: number; idx: number; hash: string }>(
      `SELECT n.level, n.idx, n.hash FROM event_log l JOIN event_node n ON n.log_code = l.code
       WHERE l.client_id = ? AND n.level IN (${places(levels)}) AND n.idx IN (${places(nodes)})`,
      [this.clientId, ...levels, ...nodes.map(({ index }) => index)],
    );
    const stored = new Map(rows.map(({ level, idx, hash }) => [`${level} ${idx}`, hash]));
    const wrong = nodes.find(({ level, index, hash }) => stored.get(`${level} ${index}`) !== hash.toString('base64url'));
    return wrong ? { position: (wrong.index + 1) * 2 ** wrong.level, reason: 'unlike' } : null;
  }

  private atEnd(log: LogRow | null): Found | null {
    const { size } = this.frontier;
    const head = log && this.seals.open(this.clientId, log.head);
    if (!log || !head || head.size > size) return { position: size + 1, reason: 'truncated' };
    if (head.size < size) return { position: head.size + 1, reason: 'altered' };
    if (head.root !== rootOf(this.frontier)) return { position: size, reason: 'unlike' };
    // Somebody has removed events, and set the mark.
    if (Number(log.pruned_to) > this.saidPruned) return { position: this.saidPruned + 1, reason: 'missing' };
    if (Number(log.size) !== size || log.frontier !== this.frontier.text) return { position: size + 1, reason: 'truncated' };
    return this.former && this.former.size > size ? { position: size + 1, reason: 'truncated' } : null;
  }
}

const rootOf = (frontier: Frontier) => frontier.root().toString('base64url');
