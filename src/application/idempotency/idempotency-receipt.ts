/** Stores the result of a use case in the same transaction, so that a repeated call gets the same answer. */
export interface IdempotencyReceipt<Result> {
  keep(result: Result): Promise<void>;
}

/** For calls without an `Idempotency-Key`. */
export const NO_RECEIPT: IdempotencyReceipt<unknown> = { keep: async () => undefined };
