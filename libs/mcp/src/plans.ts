import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

const LASTS_MS = 15 * 60_000;

/**
 * A plan is no more than the proof that exactly this change was rehearsed for this caller a short while ago. It is not stored: whoever
 * commits it sends the change again, so that any process of the service can check it, and a person who approves the call sees all of it.
 */
export class Plans {
  constructor(
    private readonly key: KeyObject,
    private readonly caller: string,
    private readonly now: () => number = Date.now,
  ) {}

  issue(change: unknown): string {
    return this.signed(this.now() + LASTS_MS, change);
  }

  /** Null: the plan holds. */
  problemOf(plan: string, change: unknown): string | null {
    const until = parseInt(plan, 36);
    const [wanted, given] = [this.signed(until, change), plan].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given))
      return 'This plan is of another change, or of another user: "change" must be exactly what was proposed. Nothing was changed; propose it again.';
    return this.now() < until ? null : 'This plan is older than 15 minutes. Nothing was changed; propose it again.';
  }

  private signed(until: number, change: unknown): string {
    const mac = createHmac('sha256', this.key)
      .update('mcp plan/v1')
      .update(JSON.stringify([until, this.caller, change]));
    return `${until.toString(36)}.${mac.digest('base64url')}`;
  }
}
