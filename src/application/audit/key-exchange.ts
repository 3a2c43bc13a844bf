import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SealKeys, type Unlike } from '#application/ports/audit-trail';
import { Sealer } from './sealer';

/** Longer than the lease of a process that has ended. */
const WAIT_MS = 5000;
const LOOK_MS = 500;

/** The message is one sentence. */
export class ExchangeRefused extends Error {}

/** Nobody else may write meanwhile: events under a key that was replaced are taken for forgeries. */
@Injectable()
export class KeyExchange {
  constructor(
    private readonly keys: SealKeys,
    private readonly sealer: Sealer,
  ) {}

  /** Answers the number of logs; they tell of the exchange. */
  async run(exchange: () => Promise<number | Unlike | 'pending'>): Promise<number> {
    await this.waitForOthers();
    try {
      const done = await exchange();
      if (done === 'pending') throw new ExchangeRefused('events are pending that could not be sealed, or another process is writing');
      if (typeof done !== 'number')
        throw new ExchangeRefused(`the audit trail of client ${done.clientId} does not match its last signed state: see audit verify`);
      await this.sealer.settle();
      return done;
    } finally {
      await this.keys.release();
    }
  }

  private async waitForOthers(): Promise<void> {
    for (const until = performance.now() + WAIT_MS; !(await this.keys.isAlone());) {
      if (performance.now() > until) throw new ExchangeRefused('the service is running: stop all replicas first');
      await pause(LOOK_MS);
    }
  }
}
