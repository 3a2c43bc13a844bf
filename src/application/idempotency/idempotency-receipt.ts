/** Takes down what a use case has done, in the transaction that does it, so that the same call again gets the same answer. */
export interface IdempotencyReceipt<Result> {
  keep(result: Result): Promise<void>;
}

/** For calls without an `Idempotency-Key`. */
export const NO_RECEIPT: IdempotencyReceipt<unknown> = { keep: async () => undefined };
