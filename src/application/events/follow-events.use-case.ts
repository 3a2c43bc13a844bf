import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { SealedEvents, type LogHead } from '#application/ports/sealed-events';
import type { Scope } from '#domain/access/scope';
import { AUDIT_ACTIONS, isPersonal, type AuditAction, type SealedEvent } from '#domain/audit/audit-event';
import { epochAfter, knowsEpoch, type Epoch } from '#domain/audit/epochs';
import { DomainError } from '#domain/errors';
import { EventArrivals } from './event-arrivals';

/** Positions that one look goes through: a filter that nothing passes must not read the whole log. */
const WINDOW = 5000;
/** Of the texts of one answer. */
const MOST_BYTES = 1 << 20;
const EMPTY: LogHead = { size: 0, checkpoint: '', prunedTo: 0, epochs: [] };
const NOTHING = { events: [], isCut: false };

export interface FollowInput {
  /** Where to begin: after a position, with the first event, at the end, or at about this time. */
  after: number | 'start' | 'end' | Date;
  /** In which the position was given; null: in the first. */
  epoch: string | null;
  limit: number;
  /** None: all that the caller may see. */
  actions: readonly AuditAction[];
  waitMs: number;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

export interface EventsRead {
  events: SealedEvent[];
  /** The last position looked at, whether or not an event there passed the filter. */
  next: number;
  hasMore: boolean;
  /** Signed head of the log that was read; empty: nothing has happened yet. */
  checkpoint: string;
  /** That of the log now; null: the first. */
  epoch: string | null;
}

/** The scope as it is after so long a wait; refuses whoever has lost it. */
export type Confirm = (waitedMs: number) => Promise<Scope>;

/** `GET /api/Evento`: sealed events in the order of their positions, so that a reader misses none and sees none twice. */
@Injectable()
export class FollowEvents {
  constructor(
    private readonly events: SealedEvents,
    private readonly arrivals: EventArrivals,
    private readonly access: AccessPolicy,
  ) {}

  async execute(scope: Scope, input: FollowInput, confirm: Confirm): Promise<EventsRead> {
    const begun = performance.now();
    const until = begun + input.waitMs;
    let actions = await this.visible(scope, input.actions);
    let head = (await this.events.head(scope.clientId)) ?? EMPTY;
    let next = await this.begin(scope, input, head);
    for (;;) {
      const read = await this.window(scope, actions, next, head, input.limit);
      const now = (read.next !== next && (await this.events.head(scope.clientId))) || EMPTY;
      if (now.prunedTo > next) {
        // Events may have been removed while they were read, of which the reader must not miss one unknowingly.
        if (typeof input.after === 'number') throw expired(now.prunedTo);
        [next, head] = [now.prunedTo, now];
        continue;
      }
      next = read.next;
      const left = until - performance.now();
      if (read.events.length > 0 || read.hasMore || left <= 0 || input.signal.aborted) return read;
      await this.arrivals.beyond(scope.clientId, head.size, left, input.signal);
      head = (await this.events.head(scope.clientId)) ?? EMPTY;
      // The wait ended without an event.
      if (head.size === next) return { ...read, checkpoint: head.checkpoint };
      // What the caller might see when the wait began may be withdrawn.
      actions = await this.visible(await confirm(performance.now() - begun), input.actions);
    }
  }

  /** What concerns persons and keys needs the permission for the audit trail. */
  private async visible({ actor, clientId }: Scope, asked: readonly AuditAction[]): Promise<AuditAction[]> {
    const audit = await this.access.ofClient(actor, 'audit:view', clientId);
    const seesAll = audit?.holdsWholeClient() ?? false;
    return AUDIT_ACTIONS.filter((action) => (asked.length === 0 || asked.includes(action)) && (seesAll || !isPersonal(action)));
  }

  private async begin({ clientId }: Scope, { after, epoch }: FollowInput, { size, prunedTo, epochs }: LogHead): Promise<number> {
    if (after === 'start') return prunedTo;
    if (after === 'end') return size;
    if (after instanceof Date) return this.events.before(clientId, after);
    refuseOther(epochs, epoch, after);
    // A position that was never given out: the reader's comes from another archive, or from before a restore.
    if (after > size)
      throw new DomainError('INPUT_INVALID', [{ path: ['apos'], code: 'OUT_OF_RANGE', details: { bound: size, side: 'max' } }]);
    if (after < prunedTo) throw expired(prunedTo);
    return after;
  }

  private async window(scope: Scope, actions: readonly AuditAction[], after: number, { size, checkpoint, epochs }: LogHead, limit: number) {
    const upTo = Math.min(size, after + WINDOW);
    const read = { after, upTo, actions, limit, bytes: MOST_BYTES };
    const { events, isCut } = actions.length === 0 ? NOTHING : await this.events.range(scope, read);
    const next = (isCut && events.at(-1)?.position) || upTo;
    return { events, next, hasMore: next < size, checkpoint, epoch: epochs.at(-1)?.name ?? null };
  }
}

const expired = (prunedTo: number) => new DomainError('CURSOR_EXPIRED', [], { first: prunedTo + 1 });

/** Up to where an epoch ends, the next one has the same events. */
function refuseOther(epochs: readonly Epoch[], epoch: string | null, after: number): void {
  const [isKnown, next] = [knowsEpoch(epochs, epoch), epochAfter(epochs, epoch)];
  if (next && (!isKnown || after >= next.from))
    throw new DomainError('CURSOR_EXPIRED', [], { first: next.from, last: next.from - 1, epoch: epochs.at(-1)?.name ?? '' });
  const options = epochs.map(({ name }) => name).join(', ');
  if (!isKnown) throw new DomainError('INPUT_INVALID', [{ path: ['epoca'], code: 'NOT_AN_OPTION', details: { options } }]);
}
