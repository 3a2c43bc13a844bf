import type { ErasedGroup } from '#application/ports/audit-trail';
import { logBytes } from '../log-bytes';
import type { Sql } from '../sql';
import type { EventSeals } from './event-seals';
import { pendingOf, type PendingRow } from './pending-event';

export const ERASED_GROUPS: readonly ErasedGroup[] = ['author', 'origin'];

const ACTION = 'event.anonymize';
const BATCH = 1000;

export type Range = readonly [from: number, to: number];

/** Ranges of positions, joined where they meet. */
export class Positions {
  private ranges: [number, number][] = [];
  private isSorted = true;

  constructor(ranges: readonly Range[] = []) {
    for (const range of ranges) this.add(...range);
  }

  add(from: number, to: number): void {
    const last = this.ranges.at(-1);
    if (last && from >= last[0] && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else {
      this.isSorted &&= !last || from > last[1];
      this.ranges.push([from, to]);
    }
  }

  all(): readonly Range[] {
    if (this.isSorted) return this.ranges;
    const sorted = this.ranges.sort(([a], [b]) => a - b);
    [this.ranges, this.isSorted] = [[], true];
    for (const range of sorted) this.add(...range);
    return this.ranges;
  }

  within(from: number, to: number): Range[] {
    return this.all().filter(([first, last]) => last >= from && first <= to);
  }

  covers(from: number, to = from): boolean {
    const ranges = this.all();
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle]![1] < from) low = middle + 1;
      else high = middle;
    }
    const found = ranges[low];
    return found !== undefined && found[0] <= from && to <= found[1];
  }

  firstOutside(others: Positions): number | null {
    return this.all().find((range) => !others.covers(...range))?.[0] ?? null;
  }
}

/** Of one group of one log. */
export interface Erasures {
  positions: Positions;
  events: number;
}

export type ErasuresByGroup = Readonly<Record<ErasedGroup, Erasures>>;

export const noErasures = (): ErasuresByGroup => ({
  author: { positions: new Positions(), events: 0 },
  origin: { positions: new Positions(), events: 0 },
});

/** Texts and numbers alone, for threads. */
export type ErasuresReport = Readonly<Record<ErasedGroup, { positions: readonly Range[]; events: number }>>;

export function reportOf({ author, origin }: ErasuresByGroup, from = 1, to = Infinity): ErasuresReport {
  return {
    author: { ...author, positions: author.positions.within(from, to) },
    origin: { ...origin, positions: origin.positions.within(from, to) },
  };
}

export function addErasures(to: ErasuresByGroup, report: ErasuresReport): void {
  for (const group of ERASED_GROUPS) {
    for (const range of report[group].positions) to[group].positions.add(...range);
    to[group].events += report[group].events;
  }
}

interface Said {
  group: ErasedGroup;
  events: number;
  from: number;
  upTo: number;
}

/** What an event says that was erased. */
export function noteErasure(to: ErasuresByGroup, action: string, subject: string): void {
  if (action !== ACTION) return;
  const { group, events, from, upTo } = JSON.parse(subject) as Said;
  to[group].positions.add(from, upTo);
  to[group].events += events;
}

/** Events that seem to tell of erasures, in their order. Raw SQL: one action of a long log, in batches. */
async function* tellingEvents(sql: Sql, clientId: string): AsyncGenerator<{ position: number; subject: string }> {
  let rows: { position: number; subject: string }[] = [];
  do {
    rows = await sql.rows(
      `SELECT position, subject FROM event
       WHERE client_id = ? AND action = '${ACTION}' AND position > ? ORDER BY position LIMIT ?`,
      [logBytes(clientId), Number(rows.at(-1)?.position ?? 0), BATCH],
    );
    yield* rows;
  } while (rows.length === BATCH);
}

/** As the events of the log seem to say: to be compared with what is found when they are verified. */
export async function claimedErasures(sql: Sql, clientId: string): Promise<ErasuresByGroup> {
  const claimed = noErasures();
  for await (const { subject } of tellingEvents(sql, clientId)) {
    try {
      noteErasure(claimed, ACTION, subject);
    } catch {
      // An altered event: it is found when it is verified.
    }
  }
  return claimed;
}

/** For erased events, in the order of their positions: which sealed events seem to tell of them, and the first of which none does. */
export async function tellingOf(sql: Sql, seals: EventSeals, clientId: string, erased: Readonly<Record<ErasedGroup, readonly number[]>>) {
  const pending = noErasures();
  await notePendingErasures(pending, sql, seals, clientId);
  const untold = (group: ErasedGroup) => erased[group].filter((position) => !pending[group].positions.covers(position));
  const [left, events] = [{ author: untold('author'), origin: untold('origin') }, [] as number[]];
  for await (const { position, subject } of tellingEvents(sql, clientId)) {
    try {
      const { group, from, upTo } = JSON.parse(subject) as Said;
      const first = countBelow(left[group], from);
      if (left[group].splice(first, countBelow(left[group], upTo + 1) - first).length > 0) events.push(Number(position));
    } catch {
      // An altered event.
    }
  }
  return { events, untold: left.author[0] ?? left.origin[0] ?? null };
}

function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Erasures whose events are not sealed yet. */
export async function notePendingErasures(to: ErasuresByGroup, sql: Sql, seals: EventSeals, clientId: string): Promise<void> {
  const own = `SELECT * FROM event_outbox WHERE client_id = ? AND action = '${ACTION}'`;
  const rows = await sql.rows<PendingRow>(own, [logBytes(clientId)]);
  for (const event of rows.map(pendingOf)) if (seals.isOurs(event)) noteErasure(to, event.action, event.subject);
}

/** The first position that was erased, or is said to be, without an event of the log that says so. */
export function wrongErasure(claimed: ErasuresByGroup, erased: ErasuresByGroup, said: ErasuresByGroup): number | null {
  for (const group of ERASED_GROUPS) {
    const { positions, events } = said[group];
    const wrong = erased[group].positions.firstOutside(positions) ?? claimed[group].positions.firstOutside(positions);
    if (wrong !== null) return wrong;
    if (erased[group].events > events) return positions.all()[0]?.[0] ?? 1;
  }
  return null;
}
