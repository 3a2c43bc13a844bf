import { DomainError } from '#domain/errors';

/** So many at once, so many waiting for their turn; one more is refused as BUSY. */
export class Turns {
  private running = 0;
  private readonly queue: { go: () => void; refuse: (error: unknown) => void }[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  /** Rejects with the reason of the signal while it waits; once it runs, the work itself must heed it. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.turn(signal);
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next.go();
      else this.running--;
    }
  }

  /** Refuses all that wait. */
  clear(): void {
    for (const { refuse } of this.queue.splice(0)) refuse(new DomainError('BUSY'));
  }

  private async turn(signal?: AbortSignal): Promise<void> {
    if (this.running < this.atOnce) {
      this.running++;
      return;
    }
    if (this.queue.length >= this.waiting) throw new DomainError('BUSY');
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
