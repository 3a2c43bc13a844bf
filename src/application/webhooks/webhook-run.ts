import { cloudEventOf } from '#application/events/cloud-event';
import type { HeldWebhook } from '#application/ports/webhooks';
import type { SealedEvent } from '#domain/audit/audit-event';
import { thingOf } from '#domain/audit/event-leaf';
import { MOST_TRIES, nextTryAt } from '#domain/webhooks/back-off';
import { WebhookHealth } from '#domain/webhooks/health';
import { laneOf, safeCursor } from '#domain/webhooks/lanes';
import type { Attempt, Delivery, ParkedEvent } from '#domain/webhooks/webhook';
import { LeaseLost, type Job, type RunParts } from './run-parts';
import { WebhookBacklog } from './webhook-backlog';
import { SERVICE, type EventFilter } from './webhook-rights';

export const LEASE_MS = 30_000;
const LANES = 4;
/** What one look reads at most. */
const EVENTS = 500;
const BYTES = 1 << 20;
/** Then another webhook may be held. */
const MOST_TURNS = 20;
/** About twice as much is sent again at most when the process dies: other lanes go on while it is saved. */
const SAVE_EACH = 50;
const SAVE_MS = 1000;
/** Without anything to save. */
const RENEW_MS = 10_000;

/** Sends for one webhook while this process holds it: turn by turn, until nothing is left or the receiver fails. */
export class WebhookRun {
  private readonly health: WebhookHealth;
  private readonly backlog: WebhookBacklog;
  private lookedAt: number;
  private filter: EventFilter = () => false;
  /** Positions that were read and are neither sent nor parked. */
  private readonly open = new Set<number>();
  private attempts: Attempt[] = [];
  private stopped = false;
  private isOver = false;
  private failure: unknown;
  private savedAt = performance.now();
  private saving: Promise<void> = Promise.resolve();
  private readonly sending = new AbortController();

  constructor(
    private readonly held: HeldWebhook,
    private readonly parts: RunParts,
    private readonly told: (delivery: Delivery) => void,
  ) {
    this.health = new WebhookHealth(held.webhook);
    this.backlog = new WebhookBacklog(held.parked);
    this.lookedAt = held.webhook.reached;
  }

  /** Until nothing is left to do, or the receiver fails. */
  async execute(): Promise<void> {
    const timer = setInterval(() => void this.saveSoon(), SAVE_MS);
    try {
      // Others wait for a process to have a place.
      for (let turn = 0; turn < MOST_TURNS && !this.isOver && (await this.turn()); turn++);
    } finally {
      clearInterval(timer);
      await this.save(0);
    }
    if (this.failure !== undefined) throw this.failure;
  }

  /** Nothing more is read until fewer events are parked. */
  get isFull(): boolean {
    return this.backlog.isFull;
  }

  /** Sends nothing new. */
  end(): void {
    [this.isOver, this.stopped] = [true, true];
  }

  /** Gives up what is being sent, too; it will be sent again. */
  abort(): void {
    this.end();
    this.sending.abort();
  }

  /** Answers whether to go on. */
  private async turn(): Promise<boolean> {
    if (this.held.secrets.length === 0) {
      this.health.disable('secret');
      return false;
    }
    if (!(await this.askRights())) return false;
    // What the last turn has left is read again.
    this.lookedAt = safeCursor(this.lookedAt, this.open);
    this.open.clear();
    const from = this.lookedAt;
    const isProbe = this.health.state === 'paused';
    const jobs = isProbe ? await this.probe() : [...(await this.due()), ...(await this.read())];
    const blocked = this.backlog.things;
    for (const { thing, parked } of jobs) if (thing !== null && parked) blocked.delete(thing);
    this.stopped = this.isOver;
    const lanes = Array.from({ length: LANES }, (_, lane) => jobs.filter((job) => laneOf(job.thing, LANES) === lane));
    let problem: unknown;
    const giveUp = (error: unknown) => {
      problem ??= error;
      this.abort();
    };
    // None goes on when the lease is let go.
    await Promise.all(lanes.map((lane) => this.send(lane, blocked, isProbe).catch(giveUp)));
    await this.save(LEASE_MS);
    if (problem !== undefined) throw problem;
    return this.health.state === 'active' && (jobs.length > 0 || this.lookedAt > from || isProbe);
  }

