/** How to stop what runs, with the test that has started it: a hook's is that of the test before, which is over. */
const running = new Map<() => unknown, string | undefined>();

/** Whatever a test starts ends with it when its time is up: nobody else stops it then. Returns what to call once it has ended. */
export function endsWithTest(stop: () => unknown): () => void {
  // Programs of ours that are no tests, such as the screenshots, start the service by the same helpers.
  if (typeof expect === 'undefined') return () => undefined;
  running.set(stop, expect.getState().currentTestName);
  return () => void running.delete(stop);
}

/** Of a test whose time is up. */
export async function endWhatIsLeft(): Promise<void> {
  const { currentTestName } = expect.getState();
  const left = [...running].filter(([, test]) => test === currentTestName).map(([stop]) => stop);
  for (const stop of left) running.delete(stop);
  const ends = await Promise.allSettled(left.map(async (stop) => stop()));
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'what the test had started did not end well');
}
