import { DomainError } from '#domain/errors';
import { contextOf, type HttpRequest } from '../server/request-context';

/** Minimum bytes per interval. */
interface Pace {
  bytes: number;
  everyMs: number;
}

/** Small bodies must arrive in one interval. */
export const PLAIN_PACE: Pace = { bytes: 256 * 1024, everyMs: 30_000 };
/** About the slowest usable connection for a file. */
export const UPLOAD_PACE: Pace = { bytes: 64 * 1024, everyMs: 60_000 };

/**
 * Reads a body, and refuses it if it falls below the pace, so that slow senders cannot hold resources. Time in
 * which the service itself is slow does not count.
 */
export class PacedBody {
  private awaited = false;
  private recent = 0;
  private refusal: DomainError | undefined;
  private end: (error: DomainError) => void = () => undefined;

  constructor(readonly request: HttpRequest) {}

  /** The service is waiting for the sender. */
  get isAwaited(): boolean {
    return this.awaited;
  }

  /** Bytes received since the last call. */
  takeRecent(): number {
    const { recent } = this;
    this.recent = 0;
    return recent;
  }

  /** Ends reading with this error: at once, or after the current chunk. */
  refuse(error: DomainError): void {
    this.refusal ??= error;
    this.end(error);
  }

  /** Call once. Leaving the loop keeps the request open for its answer. */
  async *chunks({ bytes, everyMs }: Pace): AsyncIterable<Buffer> {
    const { request } = this;
    const requestContext = contextOf(request);
    let arrived = 0;
    const timer = setInterval(() => {
      if (this.awaited && arrived < bytes) this.refuse(new DomainError('BODY_TOO_SLOW', [], { bytes, seconds: everyMs / 1000 }));
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
      // Not awaited: after a refusal it resolves with the next chunk.
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
