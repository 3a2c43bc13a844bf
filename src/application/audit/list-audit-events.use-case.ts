import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditFilter } from '#application/ports/audit-trail';
import type { Scope } from '#domain/access/scope';
import type { ChainedEvent } from '#domain/audit/audit-event';

export interface AuditPage {
  events: (ChainedEvent & { code: number })[];
  /** Start of the next page; null on the last one. */
  next: number | null;
}

/** `GET /api/Auditoria`: newest first. Events name things of every level and unit, so the caller must reach the whole client. */
@Injectable()
export class ListAuditEvents {
  constructor(private readonly audit: AuditTrail) {}

  async execute(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<AuditPage> {
    const events = await this.audit.page(scope, filter, before, limit + 1);
    const page = events.slice(0, limit);
    return { events: page, next: events.length > limit ? (page.at(-1)?.code ?? null) : null };
  }
}
