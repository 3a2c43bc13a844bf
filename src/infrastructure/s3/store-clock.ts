/** Answers carry whole seconds: less than that is no difference. */
const RESOLUTION_MS = 2000;

/**
 * The time by the store's clock. A store refuses signatures that are 15 minutes off, and links are good for a minute by its clock:
 * so both are made by it, as the SDK makes its own after a refusal.
 */
export class StoreClock {
  private aheadMs = 0;

  constructor(private readonly observe: (aheadMs: number) => void = () => undefined) {}

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  /** @param date of an answer of the store, from its `Date` header */
  learn(date: string | undefined): void {
    const ahead = Date.parse(date ?? '') - Date.now();
    if (Number.isNaN(ahead)) return;
    this.aheadMs = Math.abs(ahead) < RESOLUTION_MS ? 0 : ahead;
    this.observe(this.aheadMs);
  }
}
