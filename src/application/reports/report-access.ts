import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import type { Actor } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { Report } from './report';
import { ReportReach } from './report-request';
import { Reports } from './reports';

/** The client or unit of a report call. */
export type ReportPlace = { clientId: string } | { unitId: string };

/** The reports that a caller may run for a place, and the reach of each. */
@Injectable()
export class ReportAccess {
  constructor(
    private readonly access: AccessPolicy,
    private readonly reports: Reports,
  ) {}

  async runnable(actor: Actor, place: ReportPlace): Promise<{ report: Report; reach: ReportReach }[]> {
    const own = await this.scope(actor, 'report:view', place);
    if (!own) throw new DomainError('NOT_PERMITTED');
    const unitId = 'unitId' in place ? place.unitId : null;
    const candidates = this.reports.all.filter(({ kind }) => kind === (unitId === null ? 'client' : 'unit'));
    const needed = [...new Set(candidates.flatMap(({ needs }) => needs))];
    const scopes = new Map(
      await Promise.all(needed.map(async (each) => [each, await this.scope(actor, each, place)] as [Permission, Scope | null])),
    );
    return candidates.flatMap((report) => {
      const held = report.needs.map((permission) => scopes.get(permission) ?? null);
      if (!held.every((scope) => scope !== null)) return [];
      const reach = new ReportReach([own, ...held], unitId);
      return reach.structures.length > 0 && (!report.ofWholeClient || reach.holdsWholeClient) ? [{ report, reach }] : [];
    });
  }

  private scope(actor: Actor, permission: Permission, place: ReportPlace): Promise<Scope | null> {
    return 'unitId' in place
      ? this.access.ofUnit(actor, permission, place.unitId)
      : this.access.ofClient(actor, permission, place.clientId);
  }
}
