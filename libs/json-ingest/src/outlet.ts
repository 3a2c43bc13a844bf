import type { Writable } from 'node:stream';
import { PartsError } from './parts-error';

/** A Writable that is waited for without ever missing that it closed: a write to a client that left neither drains nor fails. */
export class Outlet {
  #lost: Error | undefined;
  #onDrain: (() => void) | undefined;
  #onLost: ((error: Error) => void) | undefined;

  constructor(private readonly out: Writable) {
    if (out.destroyed || out.writableEnded) this.#lose(out.errored);
    out.on('drain', this.#drained).on('close', this.#closed).on('error', this.#failed);
  }

  /** @throws PartsError OUTPUT_CLOSED */
  ensureOpen(): void {
    if (this.out.destroyed) this.#lose(this.out.errored);
    if (this.#lost) throw this.#lost;
  }

  /** Resolves when more may be written. */
  async write(text: string, encoding: 'utf8' | 'latin1'): Promise<void> {
    this.ensureOpen();
    if (text !== '' && !this.out.write(text, encoding)) await this.while(new Promise<void>((resolve) => (this.#onDrain = resolve)));
  }

  /** The promise's outcome, or a rejection as soon as the output is lost. */
  while<T>(promise: Promise<T>): Promise<T> {
    // Not Promise.race: it would add a reaction to one long-lived promise for every block that is written.
    return new Promise<T>((resolve, reject) => {
      this.#onLost = reject;
      promise.then(resolve, reject);
      if (this.#lost) reject(this.#lost);
    });
  }

  /** Takes the listeners off again. */
  release(): void {
    this.out.off('drain', this.#drained).off('close', this.#closed).off('error', this.#failed);
  }

  #lose(cause: unknown): void {
    this.#lost ??= new PartsError('OUTPUT_CLOSED', 'The output was closed before all parts were written', { cause });
    this.#onLost?.(this.#lost);
  }

  readonly #drained = (): void => this.#onDrain?.();
  readonly #closed = (): void => this.#lose(this.out.errored);
  readonly #failed = (error: Error): void => this.#lose(error);
}
