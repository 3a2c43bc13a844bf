import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { IdempotencyRecords, type IdempotentCall } from '#application/ports/access';

export interface Pace {
  /** Without a renewal for this time an import is considered dead. */
  leaseMs: number;
  beatMs: number;
}
const PACE: Pace = { leaseMs: 20_000, beatMs: 5_000 };
const PAUSE_MS = 100;
/** Counted from the last renewal; a later attempt inspects the client again, under a new claim. */
const KEPT_MS = 7 * 86_400_000;
/** Headers cannot contain a line feed, so no user's `Idempotency-Key` equals it. */
const KEY = 'bag import\n';

/** Another import of the same client is running. */
export class ImportUnderWay extends Error {}

/** The claim was lost: this import must not write any more. */
export class TurnLost extends Error {}

/** Allows one import of a client at a time across machines, by the claims used for idempotent calls. */
@Injectable()
export class ImportTurn {
  pace = PACE;

  constructor(private readonly calls: IdempotencyRecords) {}

  /**
   * @param work must call `hold` before each write, inside the write's transaction if there is one: a process that was suspended may have
   * lost its claim.
   */
  async run<T>(clientId: string, work: (hold: () => Promise<void>) => Promise<T>): Promise<T> {
    const { leaseMs, beatMs } = this.pace;
    const call: IdempotentCall = { clientId, userId: clientId, key: KEY, digest: '' };
    const claimId = newId();
    await this.claim(call, claimId);
    let isLost = false;
    const renew = async () => {
      if (!(await this.calls.renew(call, claimId, leaseMs, KEPT_MS))) isLost = true;
    };
    let beating: Promise<void> | null = null;
    // Without the database no other process can take over the claim.
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
      // A claim that was not released expires.
      await this.calls.release(call, claimId).catch(() => undefined);
    }
  }

  /** The claim of a killed import expires. */
  private async claim(call: IdempotentCall, claimId: string): Promise<void> {
    const { leaseMs, beatMs } = this.pace;
    const until = Date.now() + leaseMs + beatMs;
    while ((await this.calls.claim(call, claimId, leaseMs, KEPT_MS)).state !== 'granted') {
      if (Date.now() > until) throw new ImportUnderWay();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
