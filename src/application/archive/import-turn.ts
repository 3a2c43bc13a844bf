import { Injectable } from '@nestjs/common';
import { newId } from '#application/ids';
import { RepeatableCalls, type RepeatableCall } from '#application/ports/repeatable-calls';

/** Of whom nothing is heard for so long was killed. */
const LEASE_MS = 3_000;
const BEAT_MS = 1_000;
const PATIENCE_MS = LEASE_MS + BEAT_MS;
const PAUSE_MS = 100;
const KEPT_MS = 7 * 86_400_000;

/** Another import of the same client is under way. */
export class ImportUnderWay extends Error {}

/** Lets one import at a time bring a client, wherever in the world it runs; with the means by which calls are told from their twins. */
@Injectable()
export class ImportTurn {
  constructor(private readonly calls: RepeatableCalls) {}

  /** @param work is to ask now and then whether it has the turn still: who was suspended for long may have lost it. */
  async run<T>(clientId: string, work: (check: () => void) => Promise<T>): Promise<T> {
    const call: RepeatableCall = { userId: clientId, key: 'bag import', digest: '' };
    const claimId = newId();
    await this.claim(call, claimId);
    let isLost = false;
    const beat = async () => {
      isLost ||= !(await this.calls.renew(call, claimId, LEASE_MS));
    };
    // While the database is away nobody else comes to a claim, either.
    const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
    try {
      return await work(() => {
        if (isLost) throw new ImportUnderWay();
      });
    } finally {
      clearInterval(timer);
      // Else it ends by itself.
      await this.calls.release(call, claimId).catch(() => undefined);
    }
  }

  /** Whoever was killed has left a claim that ends by itself. */
  private async claim(call: RepeatableCall, claimId: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    while ((await this.calls.claim(call, claimId, LEASE_MS, KEPT_MS)).state !== 'granted') {
      if (Date.now() > until) throw new ImportUnderWay();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
