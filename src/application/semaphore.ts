import { busyWith, DomainError } from '#domain/errors';

/** A limit of running and waiting tasks; further ones are refused as BUSY. */
export class Semaphore {
  private running = 0;
  private readonly queue: { go: () => void; refuse: (error: unknown) => void }[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  /** Rejects with the reason of the signal while it waits; once it runs, the work itself must heed it. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.take(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** The same for work that has no end in one place: the turn lasts until it is given back. */
  async take(signal?: AbortSignal): Promise<() => void> {
    await this.turn(signal);
    let isTaken = true;
    return () => {
      if (isTaken) this.leave();
      isTaken = false;
    };
  }

  /** Refuses all that wait. */
  clear(): void {
    for (const { refuse } of this.queue.splice(0)) refuse(new DomainError('BUSY'));
  }

  private leave(): void {
    const next = this.queue.shift();
    if (next) next.go();
    else this.running--;
  }

  private async turn(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.running < this.atOnce) {
      this.running++;
      return;
    }
    if (this.queue.length >= this.waiting) throw busyWith('turns');
    await new Promise<void>((resolve, refuse) => {
      const giveUp = () => {
        this.queue.splice(this.queue.indexOf(entry), 1);
        refuse(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const entry = { go, refuse };
      this.queue.push(entry);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}
