import { createHmac, type KeyObject } from 'node:crypto';
import { Clock } from '#application/ports/clock';
import { AuditTrail, type AuditFilter, type ChainBreak, type ChainEnd, type NewEvent } from '#application/ports/audit-trail';
import type { Author } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import { canonical, type AuditAction, type AuditSubject, type ChainedEvent } from '#domain/audit/audit-event';
import { isDuplicate } from '../database-errors';
import { ofClients } from '../scope-condition';
import type { Parameter, Sql } from '../sql';
import { eventOf, type EventRow } from './event-row';
import { HeadTurns } from './head-turns';

interface Head {
  sequence: number;
  hash: string;
}

interface SealedHead extends Head {
  seal: string;
}

const COLUMNS = ['client_id', 'at', 'user_id', 'address', 'request_id', 'action', 'subject', 'sequence', 'hash'];
const BATCH = 1000;
const BEGINNING: Head = { sequence: 0, hash: '' };

/**
 * A chain of events per client: each event is hashed with its predecessor under a key that the database does not know; the head records the
 * end of the chain, so that truncation is detected. Written statements: on the path of every call that changes something.
 */
export class TypeOrmAuditTrail extends AuditTrail {
  private readonly turns = new HeadTurns();

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly key: KeyObject,
  ) {
    super();
  }

  record(author: Author, clientId: string, action: AuditAction, subject: AuditSubject): Promise<void> {
    return this.recordAll(clientId, [{ author, at: this.clock.now(), action, subject }]);
  }

  async recordAll(clientId: string, events: readonly NewEvent[]): Promise<void> {
    let last = BEGINNING;
    const write = async () => {
      const head = await this.takeHead(clientId);
      // On top of a forged head the new event must not fit its predecessor, or it would hide a truncation.
      const isOurs = head.seal === this.seal(clientId, head.sequence, head.hash);
      let { sequence, hash } = { ...head, hash: isOurs ? head.hash : `unsealed ${head.hash}` };
      const rows: Parameter[][] = [];
      for (const { author, at, action, subject } of events) {
        const { userId, origin } = author;
        const { address, requestId } = origin;
        sequence++;
        hash = this.hash(hash, { clientId, at, userId, address, requestId, action, subject, sequence });
        rows.push([clientId, at.getTime(), userId, address, requestId, action, JSON.stringify(subject), sequence, hash]);
      }
      await this.sql.insert('audit_event', COLUMNS, rows);
      await this.sql.write('UPDATE audit_head SET sequence = ?, hash = ?, seal = ? WHERE client_id = ?', [
        sequence,
        hash,
        this.seal(clientId, sequence, hash),
        clientId,
      ]);
      last = { sequence, hash };
    };
    const landed = async () => (await this.brokenSince([{ clientId, ...last }])).length === 0;
    await this.sql.together(write, landed);
  }

  async page(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<(ChainedEvent & { code: number })[]> {
    const within = ofClients(scope, 'e');
    const [wheres, parameters]: [string[], Parameter[]] = [[within.sql], [...within.parameters]];
    const where = (sql: string, value: Parameter | undefined) => {
      if (value === undefined) return;
      wheres.push(sql);
      parameters.push(value);
    };
    where('e.code < ?', before ?? undefined);
    where('e.at >= ?', filter.from?.getTime());
    where('e.at <= ?', filter.until?.getTime());
    where('e.user_id = ?', filter.userId);
    where('e.action = ?', filter.action);
    const rows = await this.sql.rows<EventRow>(`SELECT e.* FROM audit_event e WHERE ${wheres.join(' AND ')} ORDER BY e.code DESC LIMIT ?`, [
      ...parameters,
      limit,
    ]);
    return rows.map((row) => ({ code: row.code, ...eventOf(row) }));
  }

  async verify(progress?: (events: number) => void): Promise<{ events: number; broken: ChainBreak[] }> {
    const heads = await this.sql.rows<{ client_id: string }>('SELECT h.client_id FROM audit_head h ORDER BY h.client_id');
    const headless = await this.sql.rows<{ client_id: string }>(
      `SELECT e.client_id FROM audit_event e LEFT JOIN audit_head h ON h.client_id = e.client_id WHERE h.client_id IS NULL
       UNION SELECT c.id FROM client c LEFT JOIN audit_head h ON h.client_id = c.id
       WHERE h.client_id IS NULL AND EXISTS (SELECT 1 FROM document d WHERE d.client_id = c.id)`,
    );
    const broken: ChainBreak[] = headless.map((row) => ({ clientId: row.client_id, sequence: 0, reason: 'truncated' }));
    let events = 0;
    for (const head of heads) {
      const chain = await this.follow(head.client_id);
      events += chain.events;
      progress?.(events);
      if (chain.broken) broken.push(chain.broken);
    }
    return { events, broken };
  }

  async ends(): Promise<ChainEnd[]> {
    const heads = await this.sql.rows<Head & { client_id: string }>(
      'SELECT h.client_id, h.sequence, h.hash FROM audit_head h ORDER BY h.client_id',
    );
    return heads.filter((head) => head.sequence > 0).map(({ client_id: clientId, sequence, hash }) => ({ clientId, sequence, hash }));
  }

  async brokenSince(ends: readonly ChainEnd[]): Promise<ChainBreak[]> {
    const broken: ChainBreak[] = [];
    for (const { clientId, sequence, hash } of ends) {
      const event = await this.sql.first<Head>(
        'SELECT e.sequence, e.hash FROM audit_event e WHERE e.client_id = ? AND e.sequence <= ? ORDER BY e.sequence DESC LIMIT 1',
        [clientId, sequence],
      );
      if (event?.sequence !== sequence) broken.push({ clientId, sequence: (event?.sequence ?? 0) + 1, reason: 'truncated' });
      else if (event.hash !== hash) broken.push({ clientId, sequence, reason: 'altered' });
    }
    return broken;
  }

  private async follow(clientId: string): Promise<{ events: number; broken: ChainBreak | null }> {
    let { sequence, hash } = BEGINNING;
    let code = 0;
    const broken = (reason: ChainBreak['reason']) => ({ events: sequence, broken: { clientId, sequence: sequence + 1, reason } });
    const next = async (): Promise<ChainBreak['reason'] | 'end' | null> => {
      const rows = await this.sql.rows<EventRow>(
        'SELECT e.* FROM audit_event e WHERE e.client_id = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?',
        [clientId, sequence, BATCH],
      );
      for (const row of rows) {
        if (row.sequence !== sequence + 1) return 'missing';
        // Pages are ordered by code, which must match the order of the chain.
        if (row.code <= code || !this.isGenuine(row, hash)) return 'altered';
        ({ sequence, hash, code } = row);
      }
      return rows.length < BATCH ? 'end' : null;
    };
    let found = null;
    while (found === null) found = await next();
    if (found !== 'end') return broken(found);
    // The end is read with the head locked, so that concurrent events are not reported as a break.
    const rest = await this.sql.together(async () => {
      const head = await this.lockHead(clientId);
      let last = null;
      while (last === null) last = await next();
      if (last !== 'end') return last;
      return head?.sequence === sequence && head.hash === hash && head.seal === this.seal(clientId, sequence, hash) ? null : 'truncated';
    });
    return rest ? broken(rest) : { events: sequence, broken: null };
  }

  private isGenuine(row: EventRow, previous: string): boolean {
    try {
      const event = eventOf(row);
      return JSON.stringify(event.subject) === row.subject && this.hash(previous, event) === row.hash;
    } catch {
      return false;
    }
  }

  private hash(previous: string, event: Omit<ChainedEvent, 'hash'>): string {
    return createHmac('sha256', this.key).update(previous).update(canonical(event)).digest('hex');
  }

  /** Authenticates the head: a forger who truncates the chain and copies the last hash cannot compute the seal. */
  private seal(clientId: string, sequence: number, hash: string): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify(['head', clientId, sequence, hash]))
      .digest('hex');
  }

  private async takeHead(clientId: string): Promise<SealedHead> {
    const ask = async () => (await this.lockHead(clientId)) ?? (await this.beginChain(clientId));
    return this.sql.isSqlite ? ask() : this.turns.run(this.sql.transaction, clientId, ask);
  }

  private async lockHead(clientId: string): Promise<SealedHead | null> {
    const lock = this.sql.isSqlite ? '' : 'FOR UPDATE';
    return this.sql.first<SealedHead>(`SELECT h.sequence, h.hash, h.seal FROM audit_head h WHERE h.client_id = ? ${lock}`, [clientId]);
  }

  private async beginChain(clientId: string): Promise<SealedHead> {
    const seal = this.seal(clientId, BEGINNING.sequence, BEGINNING.hash);
    try {
      await this.sql.insert(
        'audit_head',
        ['client_id', 'sequence', 'hash', 'seal'],
        [[clientId, BEGINNING.sequence, BEGINNING.hash, seal]],
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return (await this.lockHead(clientId)) ?? { ...BEGINNING, seal };
  }
}
