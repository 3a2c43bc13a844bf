import { Injectable } from '@nestjs/common';
import { RateWindows, type RateWindow } from '#application/ports/rate-windows';
import { keepNewest } from '#application/keep-newest';
import { Settings } from '#application/settings';

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

interface Known {
  windows: readonly RateWindow[];
  readAt: number;
  /** Calls let pass that are in no database yet: some are on their way there. */
  uncounted: number;
  counting: number;
}

/**
 * Limits the rate of calls. A process counts up to a twentieth of each window in memory before it counts them in the database: so `n`
 * processes together let at most `n` twentieths of a window pass beyond its limit; where a limit is below 60, each call is counted in the
 * database. After a refusal the database is not queried again for this caller until the window ends.
 */
@Injectable()
export class Throttle {
  private readonly refusedUntil = new Map<string, { until: number; states: RateState[] }>();
  private readonly known = new Map<string, Known>();

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
    return this.fromMemory(caller, rateLimits, asked) ?? this.fromDatabase(caller, rateLimits, asked);
  }

  private fromMemory(caller: string, rateLimits: readonly RateLimit[], asked: number): RateState[] | null {
    const known = this.known.get(caller);
    if (!known || known.windows.length === 0) return null;
    const most = Math.floor(Math.min(...rateLimits.map(({ limit }) => limit)) * UNCOUNTED);
    if (most < 3) return null;
    // Counted when half of them have passed, so that the other half need not wait for it.
    const isDue = known.counting === 0 && known.uncounted + 1 >= most / 2;
    const notThere = known.uncounted + known.counting + 1;
    const age = asked - known.readAt;
    if (isDue || notThere > most || known.windows.some(({ endsInMs }) => endsInMs <= age)) return null;
    const states = known.windows.map(({ calls, endsInMs, ...window }, index) =>
      stateOf({ ...window, calls: calls + notThere, endsInMs: endsInMs - age }, rateLimits[index] as RateLimit),
    );
    // Perhaps another window has begun on the database's clock.
    if (states.some(({ remaining }) => remaining < 0)) return null;
    known.uncounted++;
    return states;
  }

  private async fromDatabase(caller: string, rateLimits: readonly RateLimit[], asked: number): Promise<RateState[]> {
    const known = this.known.get(caller) ?? { windows: [], readAt: asked, uncounted: 0, counting: 0 };
    keepNewest(this.known, caller, known, MOST_REMEMBERED);
    const { uncounted, readAt } = known;
    known.uncounted = 0;
    known.counting += uncounted + 1;
    // What has passed counts in the windows in which it has passed.
    const calls = rateLimits.map((_, index) => ((known.windows[index]?.endsInMs ?? 0) > asked - readAt ? uncounted + 1 : 1));
    const lengths = rateLimits.map((limit) => limit.seconds);
    const windows = await this.windows
      .count(caller, lengths, calls)
      .catch((error: unknown) => {
        known.uncounted += uncounted;
        throw error;
      })
      .finally(() => (known.counting -= uncounted + 1));
    if (asked >= known.readAt) Object.assign(known, { windows, readAt: asked });
    const states = windows.map((window, index) => stateOf(window, rateLimits[index] as RateLimit));
    const over = windows.filter((_, index) => (states[index] as RateState).remaining < 0);
    // From before the question: a slow answer must not prolong the refusal beyond the window.
    const until = asked + Math.max(...over.map(({ endsInMs }) => endsInMs));
    if (over.length > 0) keepNewest(this.refusedUntil, caller, { until, states }, MOST_REMEMBERED);
    return states;
  }
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** `remaining` is negative for a call beyond the limit. */
function stateOf({ calls, endsInMs }: RateWindow, limit: RateLimit): RateState {
  return { ...limit, remaining: limit.limit - calls, resets: seconds(endsInMs) };
}