  /** Of the author, who may lose them at any time; answers whether to go on. */
  private async askRights(): Promise<boolean> {
    const filter = await this.parts.rights.filterOf(this.held.webhook);
    if (filter) this.filter = filter;
    else {
      this.health.disable('rights');
      this.stopped = true;
    }
    return filter !== null;
  }

  /** Parked events whose time has come, with those that wait behind them. */
  private async due(): Promise<Job[]> {
    const now = this.parts.clock.now();
    const parked = this.backlog
      .queues()
      .filter(([head]) => head && head.retryAt <= now)
      .flat();
    return this.jobsOf(parked);
  }

  private async jobsOf(parked: readonly ParkedEvent[]): Promise<Job[]> {
    if (parked.length === 0) return [];
    const events = await this.parts.events.among(
      this.held.webhook.clientId,
      parked.map(({ position }) => position),
    );
    const known = new Map(events.map((event) => [event.position, event]));
    return parked.flatMap((each) => {
      const event = known.get(each.position);
      if (event && this.filter(event)) return [{ event, thing: each.replay ? null : each.thing, parked: each }];
      // What was asked for, or may be seen, has changed.
      this.backlog.remove(each.position);
      return [];
    });
  }

  private async read(): Promise<Job[]> {
    if (this.backlog.isFull) return [];
    const events = await this.next();
    this.lookedAt = events.at(-1)?.position ?? this.lookedAt;
    return events.filter(this.filter).map((event) => this.fresh(event));
  }

  private next(): Promise<SealedEvent[]> {
    return this.parts.events.after(this.held.webhook.clientId, this.lookedAt, EVENTS, BYTES);
  }

  private fresh(event: SealedEvent): Job {
    this.open.add(event.position);
    return { event, thing: thingOf(event.subject), parked: null };
  }

  /** One event, to see whether the receiver is back: the next one, or one of those that are parked. */
  private async probe(): Promise<Job[]> {
    const waiting = this.backlog.things;
    for (;;) {
      const events = await this.next();
      const passing = events.filter(this.filter).map((event) => ({ event, thing: thingOf(event.subject) }));
      const next = passing.find(({ thing }) => thing === null || !waiting.has(thing));
      if (next) {
        for (const { event } of passing) if (event.position < next.event.position) this.open.add(event.position);
        this.lookedAt = next.event.position;
        return [this.fresh(next.event)];
      }
      if (passing.length > 0 || events.length === 0) break;
      this.lookedAt = (events.at(-1) as SealedEvent).position;
    }
    const heads = this.backlog.queues().map(([head]) => head as ParkedEvent);
    const [rarest] = heads.sort((a, b) => a.tries - b.tries);
    const jobs = await this.jobsOf(rarest ? [rarest] : []);
    // Nothing is left to try it with.
    if (jobs.length === 0) this.health.accepted();
    return jobs;
  }

  private async send(lane: readonly Job[], blocked: Set<string>, isProbe: boolean): Promise<void> {
    for (const job of lane) {
      if (this.stopped) return;
      if (!this.filter(job.event)) {
        // It was read before its author lost a right.
        this.open.delete(job.event.position);
        this.backlog.remove(job.event.position);
        continue;
      }
      if (job.thing !== null && blocked.has(job.thing)) {
        if (!job.parked) this.park(job, 0, this.parts.clock.now());
        continue;
      }
      const delivery = await this.deliver(job.event);
      if (!delivery) return;
      this.told(delivery);
      this.note(job, delivery, isProbe);
      if (delivery.outcome !== 'accepted' && job.thing !== null) blocked.add(job.thing);
      if (this.attempts.length >= SAVE_EACH) await this.save(LEASE_MS, true);
    }
  }

