import { Injectable } from '@nestjs/common';

/** Serialises calls of this process that use the same files, in order of arrival. */
@Injectable()
export class SameFileTurns {
  /** By file id: resolves when the last queued call for the file has finished. */
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Enters all queues at once, so that calls cannot deadlock. `waited` tells the work whether another call held a file before it. While
   * waiting, an aborted signal rejects; running work must observe the signal itself.
   */
  async run<T>(fileIds: readonly string[], work: (waited: boolean) => Promise<T>, signal: AbortSignal): Promise<T> {
    const others = fileIds.flatMap((id) => this.last.get(id) ?? []);
    let done: () => void = () => undefined;
    // A call that gives up while waiting must not let later calls overtake earlier ones.
    const through = Promise.all([...others, new Promise<void>((resolve) => (done = resolve))]);
    for (const id of fileIds) this.last.set(id, through);
    void through.then(() => this.forget(fileIds, through));
    try {
      await unlessOver(Promise.all(others), signal);
      return await work(others.length > 0);
    } finally {
      done();
    }
  }

  private forget(fileIds: readonly string[], through: Promise<unknown>): void {
    for (const id of fileIds) if (this.last.get(id) === through) this.last.delete(id);
  }
}

async function unlessOver(others: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let giveUp: () => void = () => undefined;
  try {
    await new Promise<unknown>((resolve, reject) => {
      giveUp = () => reject(signal.reason as Error);
      signal.addEventListener('abort', giveUp);
      void others.then(resolve);
    });
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
