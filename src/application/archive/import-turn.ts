import { Injectable } from '@nestjs/common';
import { newId } from '#application/ids';
import { IdempotencyRecords, type IdempotentCall } from '#application/ports/idempotency-records';

export interface Pace {
  /** Of whom nothing is heard for so long was killed. */
  leaseMs: number;
  beatMs: number;
}
const PACE: Pace = { leaseMs: 20_000, beatMs: 5_000 };
const PAUSE_MS = 100;
/** From the last beat on: who wants to go on much later finds the client, and begins a turn of their own. */
const KEPT_MS = 7 * 86_400_000;
/** No header brings a line feed: it is no user's `Idempotency-Key`. */
const KEY = 'bag import\n';

/** Another import of the same client is under way. */
export class ImportUnderWay extends Error {}

/** It has passed to another import, or was taken away: nothing more may be written. */
export class TurnLost extends Error {}

/** Lets one import at a time bring a client, wherever in the world it runs; with the means by which calls are told from their twins. */
@Injectable()
export class ImportTurn {
  pace = PACE;

  constructor(private readonly calls: IdempotencyRecords) {}

  /**
   * @param work is to hold on to its turn before whatever it writes, in the transaction that writes where there is one:
   * who was suspended for long may have lost it.
   */
  async run<T>(clientId: string, work: (hold: () => Promise<void>) => Promise<T>): Promise<T> {
    const { leaseMs, beatMs } = this.pace;
    const call: IdempotentCall = { userId: clientId, key: KEY, digest: '' };
    const claimId = newId();
    await this.claim(call, claimId);
    let isLost = false;
    const renew = async () => {
      if (!(await this.calls.renew(call, claimId, leaseMs, KEPT_MS))) isLost = true;
    };
    let beating: Promise<void> | null = null;
    // While the database is away nobody else comes to a claim, either.
    const beat = () => (beating ??= renew().catch(() => undefined).finally(() => (beating = null))); // prettier-ignore
    const timer = setInterval(() => void beat(), beatMs);
    try {
      return await work(async () => {
        if (!isLost) await renew();
        if (isLost) throw new TurnLost();
      });
    } finally {
      clearInterval(timer);
      await beating;
      // Else it ends by itself.
      await this.calls.release(call, claimId).catch(() => undefined);
    }
  }

  /** Whoever was killed has left a claim that ends by itself. */
  private async claim(call: IdempotentCall, claimId: string): Promise<void> {
    const { leaseMs, beatMs } = this.pace;
    const until = Date.now() + leaseMs + beatMs;
    while ((await this.calls.claim(call, claimId, leaseMs, KEPT_MS)).state !== 'granted') {
      if (Date.now() > until) throw new ImportUnderWay();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
