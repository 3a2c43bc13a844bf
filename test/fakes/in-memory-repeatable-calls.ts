import { IdempotencyRecords, type Claim, type KeptAnswer, type IdempotentCall } from '#application/ports/idempotency-records';
import type { CallEntry, InMemoryDatabase } from './in-memory-database';

const placeOf = ({ userId, key }: Pick<IdempotentCall, 'userId' | 'key'>) => `${userId} ${key}`;

export class InMemoryIdempotencyRecords extends IdempotencyRecords {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  claim(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<Claim> {
    return this.database.write(({ calls }): Claim => {
      const now = this.database.now();
      const known = calls.get(placeOf(call));
      if (known && known.keptUntil > now) {
        const live = known.answer !== null || known.claimedUntil > now;
        if (live && known.digest !== call.digest) return { state: 'different' };
        if (known.answer) return { state: 'answered', answer: known.answer };
        if (live) return { state: 'running' };
      }
      calls.set(placeOf(call), { ...call, claimId, claimedUntil: now + leaseMs, keptUntil: now + keepMs, answer: null });
      return { state: 'granted', claimId };
    });
  }

  complete(call: IdempotentCall, claimId: string, answer: KeptAnswer): Promise<boolean> {
    return this.database.write(({ calls }) => {
      const known = this.heldBy(call, claimId);
      if (known) calls.set(placeOf(call), { ...known, answer });
      return known !== undefined;
    });
  }

  renew(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<boolean> {
    return this.database.write(({ calls }) => {
      const known = this.heldBy(call, claimId);
      if (known?.answer !== null) return false;
      const now = this.database.now();
      calls.set(placeOf(call), { ...known, claimedUntil: now + leaseMs, keptUntil: now + keepMs });
      return true;
    });
  }

  async release(call: IdempotentCall, claimId: string): Promise<void> {
    await this.database.write(({ calls }) => {
      if (this.heldBy(call, claimId)?.answer === null) calls.delete(placeOf(call));
    });
  }

  forgetOld(before: Date, limit: number): Promise<number> {
    return this.database.write(({ calls }) => {
      const old = [...calls].filter(([, { keptUntil }]) => keptUntil < before.getTime()).sort(([, a], [, b]) => a.keptUntil - b.keptUntil);
      for (const [place] of old.slice(0, limit)) calls.delete(place);
      return Math.min(old.length, limit);
    });
  }

  private heldBy(call: IdempotentCall, claimId: string): CallEntry | undefined {
    const known = this.database.tables.calls.get(placeOf(call));
    return known?.claimId === claimId ? known : undefined;
  }
}
