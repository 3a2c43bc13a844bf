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

/** The part of a limit that a process takes from the database at once at most. */
const PORTION = 0.05;

/** Below it, each call is taken by itself. */
const LOW_LIMIT = 60;

/** Long enough for the calls that wait for an answer that came when its window was over. */
const SHORTEST_MS = 10;

/** The calls of one caller in one window, of which this process has taken some from the database. */
class Bucket {
  /** Taken, and not let pass yet. */
  private left = 0;
  /** Of all processes, with those that they have taken. */
  private calls = 0;
  /** On the database's clock. */
  private startedAt = 0;
  private endsAt = 0;
  /** To be taken next: 1, 2, 4 … in each window, so that a process that gets few calls leaves the others to the rest. */
  private portion = 1;

  constructor(private readonly limit: RateLimit) {}

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

  /** How many calls to ask the database for, when so many wait; these are bounded by the lowest limit of the caller. */
  wanted(waiting: number, now: number): number {
    return Math.max(this.endsAt > now ? this.portion : 1, waiting);
  }

  /** `asked`: before the question, so that a slow answer does not prolong the window. */
  fill(taken: number, { calls, startedAt, endsInMs }: RateWindow, asked: number): void {
    const most = this.limit.limit < LOW_LIMIT ? 1 : Math.floor(this.limit.limit * PORTION);
    this.portion = Math.min(most, startedAt === this.startedAt ? 2 * this.portion : 2);
    this.left = Math.max(0, taken - Math.max(0, calls - this.limit.limit));
    this.calls = calls;
    this.startedAt = startedAt;
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
  /** Calls that are being counted. */
  waiting: number;
  filling?: Promise<void>;
}

/**
 * Limits the rate of calls by token buckets, one per caller and window. A process takes calls from the database, one, two, four and so on up
 * to a twentieth of a limit at once (where a limit is below 60, each by itself), and lets these pass without asking. All processes together
 * never let more pass than the limit; what one has taken and does not use before the window ends, no other can. After a refusal the database
 * is not queried again for this caller until the window ends.
 */
@Injectable()
export class Throttle {
  private readonly callers = new Map<string, Caller>();
  /** Apart, so that many addresses do not make it forget users. */
  private readonly addresses = new Map<string, Caller>();

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
    return limits.length === 0 ? [] : this.within(`user ${userId}`, limits, this.callers);
  }

  /** Counts a call of a client. */
  count(clientId: string): Promise<RateState[]> {
    return this.within(clientId, this.settings.rateLimits, this.callers);
  }

  /** Counts a call from an address, by what it asks for; `times` multiplies the usual limits. */
  countAddress(address: string, times = 1): Promise<RateState[]> {
    const limits = this.settings.rateLimits.map(({ seconds, limit }) => ({ seconds, limit: limit * times }));
    return this.within(address, limits, this.addresses);
  }

  private async within(name: string, limits: readonly RateLimit[], known: Map<string, Caller>): Promise<RateState[]> {
    const caller = known.get(name) ?? { buckets: limits.map((limit) => new Bucket(limit)), waiting: 0 };
    keepNewest(known, name, caller, MOST_REMEMBERED);
    const { buckets } = caller;
    caller.waiting++;
    try {
      for (;;) {
        const now = Date.now();
        const isRefused = buckets.some((bucket) => bucket.isOver(now));
        const isEmpty = buckets.some((bucket) => bucket.isEmpty(now));
        if (isRefused || !isEmpty) {
          if (!isRefused) for (const bucket of buckets) bucket.take();
          return buckets.map((bucket) => bucket.state(now, isRefused));
        }
        // One question at a time, for all calls that wait.
        await (caller.filling ??= this.fill(name, caller, limits).finally(() => (caller.filling = undefined)));
      }
    } finally {
      caller.waiting--;
    }
  }

  private async fill(name: string, { buckets, waiting }: Caller, limits: readonly RateLimit[]): Promise<void> {
    const asked = Date.now();
    const empty = buckets.filter((bucket) => bucket.isEmpty(asked));
    const most = Math.min(waiting, ...limits.map(({ limit }) => limit));
    const taken = empty.map((bucket) => bucket.wanted(most, asked));
    const windows = await this.windows.count(
      name,
      empty.map(({ seconds }) => seconds),
      taken,
    );
    for (const [index, bucket] of empty.entries()) bucket.fill(taken[index] as number, windows[index] as RateWindow, asked);
  }
}
