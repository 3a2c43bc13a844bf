import { MOST_TRIES, nextTryAt } from './back-off';
import { FAILURES_TO_PAUSE, type Delivery, type DisableReason, type Webhook } from './webhook';

type State = Pick<Webhook, 'state' | 'disabledBecause' | 'failures' | 'failingSince'>;

/** How a receiver does, and what follows for its webhook. */
export class WebhookHealth implements State {
  state: Webhook['state'];
  disabledBecause: DisableReason | null;
  failures: number;
  failingSince: Date | null;
  /** Of a paused one: when to send the next event, to see whether the receiver is back. */
  probeAt: Date | null = null;

  constructor({ state, disabledBecause, failures, failingSince, retryAt }: State & Pick<Webhook, 'retryAt'>) {
    [this.state, this.disabledBecause, this.failures, this.failingSince] = [state, disabledBecause, failures, failingSince];
    if (state === 'paused') this.probeAt = retryAt;
  }

  /** Answers whether this has ended a pause. */
  accepted(): boolean {
    const wasPaused = this.state === 'paused';
    if (wasPaused) this.state = 'active';
    [this.failures, this.failingSince, this.probeAt] = [0, null, null];
    return wasPaused;
  }

  /** The first try of an event has failed, or a probe. */
  failed({ at, retryAfterSeconds }: Delivery, random: number): void {
    this.failingSince ??= at;
    this.failures++;
    const probes = this.failures - FAILURES_TO_PAUSE + 1;
    if (probes > MOST_TRIES) this.disable('failing');
    else if (probes > 0) {
      this.state = 'paused';
      this.probeAt = nextTryAt({ at, tries: probes, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }, random);
    }
  }

  disable(reason: DisableReason): void {
    [this.state, this.disabledBecause, this.probeAt] = ['disabled', reason, null];
  }
}
