import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 40_000;

/** Asks again and again until it is so, and then answers what was found; a slow machine gets its time. */
export async function until<T>(look: () => Promise<T> | T, isSo: (found: T) => boolean): Promise<T> {
  const end = Date.now() + LONGEST_MS;
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    if (Date.now() > end) throw new Error(`still not so after ${LONGEST_MS / 1000} s: ${JSON.stringify(found)}`);
    await sleep(25);
  }
}
