const BATCH = 500;

/** The number of values per statement is limited. */
export function* batches<T>(items: readonly T[], size = BATCH): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** What one statement may carry: servers take 16 MB at least, and a document's words are half of that at most. */
const MOST_BYTES = 4 * 1024 ** 2;

/** The same of rows with long texts: only one that is larger than that goes alone. */
export function* batchesBySize<T>(items: readonly T[], sizeOf: (item: T) => number): Iterable<readonly T[]> {
  let [batch, size] = [[] as T[], 0];
  for (const item of items) {
    const more = sizeOf(item);
    if (batch.length === BATCH || (batch.length > 0 && size + more > MOST_BYTES)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(item);
    size += more;
  }
  if (batch.length > 0) yield batch;
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

/** Groups rows by owner, keeping their order. */
export function groupsOf<Row, Owner>(rows: readonly Row[], ownerOf: (row: Row) => Owner): Map<Owner, Row[]> {
  const groups = new Map<Owner, Row[]>();
  for (const row of rows) {
    const group = groups.get(ownerOf(row));
    if (group) group.push(row);
    else groups.set(ownerOf(row), [row]);
  }
  return groups;
}

/** The same, as a function of the owner. */
export function grouped<Row, Owner>(rows: readonly Row[], ownerOf: (row: Row) => Owner): (owner: Owner) => Row[] {
  const groups = groupsOf(rows, ownerOf);
  return (owner) => groups.get(owner) ?? [];
}

/** Queries for a list of things in batches of some hundred. */
export async function inBatches<Thing, Row>(things: readonly Thing[], find: (batch: readonly Thing[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (const batch of batches(things)) found.push(...(await find(batch)));
  return found;
}
