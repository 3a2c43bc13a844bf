const BATCH = 500;

/** Statements take so many values and no more. */
export function* batches<T>(items: readonly T[], size = BATCH): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
