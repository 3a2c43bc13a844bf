import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { Diagnostics } from '#application/ports/unit-of-work';
import { IdempotencyRecords, type Claim, type KeptAnswer, type IdempotentCall } from '#application/ports/access';
import { DomainError } from '#domain/errors';
import type { IdempotencyReceipt } from './idempotency-receipt';

const KEPT_MS = 7 * 86_400_000;
/** After this time a repeated call takes over the claim of a dead process. */
const LEASE_MS = 12_000;
/** Renewals of a claim per lease: two of them may fail. */
const BEATS = 4;
const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

/** Retries end when the lease expires. */
const RELEASES_MS = [500, 1000, 2000, 4000, 8000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Does not keep the process alive. */
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The result of this call, or the stored answer of an earlier one. */
export type Once<Result> = { result: Result } | { replay: KeptAnswer };

/** For calls with one sender: a second caller takes over an expired claim. Shorter than the wait time of callers. */
export const SOLE_CALLER_LEASE_MS = PATIENCE_MS / 2;

/** Runs a repeatable call once, however often it is sent; a refused call leaves no record. */
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
      // A completed claim is not released: its transaction may have been committed.
      await this.release(call, claimId);
      throw error;
    } finally {
      stopRenewing();
    }
  }

  /** Renews a claim during the work. A lost claim is noticed when the answer is stored. */
  private renewing(call: IdempotentCall, claimId: string, leaseMs: number): () => void {
    const renew = () => {
      // The next renewal may succeed; without the database no other process can take over the claim.
      this.calls.renew(call, claimId, leaseMs, KEPT_MS).catch(() => undefined);
    };
    const timer = setInterval(renew, leaseMs / BEATS).unref();
    return () => clearInterval(timer);
  }

  /** Retried later if the database is unreachable, so that a repeated call is not reported as running. */
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

  /** Waits for a concurrent call with the same key that may finish soon. */
  private async claim(call: IdempotentCall, claimId: string, leaseMs: number): Promise<Claim> {
    const until = Date.now() + PATIENCE_MS;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const claim = await this.calls.claim(call, claimId, leaseMs, KEPT_MS).catch(async (error: unknown) => {
        // The claim may have succeeded although its answer was lost.
        await this.release(call, claimId);
        throw error;
      });
      if (claim.state !== 'running' || Date.now() + wait > until) return claim;
      await pause(wait);
    }
  }
}
