/**
 * The lane in which events of one thing are sent one after the other, so that none overtakes another; other lanes go on meanwhile. It is
 * the same in every process: another may go on with a webhook. Events without a thing keep their order among themselves.
 */
export function laneOf(thing: string | null, lanes: number): number {
  // FNV-1a: spreads ids well, and needs no package.
  let hash = 0x811c9dc5;
  for (const character of thing ?? '') hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return (hash >>> 0) % lanes;
}

/**
 * The last position up to which all is done: sent, parked, or not for this webhook. From there another process goes on.
 * @param lookedAt the last position that was read
 * @param open positions that were read and are not done, in any order
 */
export function safeCursor(lookedAt: number, open: Iterable<number>): number {
  let cursor = lookedAt;
  for (const position of open) cursor = Math.min(cursor, position - 1);
  return cursor;
}
