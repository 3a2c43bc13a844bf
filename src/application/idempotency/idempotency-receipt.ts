/** Takes down what a use case has done, in the transaction that does it, so that the same call again gets the same answer. */
export interface IdempotencyReceipt<Result> {
  keep(result: Result): Promise<void>;
}

/** Of a call that nobody means to repeat. */
export const NO_RECEIPT: IdempotencyReceipt<unknown> = { keep: async () => undefined };
