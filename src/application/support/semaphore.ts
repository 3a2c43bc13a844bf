import { busyWith, DomainError } from '#domain/errors';

/** Limits running and waiting tasks; further tasks are refused as BUSY. */
export class Semaphore {
  private running = 0;
  private readonly queue: { go: () => void; refuse: (error: unknown) => void }[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  /** While the task waits, an aborted signal rejects it; a running task must observe the signal itself. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.take(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Like `run`, for work that ends elsewhere: the slot is held until the returned function is called. */
  async take(signal?: AbortSignal): Promise<() => void> {
    await this.turn(signal);
    let isTaken = true;
    return () => {
      if (isTaken) this.leave();
      isTaken = false;
    };
  }

  /** Refuses all waiting tasks. */
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
