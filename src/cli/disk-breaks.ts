import { whenDiskBreaks } from '#infrastructure/typeorm/data-source';

/**
 * Nothing is asked of a database whose disk is beyond repair (ADR 47): a command that would go on, as it takes failures for passing ones, is
 * stopped, and whatever it says then, the disk is the reason.
 */
export async function unlessDiskBreaks<T>(
  app: Parameters<typeof whenDiskBreaks>[0],
  stopping: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  let broken: Error | undefined;
  whenDiskBreaks(app, (error) => {
    broken = error;
    stopping.abort();
  });
  try {
    const done = await work();
    if (!broken) return done;
  } catch (error) {
    throw broken ?? error;
  }
  throw broken;
}
