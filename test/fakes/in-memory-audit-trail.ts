import { createHash } from 'node:crypto';
import { AuditTrail, type AuditFilter, type ChainBreak, type ChainEnd, type NewEvent } from '#application/ports/audit-trail';
import type { Clock } from '#application/ports/clock';
import type { Author } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import { canonical, type AuditAction, type AuditSubject, type ChainedEvent } from '#domain/audit/audit-event';
import type { InMemoryDatabase } from './in-memory-database';

const hashOf = (previous: string, event: Omit<ChainedEvent, 'hash'>) =>
  createHash('sha256').update(previous).update(canonical(event)).digest('hex');

/** Its rows cannot be changed, so it needs neither key nor seal. */
export class InMemoryAuditTrail extends AuditTrail {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  record(author: Author, clientId: string, action: AuditAction, subject: AuditSubject): Promise<void> {
    return this.recordAll(clientId, [{ author, at: this.clock.now(), action, subject }]);
  }

  async recordAll(clientId: string, events: readonly NewEvent[]): Promise<void> {
    await this.database.write((tables) => {
      for (const { author, at, action, subject } of events) {
        const chain = this.chainOf(clientId);
        const { address, requestId } = author.origin;
        const event = { clientId, at, userId: author.userId, address, requestId, action, subject, sequence: chain.length + 1 };
        const code = tables.nextCode();
        tables.events.set(code, { ...event, hash: hashOf(chain.at(-1)?.hash ?? '', event), code });
      }
    });
  }

  async page(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<(ChainedEvent & { code: number })[]> {
    const clients = scope.reaches.map((reach) => reach.structure.clientId);
    const { from, until, userId, action } = filter;
    return [...this.database.tables.events.values()]
      .filter(
        (event) =>
          clients.includes(event.clientId) &&
          (before === null || event.code < before) &&
          (!from || event.at >= from) &&
          (!until || event.at <= until) &&
          (userId === undefined || event.userId === userId) &&
          (action === undefined || event.action === action),
      )
      .sort((a, b) => b.code - a.code)
      .slice(0, limit);
  }

  async verify(): Promise<{ events: number; broken: ChainBreak[] }> {
    const clients = new Set([...this.database.tables.events.values()].map(({ clientId }) => clientId));
    const broken = [...clients].flatMap((clientId): ChainBreak[] => {
      const chain = this.chainOf(clientId);
      const bad = chain.findIndex((event, index) => event.hash !== hashOf(chain[index - 1]?.hash ?? '', event));
      return bad < 0 ? [] : [{ clientId, sequence: bad + 1, reason: 'altered' }];
    });
    return { events: this.database.tables.events.size, broken };
  }

  async ends(): Promise<ChainEnd[]> {
    const clients = [...new Set([...this.database.tables.events.values()].map(({ clientId }) => clientId))].sort();
    return clients.map((clientId) => {
      const { sequence, hash } = this.chainOf(clientId).at(-1)!;
      return { clientId, sequence, hash };
    });
  }

  async brokenSince(ends: readonly ChainEnd[]): Promise<ChainBreak[]> {
    return ends.flatMap(({ clientId, sequence, hash }): ChainBreak[] => {
      const chain = this.chainOf(clientId);
      if (chain.length < sequence) return [{ clientId, sequence: chain.length + 1, reason: 'truncated' }];
      return chain[sequence - 1]!.hash === hash ? [] : [{ clientId, sequence, reason: 'altered' }];
    });
  }

  private chainOf(clientId: string) {
    return [...this.database.tables.events.values()].filter((event) => event.clientId === clientId);
  }
}
