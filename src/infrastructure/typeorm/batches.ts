const BATCH = 500;

/** The number of values per statement is limited. */
export function* batches<T>(items: readonly T[], size = BATCH): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

const PAGE = 200;

/** Pages of things ordered by position, one statement per page. */
export async function* paged<T, Position>(
  start: Position,
  next: (after: Position, limit: number) => Promise<T[]>,
  positionOf: (thing: T) => Position,
): AsyncGenerator<T> {
  for (let after = start; ;) {
    const things = await next(after, PAGE);
    yield* things;
    if (things.length < PAGE) return;
    after = positionOf(things.at(-1) as T);
  }
}