  /** Null: broken off. */
  private async deliver(event: SealedEvent): Promise<Delivery | null> {
    const { webhook, secrets } = this.held;
    const body = Buffer.from(JSON.stringify(cloudEventOf(event, this.parts.timeZone)));
    try {
      const id = [webhook.clientId, event.epoch, event.position].filter((part) => part !== null).join(':');
      return await this.parts.sender.send({ clientId: webhook.clientId, url: webhook.url, id, body, secrets }, this.sending.signal);
    } catch (error) {
      if (!this.sending.signal.aborted) throw error;
      return null;
    }
  }

  private note(job: Job, delivery: Delivery, isProbe: boolean): void {
    const { event, parked } = job;
    const attempt = { ...delivery, position: event.position, try: (parked?.tries ?? 0) + 1, replay: parked?.replay ?? false };
    if (delivery.outcome === 'accepted') {
      this.attempts.push({ ...attempt, dropped: false });
      this.open.delete(event.position);
      this.backlog.remove(event.position);
      if (this.health.accepted()) this.backlog.wake(this.parts.clock.now());
      return;
    }
    if (delivery.status === 410) this.health.disable('gone');
    // What was parked before says nothing new, nor what was under way when it paused.
    else if (isProbe || (!parked && this.health.state === 'active')) this.health.failed(delivery, Math.random());
    const isSpent = attempt.try >= MOST_TRIES;
    // Other events pass, so this one alone is given up; if none has passed for three days, the webhook is.
    const dropped = isSpent && (attempt.replay || this.health.failures === 0);
    if (isSpent && !dropped && this.health.state === 'active') this.health.disable('failing');
    this.attempts.push({ ...attempt, dropped });
    if (dropped) this.backlog.remove(event.position);
    // An event that the pump probes with stays where it is in the log.
    else if (parked || !isProbe) this.park(job, attempt.try, nextTryAt({ ...delivery, tries: attempt.try }, Math.random()));
    if (this.health.state !== 'active') this.stopped = true;
  }

  private park({ event, thing, parked }: Job, tries: number, retryAt: Date): void {
    if (!parked && this.backlog.isFull) {
      // It stays where it is in the log.
      this.stopped = true;
      return;
    }
    this.open.delete(event.position);
    this.backlog.put({ position: event.position, thing, tries, retryAt, replay: parked?.replay ?? false });
  }

  private async saveSoon(): Promise<void> {
    const isIdle = this.attempts.length === 0 && !this.backlog.hasChanged;
    if (!isIdle || performance.now() - this.savedAt > RENEW_MS) await this.save(LEASE_MS, true);
  }

  /** One after the other. What cannot be saved ends the run: another goes on from what was saved before. */
  private save(leaseMs: number, asks = false): Promise<void> {
    this.saving = this.saving.then(async () => {
      if (this.failure !== undefined) return;
      try {
        if (asks) await this.askRights();
        await this.store(leaseMs);
      } catch (error) {
        this.failure = error;
        this.abort();
      }
    });
    return this.saving;
  }

  private async store(leaseMs: number): Promise<void> {
    const { held, health } = this;
    const { id: webhookId, clientId, state: before } = held.webhook;
    const { state, disabledBecause, failures, failingSince } = health;
    const reached = safeCursor(this.lookedAt, this.open);
    const retryAt = state === 'active' ? this.backlog.nextAt : health.probeAt;
    const saving = {
      progress: { reached, state, disabledBecause, failures, failingSince, retryAt },
      parked: this.backlog.takeChanges(),
      attempts: this.attempts,
      leaseMs,
    };
    this.attempts = [];
    const isHeld = await this.parts.unitOfWork.run(async () => {
      if (!(await this.parts.queue.save(held, saving))) return false;
      if (state === 'disabled' && before !== 'disabled')
        await this.parts.audit.record(SERVICE, clientId, 'webhook.disable', { webhookId, why: String(disabledBecause) });
      return true;
    });
    held.webhook.state = state;
    this.savedAt = performance.now();
    if (!isHeld) throw new LeaseLost();
  }
}
