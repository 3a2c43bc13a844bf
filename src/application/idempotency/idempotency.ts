import { Injectable } from '@nestjs/common';
import { newId } from '#application/ids';
import { Diagnostics } from '#application/ports/diagnostics';
import { IdempotencyRecords, type Claim, type KeptAnswer, type IdempotentCall } from '#application/ports/idempotency-records';
import { DomainError } from '#domain/errors';
import type { IdempotencyReceipt } from './idempotency-receipt';

const KEPT_MS = 7 * 86_400_000;
/** Of a process that has died: its claims pass to whoever repeats the call after so long. */
const LEASE_MS = 12_000;
/** A claim is renewed so often during its lease: two renewals may fail. */
const BEATS = 4;
const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

/** Until its lease has ended by itself. */
const RELEASES_MS = [500, 1000, 2000, 4000, 8000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Nobody is kept from ending by it. */
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** What came of the call now, or what it was answered before. */
export type Once<Result> = { result: Result } | { replay: KeptAnswer };

/** Of a call that nobody else sends: who comes second is the heir of a process that died. Shorter than the patience of whoever waits. */
export const SOLE_CALLER_LEASE_MS = PATIENCE_MS / 2;

/** Does what a repeatable call asks for once, however often it is sent; a refused call leaves no trace. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly calls: IdempotencyRecords,
    private readonly diagnostics: Diagnostics,
  ) {}

  async run<Result>(
    call: IdempotentCall,
    toKeep: (result: Result) => KeptAnswer,
    work: (receipt: IdempotencyReceipt<Result>) => Promise<Result>,
    leaseMs = LEASE_MS,
  ): Promise<Once<Result>> {
    const claimId = newId();
    const claim = await this.claim(call, claimId, leaseMs);
    if (claim.state === 'answered') return { replay: claim.answer };
    if (claim.state === 'different') throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    if (claim.state === 'running') throw new DomainError('CALL_RUNNING');
    const keep = async (result: Result) => {
      if (!(await this.calls.complete(call, claimId, toKeep(result)))) throw new DomainError('BUSY');
    };
    const stopRenewing = this.renewing(call, claimId, leaseMs);
    try {
      return { result: await work({ keep }) };
    } catch (error) {
      // Nothing happens to a claim that was completed after all: its transaction may yet turn out to have been committed.
      await this.release(call, claimId);
      throw error;
    } finally {
      stopRenewing();
    }
  }

  /** Holds a claim for as long as its work takes. Whoever lost it is told so when the answer is to be kept. */
  private renewing(call: IdempotentCall, claimId: string, leaseMs: number): () => void {
    const renew = () => {
      // Where this fails the next one may not; and while the database is away nobody else comes to a claim, either.
      this.calls.renew(call, claimId, leaseMs, KEPT_MS).catch(() => undefined);
    };
    const timer = setInterval(renew, leaseMs / BEATS).unref();
    return () => clearInterval(timer);
  }

  /** Where the database cannot be reached, later: whoever repeats a call that has failed is not to be told that it is running. */
  private async release(call: IdempotentCall, claimId: string): Promise<void> {
    try {
      await this.calls.release(call, claimId);
    } catch (failure) {
      this.diagnostics.problem('repeatable call', failure);
      void this.releaseLater(call, claimId);
    }
  }

  private async releaseLater(call: IdempotentCall, claimId: string): Promise<void> {
    for (const wait of RELEASES_MS) {
      await rest(wait);
      const released = await this.calls.release(call, claimId).then(
        () => true,
        () => false,
      );
      if (released) return;
    }
  }

  /** A twin that is nearly done is worth waiting for. */
  private async claim(call: IdempotentCall, claimId: string, leaseMs: number): Promise<Claim> {
    const until = Date.now() + PATIENCE_MS;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const claim = await this.calls.claim(call, claimId, leaseMs, KEPT_MS).catch(async (error: unknown) => {
        // Its answer may be all that was lost.
        await this.release(call, claimId);
        throw error;
      });
      if (claim.state !== 'running' || Date.now() + wait > until) return claim;
      await pause(wait);
    }
  }
}
