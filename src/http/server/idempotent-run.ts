import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Answer } from './answer';

/**
 * Runs a creating operation; with an `Idempotency-Key` a repeated call gets the answer of the first one, which is stored in the same
 * transaction as the work.
 */
export interface IdempotentRun {
  once<Result>(present: (result: Result) => Answer, work: (receipt: IdempotencyReceipt<Result>) => Promise<Result>): Promise<Answer>;
}
