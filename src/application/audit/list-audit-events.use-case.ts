import { Injectable } from '@nestjs/common';
import { SealedEvents, type AuditFilter } from '#application/ports/sealed-events';
import type { Scope } from '#domain/access/scope';
import type { SealedEvent } from '#domain/audit/audit-event';
import { Sealer } from './sealer';

export interface AuditPage {
  events: SealedEvent[];
  /** Start of the next page; null on the last one. */
  next: number | null;
}

/** `GET /api/Auditoria`: newest first. Events name things of every level and unit, so the caller must reach the whole client. */
@Injectable()
export class ListAuditEvents {
  constructor(
    private readonly events: SealedEvents,
    private readonly sealer: Sealer,
  ) {}

  async execute(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<AuditPage> {
    // On the first page callers expect what they have just done.
    if (before === null) await this.sealer.settle();
    const events = await this.events.page(scope, filter, before, limit + 1);
    const page = events.slice(0, limit);
    return { events: page, next: events.length > limit ? (page.at(-1)?.position ?? null) : null };
  }
}
