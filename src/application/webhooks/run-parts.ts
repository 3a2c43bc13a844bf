import type { AuditTrail } from '#application/ports/audit-trail';
import type { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import type { SealedEvents } from '#application/ports/sealed-events';
import type { WebhookQueue, WebhookSender } from '#application/ports/webhooks';
import type { TimeZone } from '#application/support/time-zone';
import type { SealedEvent } from '#domain/audit/audit-event';
import type { ParkedEvent } from '#domain/webhooks/webhook';
import type { WebhookRights } from './webhook-rights';

export interface RunParts {
  queue: WebhookQueue;
  events: SealedEvents;
  sender: WebhookSender;
  rights: WebhookRights;
  audit: AuditTrail;
  unitOfWork: UnitOfWork;
  clock: Clock;
  timeZone: TimeZone;
}

export interface Job {
  event: SealedEvent;
  thing: string | null;
  /** It was tried before, or is sent again. */
  parked: ParkedEvent | null;
}

/** Another process sends for the webhook, or somebody has changed it. */
export class LeaseLost extends Error {}
