import type { Deadline } from './deadline';
import { DownloadError, codeOf } from './download-error';
import type { Answer } from './request';

export interface BodyLimits {
  maxBytes: number;
  idleTimeoutMs: number;
  /** Content-Length: fewer bytes mean that something is missing. */
  expected: number | undefined;
}

/**
 * The body of an answer, once, within limits. Whatever ends it (the last byte, an error, a `break` in the loop of the reader)
 * closes the connection. An error stays: a reader that asks again gets it again, never a false end.
 */
export class LimitedBody implements AsyncIterableIterator<Uint8Array> {
  private readonly source: AsyncIterator<Uint8Array>;
  private received = 0;
  private ended = false;
  private failure: unknown;

  constructor(
    private readonly answer: Answer,
    private readonly limits: BodyLimits,
    private readonly deadline: Deadline,
  ) {
    this.source = answer.body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.failure !== undefined) throw this.failure;
    if (this.ended) return { done: true, value: undefined };
    try {
      const piece = await this.deadline.within(this.limits.idleTimeoutMs, this.source.next());
      if (!piece.done) this.count(piece.value);
      else await this.finish();
      return piece;
    } catch (error) {
      await this.fail(error);
      throw this.failure;
    }
  }

  /** The reader has had enough. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.ended = true;
    await this.release();
    return { done: true, value: undefined };
  }

  /** Aborts from outside: a reader sees an incomplete body. */
  async close(): Promise<void> {
    if (!this.ended) this.failure ??= new DownloadError('TRUNCATED');
    await this.release();
  }

  private count(piece: Uint8Array): void {
    this.received += piece.length;
    if (this.received > this.limits.maxBytes) throw new DownloadError('TOO_LARGE');
  }

  private async finish(): Promise<void> {
    if (this.limits.expected !== undefined && this.received !== this.limits.expected) throw new DownloadError('TRUNCATED');
    this.ended = true;
    await this.release();
  }

  private async fail(error: unknown): Promise<void> {
    const { aborted, reason } = this.deadline.signal;
    const own = error instanceof DownloadError ? error : new DownloadError('TRUNCATED', codeOf(error));
    this.failure ??= aborted ? reason : own;
    await this.release();
  }

  private async release(): Promise<void> {
    this.deadline.stop();
    await this.answer.destroy();
  }
}
