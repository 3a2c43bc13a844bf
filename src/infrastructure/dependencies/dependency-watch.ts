import { DependencyDown } from '#application/support/errors';
import { DomainError } from '#domain/errors';
import { Deadlines } from './deadlines';

interface Patience {
  /** A call that takes longer starts a probe; a probe that takes longer has failed. */
  answerMs: number;
  /** Interval of probes during an outage. */
  restMs: number;
  /** How long an answer to "is it there" holds. */
  freshMs: number;
  /** How long after its last answer it is taken to be there when a probe does not get at it for the crowd. */
  crowdMs: number;
}

const PATIENCE: Patience = { answerMs: 3000, restMs: 1000, freshMs: 500, crowdMs: 5000 };

/**
 * Knows whether what the service depends on answers. One probe at a time asks it, and only when somebody wants to know or a
 * call has met with silence. While nobody answers, calls are refused at once: neither they nor the dependency are kept busy
 * by waiting. The probe goes on until there is an answer again.
 */
export class DependencyWatch {
  private readonly patience: Patience;
  private readonly answers: Deadlines;
  /** Why it cannot be used, for whatever reason. */
  private failure: unknown;
  /** No call gets an answer: none is let through. */
  private shut = false;
  private checkedAt = -Infinity;
  private answeredAt = -Infinity;
  private probing: Promise<void> | undefined;
  private again: NodeJS.Timeout | undefined;
  private stopped = false;
  /** When it was last found silent, on the clock of `performance.now`. */
  lostAt = -Infinity;

  constructor(
    private readonly name: string,
    /** Rejects with a `DomainError` where it does not get at it for the crowd. */
    private readonly probe: (withinMs: number) => Promise<unknown>,
    /** Tells silence and trouble on the other side from an answer that we do not like. */
    private readonly isOutage: (error: unknown) => boolean,
    patience: Partial<Patience> = {},
  ) {
    this.patience = { ...PATIENCE, ...patience };
    this.answers = new Deadlines(this.patience.answerMs);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.shut) throw new DependencyDown(this.name, { cause: this.failure });
    const silence = this.answers.begin(this.onSilence);
    try {
      const result = await work();
      this.answeredAt = performance.now();
      return result;
    } catch (error) {
      if (this.isOutage(error)) void this.look();
      throw error;
    } finally {
      this.answers.end(silence);
    }
  }

  /** Rejects with the reason why it cannot be used. */
  async check(): Promise<void> {
    if (performance.now() - this.checkedAt > this.patience.freshMs) await this.look();
    if (this.failure !== undefined) throw this.failure as Error;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.again);
  }

  private readonly onSilence = (): void => void this.look();

  private look(): Promise<void> {
    return (this.probing ??= this.examine().finally(() => (this.probing = undefined)));
  }

  private async examine(): Promise<void> {
    clearTimeout(this.again);
    const began = performance.now();
    let failure = await this.attempt();
    // A connection that breaks is no outage yet; two in a row are.
    if (failure !== undefined && performance.now() - began < this.patience.answerMs / 2) failure = await this.attempt();
    this.checkedAt = performance.now();
    const isCrowd = failure instanceof DomainError;
    if (isCrowd && this.checkedAt - this.answeredAt < this.patience.crowdMs) failure = undefined;
    this.failure = failure;
    // If no call gets an answer, the dependency is overloaded.
    this.shut = failure !== undefined && (isCrowd || failure instanceof Late || this.isOutage(failure));
    if (!this.shut || this.stopped) return;
    this.lostAt = this.checkedAt;
    this.again = setTimeout(() => void this.look(), this.patience.restMs).unref();
  }

  private async attempt(): Promise<unknown> {
    const { answerMs } = this.patience;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Late(`no answer within ${answerMs} ms`)), answerMs);
    });
    try {
      await Promise.race([this.probe(answerMs), late]);
      return undefined;
    } catch (error) {
      return error ?? new Error('no reason given');
    } finally {
      clearTimeout(timer);
    }
  }
}

class Late extends DependencyDown {}
