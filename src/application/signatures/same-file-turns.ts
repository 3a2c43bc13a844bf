import { Injectable } from '@nestjs/common';

/** Calls of this process that want the same files go one after the other, in the order in which they came. */
@Injectable()
export class SameFileTurns {
  /** By file id: resolves when the last of those who want the file is through. */
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Stands in all queues at once, so that no two calls ever wait for one another. The work learns whether somebody else had the
   * files before it. Rejects with the reason of the signal while it waits; once it runs, the work itself must heed it.
   */
  async run<T>(fileIds: readonly string[], work: (waited: boolean) => Promise<T>, signal: AbortSignal): Promise<T> {
    const others = fileIds.flatMap((id) => this.last.get(id) ?? []);
    let done: () => void = () => undefined;
    // Who gives up while it waits lets nobody pass those before it.
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
