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

/** Of every window, the part that a process may let pass before it counts these calls in the database. */
const UNCOUNTED = 0.05;

/** A window as this process knows it. */
interface Known {
  calls: number;
  /** On the database's clock, of the window that was counted last. */
  startedAt: number;
  /** On this process's clock. */
  endsAt: number;
  /** Calls let pass that are in no database yet, and those on their way there. */
  uncounted: number;
  counting: number;
}

/**
 * Limits the rate of calls. A process counts up to a twentieth of each window in memory before it counts them in the database: so `n`
 * processes together let at most `n` twentieths of a window pass beyond its limit; where a limit is below 60, each call is counted in the
 * database. When a window ends, the process begins the next one by itself. After a refusal the database is not queried again for this
 * caller until the window ends.
 */
@Injectable()
export class Throttle {
  private readonly refusedUntil = new Map<string, { until: number; states: RateState[] }>();
  private readonly known = new Map<string, readonly Known[]>();
  /** Counts on their way that carry calls let pass before: a later call that overtook them would take the place of one of these. */
  private readonly carried = new Map<string, Promise<unknown>>();

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

  private async within(caller: string, rateLimits: readonly RateLimit[]): Promise<RateState[]> {
    const asked = Date.now();
    const refused = this.refusedUntil.get(caller);
    const leftMs = (refused?.until ?? 0) - asked;
    if (refused && leftMs > 0) return refused.states.map((state) => (state.remaining < 0 ? { ...state, resets: seconds(leftMs) } : state));
    const states = this.fromMemory(caller, rateLimits, asked);
    if (states) return states;
    const carried = this.carried.get(caller);
    if (!carried) return this.fromDatabase(caller, rateLimits, asked);
    await carried.catch(() => undefined);
    return this.within(caller, rateLimits);
  }

  private fromMemory(caller: string, rateLimits: readonly RateLimit[], asked: number): RateState[] | null {
    const known = this.known.get(caller);
    if (!known) return null;
    for (const [index, window] of known.entries()) {
      const { limit, seconds: length } = rateLimits[index] as RateLimit;
      const most = Math.floor(limit * UNCOUNTED);
      if (most < 3) return null;
      beginNext(window, length, asked);
      // Counted when half of them have passed, so that the other half need not wait for it.
      const isDue = window.counting === 0 && window.uncounted + 1 >= most / 2;
      const notThere = window.uncounted + window.counting + 1;
      // None left: perhaps another window has begun on the database's clock.
      if (isDue || notThere > most || window.calls + notThere > limit) return null;
    }
    return known.map((window, index) => {
      window.uncounted++;
      const calls = window.calls + window.uncounted + window.counting;
      return stateOf({ calls, endsInMs: window.endsAt - asked }, rateLimits[index] as RateLimit);
    });
  }

  private fromDatabase(caller: string, rateLimits: readonly RateLimit[], asked: number): Promise<RateState[]> {
    const carries = this.known.get(caller)?.some(({ uncounted }) => uncounted > 0);
    const counting = this.counted(caller, rateLimits, asked).finally(() => carries && this.carried.delete(caller));
    if (carries) this.carried.set(caller, counting);
    return counting;
  }

  private async counted(caller: string, rateLimits: readonly RateLimit[], asked: number): Promise<RateState[]> {
    const known = this.known.get(caller) ?? rateLimits.map(() => ({ calls: 0, startedAt: 0, endsAt: 0, uncounted: 0, counting: 0 }));
    keepNewest(this.known, caller, known, MOST_REMEMBERED);
    const lengths = rateLimits.map((limit) => limit.seconds);
    const counts = known.map((window, index) => {
      beginNext(window, lengths[index] as number, asked);
      const count = window.uncounted + 1;
      window.uncounted = 0;
      window.counting += count;
      return count;
    });
    const windows = await this.windows.count(caller, lengths, counts).catch((error: unknown) => {
      known.forEach((window, index) => {
        const count = counts[index] as number;
        window.uncounted += count - 1;
        window.counting -= count;
      });
      throw error;
    });
    // Both in one turn: a call between them would be let pass though the answer leaves no place for it.
    for (const [index, { calls, startedAt, endsInMs }] of windows.entries()) {
      const window = known[index] as Known;
      window.counting -= counts[index] as number;
      // Answers arrive in any order: within a window the highest count is the newest.
      const before = startedAt === window.startedAt ? window.calls : 0;
      if (startedAt >= window.startedAt) Object.assign(window, { calls: Math.max(before, calls), startedAt, endsAt: asked + endsInMs });
    }
    const states = windows.map((window, index) => stateOf(window, rateLimits[index] as RateLimit));
    const over = windows.filter((_, index) => (states[index] as RateState).remaining < 0);
    // From before the question: a slow answer must not prolong the refusal beyond the window.
    const until = asked + Math.max(...over.map(({ endsInMs }) => endsInMs));
    if (over.length > 0) keepNewest(this.refusedUntil, caller, { until, states }, MOST_REMEMBERED);
    return states;
  }
}

/** Windows follow each other without gaps. */
function beginNext(window: Known, length: number, now: number): void {
  if (window.endsAt > now) return;
  const lengthMs = length * 1000;
  Object.assign(window, { calls: 0, uncounted: 0, endsAt: window.endsAt + Math.ceil((now + 1 - window.endsAt) / lengthMs) * lengthMs });
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** `remaining` is negative for a call beyond the limit. */
function stateOf({ calls, endsInMs }: Pick<RateWindow, 'calls' | 'endsInMs'>, limit: RateLimit): RateState {
  return { ...limit, remaining: limit.limit - calls, resets: seconds(endsInMs) };
}
