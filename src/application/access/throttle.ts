import { Injectable } from '@nestjs/common';
import { RateWindows, type RateWindow } from '#application/ports/access';
import { keepNewest } from '#application/access/keep-newest';
import { Settings } from '#application/support/settings';

export interface RateLimit {
  seconds: number;
  limit: number;
}

export interface RateState extends RateLimit {
  remaining: number;
  /** Seconds until the window ends. */
  resets: number;
}

const MOST_REMEMBERED = 10_000;

/** The part of a limit that a process takes from the database at once. */
const PORTION = 0.05;

/** Long enough for the calls that wait for an answer that came when its window was over. */
const SHORTEST_MS = 10;

/** The calls of one caller in one window, of which this process has taken some from the database. */
class Bucket {
  /** Taken, and not let pass yet. */
  private left = 0;
  /** Of all processes, with those that they have taken. */
  private calls = 0;
  private endsAt = 0;
  readonly portion: number;

  constructor(private readonly limit: RateLimit) {
    const portion = Math.floor(limit.limit * PORTION);
    this.portion = portion < 3 ? 1 : portion;
  }

  get seconds(): number {
    return this.limit.seconds;
  }

  isEmpty(now: number): boolean {
    return this.left === 0 || this.endsAt <= now;
  }

  /** There are no more calls in the window. */
  isOver(now: number): boolean {
    return this.left === 0 && this.calls >= this.limit.limit && this.endsAt > now;
  }

  take(): void {
    this.left--;
  }

  /** `asked`: before the question, so that a slow answer does not prolong the window. */
  fill(portion: number, { calls, endsInMs }: RateWindow, asked: number): void {
    this.left = Math.max(0, portion - Math.max(0, calls - this.limit.limit));
    this.calls = calls;
    this.endsAt = Math.max(asked + endsInMs, Date.now() + SHORTEST_MS);
  }

  state(now: number, isRefused = false): RateState {
    const remaining = isRefused && this.isOver(now) ? -1 : Math.max(0, this.limit.limit - this.calls) + this.left;
    return { ...this.limit, remaining, resets: Math.max(1, Math.ceil((this.endsAt - now) / 1000)) };
  }
}

/** What this process knows of a caller. */
interface Caller {
  buckets: readonly Bucket[];
  /** Calls that wait for their buckets to be filled. */
  waiting: number;
  filling?: Promise<void>;
}

/**
 * Limits the rate of calls by token buckets, one per caller and window. A process takes a twentieth of a limit from the database at once
 * (where a limit is below 60, each call by itself) and lets these calls pass without asking. All processes together never let more pass than
 * the limit; what one has taken and does not use before the window ends, no other can. After a refusal the database is not queried again for
 * this caller until the window ends.
 */
@Injectable()
export class Throttle {
  private readonly callers = new Map<string, Caller>();

  constructor(
    private readonly windows: RateWindows,
    private readonly settings: Settings,
  ) {}

  get isOn(): boolean {
    return this.settings.rateLimits.length + this.settings.userRateLimits.length > 0;
  }

  /** Counts a call of a user, within the limit of the client. A call refused here does not count for the client. */
  async countUser(userId: string): Promise<RateState[]> {
    const limits = this.settings.userRateLimits;
    return limits.length === 0 ? [] : this.within(`user ${userId}`, limits);
  }

  /** Counts a call of a client or of another named caller; `times` multiplies the usual limits. */
  count(caller: string, times = 1): Promise<RateState[]> {
    const limits = this.settings.rateLimits.map(({ seconds, limit }) => ({ seconds, limit: limit * times }));
    return this.within(caller, limits);
  }

  private async within(name: string, limits: readonly RateLimit[]): Promise<RateState[]> {
    const caller = this.callers.get(name) ?? { buckets: limits.map((limit) => new Bucket(limit)), waiting: 0 };
    keepNewest(this.callers, name, caller, MOST_REMEMBERED);
    const { buckets } = caller;
    for (;;) {
      const now = Date.now();
      const isRefused = buckets.some((bucket) => bucket.isOver(now));
      if (!isRefused && buckets.some((bucket) => bucket.isEmpty(now))) {
        await this.filled(name, caller);
        continue;
      }
      if (!isRefused) for (const bucket of buckets) bucket.take();
      return buckets.map((bucket) => bucket.state(now, isRefused));
    }
  }

  /** One question at a time, for all calls that wait. */
  private async filled(name: string, caller: Caller): Promise<void> {
    caller.waiting++;
    try {
      await (caller.filling ??= this.fill(name, caller).finally(() => (caller.filling = undefined)));
    } finally {
      caller.waiting--;
    }
  }

  private async fill(name: string, { buckets, waiting }: Caller): Promise<void> {
    const asked = Date.now();
    const empty = buckets.filter((bucket) => bucket.isEmpty(asked));
    const portions = empty.map(({ portion }) => Math.max(portion, waiting));
    const windows = await this.windows.count(
      name,
      empty.map(({ seconds }) => seconds),
      portions,
    );
    for (const [index, bucket] of empty.entries()) bucket.fill(portions[index] as number, windows[index] as RateWindow, asked);
  }
}
