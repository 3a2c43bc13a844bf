import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Answer } from './answer';

/**
 * Runs an operation that creates something; with an `Idempotency-Key` a second time answers what the first one did. The answer is kept in
 * the transaction of the work.
 */
export interface IdempotentRun {
  once<Result>(present: (result: Result) => Answer, work: (receipt: IdempotencyReceipt<Result>) => Promise<Result>): Promise<Answer>;
}
