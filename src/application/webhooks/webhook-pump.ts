import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, Diagnostics, UnitOfWork } from '#application/ports/unit-of-work';
import { SealedEvents } from '#application/ports/sealed-events';
import { type HeldWebhook, type WebhookCounts, WebhookQueue, WebhookSender } from '#application/ports/webhooks';
import { TimeZone } from '#application/support/time-zone';
import type { SendOutcome } from '#domain/webhooks/webhook';
import { LeaseLost, type RunParts } from './run-parts';
import { LEASE_MS, WebhookRun } from './webhook-run';
import { WebhookRights } from './webhook-rights';

/** Webhooks that a process sends for at a time. */
const MOST_HELD = 64;
const BUSY_MS = 100;
const IDLE_MS = 500;
/** After a failure, and for a webhook that can do nothing now. */
const REST_MS = 5000;
/** At the end of the process, for what is being sent. */
const GRACE_MS = 3000;

/** Sends events to webhooks. Any number of processes may: each webhook is held by one at a time. */
@Injectable()
export class WebhookPump {
  readonly totals: Record<SendOutcome, number> = { accepted: 0, refused: 0, 'not-allowed': 0, unreachable: 0, timeout: 0 };
  private readonly runs = new Map<string, { run: WebhookRun; done: Promise<void> }>();
  private readonly resting = new Map<string, number>();
  private readonly parts: RunParts;
  private isOver = false;
  private failing = false;

  constructor(
    private readonly queue: WebhookQueue,
    events: SealedEvents,
    sender: WebhookSender,
    rights: WebhookRights,
    audit: AuditTrail,
    unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    timeZone: TimeZone,
    private readonly diagnostics: Diagnostics,
  ) {
    this.parts = { queue, events, sender, rights, audit, unitOfWork, clock, timeZone };
  }

  /** Takes on what is due; answers how long to wait until the next look. */
  async look(): Promise<number> {
    try {
      const free = MOST_HELD - this.runs.size;
      const due = free > 0 ? await this.queue.due(this.clock.now(), MOST_HELD * 2) : [];
      let taken = 0;
      for (const each of due) if (taken < free && (await this.take(each))) taken++;
      this.failing = false;
      return taken > 0 ? BUSY_MS : IDLE_MS;
    } catch (error) {
      this.report(error);
      return REST_MS;
    }
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await Promise.all([...this.runs.values()].map(({ done }) => done));
  }

  /** Sends nothing new, waits a moment for what is being sent, and lets go. What was broken off is sent again by another process. */
  async end(): Promise<void> {
    this.isOver = true;
    for (const { run } of this.runs.values()) run.end();
    await Promise.race([this.settled(), pause(GRACE_MS, undefined, { ref: false })]);
    for (const { run } of this.runs.values()) run.abort();
    await this.settled();
  }

  counts(): Promise<WebhookCounts> {
    return this.queue.counts();
  }

  private async take(due: { id: string; clientId: string }): Promise<boolean> {
    if (this.isOver || this.runs.has(due.id) || (this.resting.get(due.id) ?? 0) > performance.now()) return false;
    this.resting.delete(due.id);
    const held = await this.claim(due);
    if (!held) return false;
    const run = new WebhookRun(held, this.parts, ({ outcome }) => this.totals[outcome]++);
    this.runs.set(due.id, { run, done: this.follow(due.id, run) });
    // It was claimed while the process began to end.
    if (this.isOver) run.end();
    return true;
  }

  /** What is wrong with one keeps nobody from the others. */
  private async claim(due: { id: string; clientId: string }): Promise<HeldWebhook | null> {
    try {
      return await this.queue.claim(due, LEASE_MS, this.clock.now());
    } catch (error) {
      this.rest(due.id);
      this.report(error);
      return null;
    }
  }

  private rest(id: string): void {
    this.resting.set(id, performance.now() + REST_MS);
  }

  private async follow(id: string, run: WebhookRun): Promise<void> {
    try {
      await run.execute();
    } catch (error) {
      if (!(error instanceof LeaseLost)) {
        this.rest(id);
        this.report(error);
      }
    }
    if (run.isFull) this.rest(id);
    this.runs.delete(id);
  }

  /** Once per series of failures. */
  private report(error: unknown): void {
    if (!this.failing) this.diagnostics.problem('webhooks', error);
    this.failing = true;
  }
}
