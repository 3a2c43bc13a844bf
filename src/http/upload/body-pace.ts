import type { DomainError } from '#domain/errors';
import { contextOf, type HttpRequest } from '../server/request-context';

/** How much must arrive in each span of time. */
interface Pace {
  bytes: number;
  everyMs: number;
}

/** A small body comes at once or not at all. */
export const PLAIN_PACE: Pace = { bytes: 256 * 1024, everyMs: 30_000 };
/** About the slowest line that somebody would send a file over. */
export const UPLOAD_PACE: Pace = { bytes: 64 * 1024, everyMs: 60_000 };

/**
 * A body, as long as it keeps the pace: one byte now and then would hold its place for ever. Time that we take ourselves, because the
 * store is slow, does not count.
 */
export class PacedBody {
  private awaited = false;
  private recent = 0;
  private refusal: DomainError | undefined;
  private end: (error: DomainError) => void = () => undefined;

  constructor(readonly request: HttpRequest) {}

  /** We wait for its sender, not its sender for us. */
  get isAwaited(): boolean {
    return this.awaited;
  }

  /** The bytes that have come since this was asked last. */
  takeRecent(): number {
    const { recent } = this;
    this.recent = 0;
    return recent;
  }

  /** Ends the reading with this refusal: at once, or with the chunk that is being looked at. */
  refuse(error: DomainError): void {
    this.refusal ??= error;
    this.end(error);
  }

  /** To be read once. Leaving the loop leaves the request whole, for its answer. */
  async *chunks({ bytes, everyMs }: Pace): AsyncIterable<Buffer> {
    const { request } = this;
    const requestContext = contextOf(request);
    let arrived = 0;
    const timer = setInterval(() => {
      if (this.awaited && arrived < bytes) request.destroy();
      arrived = 0;
    }, everyMs).unref();
    const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const next = await this.unlessRefused(() => chunks.next());
        if (next.done) return;
        const { length } = next.value;
        arrived += length;
        this.recent += length;
        requestContext.bytesIn += length;
        yield next.value;
      }
    } finally {
      clearInterval(timer);
      // Not waited for: after a refusal it ends with the chunk that comes next.
      void chunks.return?.();
    }
  }

  private async unlessRefused<T>(next: () => Promise<T>): Promise<T> {
    if (this.refusal) throw this.refusal;
    const refused = new Promise<never>((_, reject) => (this.end = reject));
    this.awaited = true;
    try {
      return await Promise.race([next(), refused]);
    } finally {
      this.awaited = false;
    }
  }
}
