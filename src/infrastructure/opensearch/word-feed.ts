import type { Diagnostics } from '#application/ports/unit-of-work';
import type { WordOutbox } from '../typeorm/documents/word-outbox';
import type { OpenSearch } from './opensearch';

const LEASE_MS = 60_000;
const BUSY_MS = 10;
const IDLE_MS = 500;
const REST_MS = 5_000;
/** For words that OpenSearch refuses, until somebody has changed it. */
const REFUSED_MS = 10 * 60_000;

/** Brings the words of files to OpenSearch. Any number of processes may: what comes twice or late changes nothing. */
export class WordFeed {
  readonly totals = { sent: 0 };
  private failing = false;

  constructor(
    readonly outbox: WordOutbox,
    readonly server: OpenSearch,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Answers how long to wait until the next look. */
  async look(): Promise<number> {
    try {
      const isIdle = (await this.send()) === 0;
      this.failing = false;
      return isIdle ? IDLE_MS : BUSY_MS;
    } catch (error) {
      // Once per series of failures.
      if (!this.failing) this.diagnostics.problem('words for OpenSearch', error);
      this.failing = true;
      return REST_MS;
    }
  }

  /** Until nothing is due, and all of it can be found. */
  async settle(): Promise<void> {
    while ((await this.send()) > 0);
    await this.server.refresh();
  }

  /** Answers the number of documents whose words it had in hands. */
  private async send(): Promise<number> {
    const words = await this.outbox.take(LEASE_MS);
    if (words.length === 0) return 0;
    const refused = await this.server.write(words).catch(async (error: unknown) => {
      await this.outbox.later(words, 0);
      throw error;
    });
    const reasons = new Map(refused.map(({ code, reason }) => [code, reason]));
    const kept = words.filter(({ code }) => !reasons.has(code));
    await this.outbox.done(kept);
    this.totals.sent += kept.length;
    if (refused.length === 0) return words.length;
    await this.outbox.later(words.filter(({ code }) => reasons.has(code)), REFUSED_MS); // prettier-ignore
    throw new Error(`OpenSearch refuses the words of ${refused.length} documents: ${refused[0]?.reason}`);
  }
}
