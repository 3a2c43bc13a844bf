/**
 * Repeats `look`, which returns how many milliseconds to wait before the next time, and calls `inspect` after it, at most every `inspectMs`.
 * The returned function stops it and waits for a step under way.
 */
export function repeat(look: () => Promise<number>, inspect: () => Promise<void>, inspectMs: number): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running: Promise<void> | undefined;
  let inspectedAt = -Infinity;
  let ended = false;
  const turn = async () => {
    const wait = await look();
    if (performance.now() - inspectedAt >= inspectMs) {
      inspectedAt = performance.now();
      await inspect();
    }
    if (!ended) timer = setTimeout(begin, wait).unref();
  };
  const begin = () => {
    running = turn();
  };
  begin();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}
