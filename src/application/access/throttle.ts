import { Injectable } from '@nestjs/common';
import { RateWindows, type RateWindow } from '#application/ports/rate-windows';
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

/** Limits the rate of calls. After a refusal the database is not queried again for this caller until the window ends. */
@Injectable()
export class Throttle {
  private readonly refusedUntil = new Map<string, { until: number; states: RateState[] }>();

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
    const refused = this.refusedUntil.get(caller);
    const asked = Date.now();
    const leftMs = (refused?.until ?? 0) - asked;
    if (refused && leftMs > 0) return refused.states.map((state) => (state.remaining < 0 ? { ...state, resets: seconds(leftMs) } : state));
    const counted = await this.windows.count(
      caller,
      rateLimits.map((limit) => limit.seconds),
    );
    const states = counted.map((window, index) => stateOf(window, rateLimits[index] as RateLimit));
    const over = counted.filter((_, index) => (states[index] as RateState).remaining < 0);
    // From before the question: a slow answer must not prolong the refusal beyond the window.
    if (over.length > 0) this.remember(caller, asked + Math.max(...over.map(({ endsInMs }) => endsInMs)), states);
    return states;
  }

  private remember(caller: string, until: number, states: RateState[]): void {
    if (this.refusedUntil.size >= MOST_REMEMBERED) this.refusedUntil.clear();
    this.refusedUntil.set(caller, { until, states });
  }
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** `remaining` is negative for a call beyond the limit. */
function stateOf({ calls, endsInMs }: RateWindow, limit: RateLimit): RateState {
  return { ...limit, remaining: limit.limit - calls, resets: seconds(endsInMs) };
}
