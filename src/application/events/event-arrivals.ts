import { Injectable } from '@nestjs/common';
import { SealedEvents } from '#application/ports/sealed-events';

const LOOK_MS = 250;

interface Waiter {
  clientId: string;
  size: number;
  done: () => void;
}

/** Tells callers that wait when the log of their client has grown. One look of the process serves all of them. */
@Injectable()
export class EventArrivals {
  private readonly waiters = new Set<Waiter>();
  private looking = false;
  private ended = false;

  constructor(private readonly events: SealedEvents) {}

  /** Resolves when the log is longer than `size`, after that time, when the signal aborts, or when the process ends. */
  async beyond(clientId: string, size: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.ended || signal.aborted) return;
    let waiter: Waiter | undefined;
    let late: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((done) => {
        waiter = { clientId, size, done };
        this.waiters.add(waiter);
        late = setTimeout(done, ms);
        signal.addEventListener('abort', () => done(), { once: true });
        this.look();
      });
    } finally {
      clearTimeout(late);
      this.waiters.delete(waiter as Waiter);
    }
  }

  /** Of the process: answers what waits, and lets nothing wait any more. */
  end(): void {
    this.ended = true;
    for (const { done } of this.waiters) done();
  }

  private look(): void {
    if (this.looking) return;
    this.looking = true;
    setTimeout(() => void this.tell(), LOOK_MS);
  }

  private async tell(): Promise<void> {
    try {
      const sizes = await this.events.sizes([...new Set([...this.waiters].map(({ clientId }) => clientId))]);
      for (const { clientId, size, done } of this.waiters) if ((sizes.get(clientId) ?? 0) > size) done();
    } catch {
      // The next request of whoever waits tells that the database is away.
      for (const { done } of this.waiters) done();
    } finally {
      this.looking = false;
      if (this.waiters.size > 0 && !this.ended) this.look();
    }
  }
}
