import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { Sessions } from '#application/ports/users';
import { NOBODY_ID, type Author } from '#domain/access/actor';
import type { Permission } from '#domain/access/permission';
import type { Scope } from '#domain/access/scope';
import { isPersonal, type AuditAction, type SealedEvent } from '#domain/audit/audit-event';
import { EVENT_TYPES } from '#domain/audit/event-types';
import { passes } from '#domain/webhooks/type-filter';
import type { Webhook } from '#domain/webhooks/webhook';

/** The author of what the service decides on its own. */
export const SERVICE: Author = { userId: NOBODY_ID, origin: { address: 'service', requestId: '' } };

/** Never sent: what is no change of the archive and is told in the feed alone. */
const NEVER: ReadonlySet<AuditAction> = new Set([
  'session.close',
  'session.refuse',
  'call.refuse',
  'file.read',
  'share.open',
  'audit.drop',
]);

export const isSent = (action: AuditAction): boolean => !NEVER.has(action);

/** Over the whole client: a webhook is sent what the feed shows. */
export const WEBHOOK_RIGHTS: readonly [Permission, Permission] = ['webhook:manage', 'event:view'];

export type EventFilter = (event: SealedEvent) => boolean;

/** Types that a webhook can get at all. */
export const WEBHOOK_TYPES: readonly string[] = Object.entries(EVENT_TYPES)
  .filter(([action]) => isSent(action as AuditAction))
  .map(([, type]) => type);

/** Which events a webhook gets: those that it asks for, as far as its author may see them now. */
@Injectable()
export class WebhookRights {
  constructor(
    private readonly sessions: Sessions,
    private readonly access: AccessPolicy,
  ) {}

  /** What its author may do now; null: have no webhooks any more. */
  async scopeOf({ clientId, actorId }: Pick<Webhook, 'clientId' | 'actorId'>): Promise<Scope | null> {
    const user = await this.sessions.actor(actorId);
    if (!user) return null;
    const scopes = await Promise.all(
      WEBHOOK_RIGHTS.map((permission) => this.access.ofClient({ ...user, origin: SERVICE.origin }, permission, clientId)),
    );
    return scopes.every((scope) => scope?.holdsWholeClient()) ? (scopes[0] ?? null) : null;
  }

  /** Null: its author may not have webhooks any more. */
  async filterOf({ id, clientId, actorId, types, levelId }: Webhook): Promise<EventFilter | null> {
    const scope = await this.scopeOf({ clientId, actorId });
    if (!scope) return null;
    const audit = await this.access.ofClient(scope.actor, 'audit:view', clientId);
    const seesPersons = audit?.holdsWholeClient() ?? false;
    const levels = levelId === null ? null : levelsUnder(scope, levelId);
    return ({ action, subject }) =>
      isSent(action) &&
      passes(EVENT_TYPES[action], types) &&
      (seesPersons || !isPersonal(action)) &&
      (levels === null || levels.has(String(subject['levelId']))) &&
      // What it causes would be sent to it without end.
      subject['webhookId'] !== id;
  }
}

function levelsUnder(scope: Scope, levelId: string): ReadonlySet<string> {
  const { structure } = scope.client;
  const top = structure.node(levelId);
  const codes = top ? structure.subtree(top.code) : [];
  return new Set(codes.map((code) => structure.levelByCode(code)?.node.id ?? ''));
}
