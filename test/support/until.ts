import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 40_000;

/** Asks again and again until it is so, and then answers what was found; a slow machine gets its time. `what` says in the error what it was about. */
export async function until<T>(
  look: () => Promise<T> | T,
  isSo: (found: T) => boolean,
  { withinMs = LONGEST_MS, what }: { withinMs?: number; what?: string } = {},
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    if (Date.now() > end) throw new Error(`still not so after ${withinMs / 1000} s: ${what ?? JSON.stringify(found)}`);
    await sleep(25);
  }
}
