import { randomInt } from 'node:crypto';
import { inclusionProof, verifyInclusion, type Hash, type TreeReader } from '#libs/merkle-log';
import type { ErasedGroup } from '#application/ports/audit-trail';
import { logBytes, logOf } from '../log-bytes';
import { places, type Sql } from '../sql';
import { ERASED_GROUPS, tellingOf } from './erasures';
import { frontierOf } from './event-logs';
import type { SaltedRow } from './event-row';
import type { EventSeals } from './event-seals';
import { leafOf, type Found } from './log-part';
import { treeReader } from './tree-reader';

const BATCH = 500;

export const SAMPLED_LOG = 'SELECT client_id, size, frontier, head, pruned_to FROM event_log';

export interface SampledLog {
  client_id: Uint8Array;
  size: number;
  frontier: string;
  head: string;
  pruned_to: number;
}

const eventsOf = ({ size, pruned_to: prunedTo }: SampledLog) => Math.max(0, Number(size) - Number(prunedTo));

/** Positions by log, in order: of all events each is as likely, and none is taken twice. */
export function drawn(logs: readonly SampledLog[], count: number): Map<SampledLog, number[]> {
  const total = logs.reduce((sum, log) => sum + eventsOf(log), 0);
  const numbers = new Set<number>();
  // Of a few missing ones it would take long to draw the last.
  const [wanted, isInverse] = count > total / 2 ? [Math.max(0, total - count), true] : [count, false];
  while (numbers.size < wanted) numbers.add(randomInt(total));
  const chosen = isInverse ? [...Array(total).keys()].filter((n) => !numbers.has(n)) : [...numbers].sort((a, b) => a - b);
  const positions = new Map<SampledLog, number[]>();
  let [first, at] = [0, 0];
  for (const log of logs) {
    const last = first + eventsOf(log);
    const own: number[] = [];
    for (; at < chosen.length && chosen[at]! < last; at++) own.push(chosen[at]! - first + Number(log.pruned_to) + 1);
    positions.set(log, own);
    first = last;
  }
  return positions;
}

/** Each of these events, by its proof in the signed head, and what tells of its erasure; answers the first that is wrong. */
export async function wrongAmong(
  sql: Sql,
  seals: EventSeals,
  log: SampledLog,
  positions: readonly number[],
  progress: (events: number) => void,
): Promise<Found | null> {
  const clientId = logOf(log.client_id);
  const said = await newestPruning(sql, clientId);
  if (Number(log.pruned_to) > (said?.upTo ?? 0)) return { position: (said?.upTo ?? 0) + 1, reason: 'missing' };
  // The event that says what was removed is always among them.
  const looked = said && !positions.includes(said.position) ? [...positions, said.position].sort((a, b) => a - b) : positions;
  const erased: ErasedPositions = { author: [], origin: [] };
  const wrong = await unproved(sql, seals, log, looked, progress, erased);
  if (wrong) return wrong;
  const { events, untold } = await tellingOf(sql, seals, clientId, erased);
  if (untold !== null) return { position: untold, reason: 'altered' };
  // They may have been sealed meanwhile.
  const now = await sql.first<SampledLog>(`${SAMPLED_LOG} WHERE event_log.client_id = ?`, [log.client_id]);
  return now ? unproved(sql, seals, now, events, () => undefined) : { position: 1, reason: 'truncated' };
}

type ErasedPositions = Record<ErasedGroup, number[]>;

/** Raw SQL: positions of a log, in batches. */
async function unproved(
  sql: Sql,
  seals: EventSeals,
  log: SampledLog,
  positions: readonly number[],
  progress: (events: number) => void,
  erased?: ErasedPositions,
): Promise<Found | null> {
  const [clientId, size] = [logOf(log.client_id), Number(log.size)];
  const head = seals.open(clientId, log.head);
  if (head?.size !== size) return { position: size + 1, reason: 'truncated' };
  const [root, frontier, reader] = [Buffer.from(head.root, 'base64url'), frontierOf(log), remembering(treeReader(sql, clientId))];
  for (let from = 0; from < positions.length; from += BATCH) {
    const part = positions.slice(from, from + BATCH);
    const rows = await sql.rows<SaltedRow>(`SELECT * FROM event WHERE client_id = ? AND position IN (${places(part)})`, [
      log.client_id,
      ...part,
    ]);
    const found = new Map(rows.map((row) => [Number(row.position), row]));
    for (const position of part) {
      const row = found.get(position);
      if (!row) return { position, reason: 'missing' };
      const leaf = leafOf(seals, row, position);
      if (!leaf) return { position, reason: 'altered' };
      const proof = await inclusionProof(position - 1, size, reader, frontier ?? undefined).catch(() => null);
      if (!proof) return { position, reason: 'missing' };
      if (!verifyInclusion({ leaf, index: position - 1, size, root, proof })) return { position, reason: 'unlike' };
      for (const group of ERASED_GROUPS) if (seals.isErased(row, group)) erased?.[group].push(position);
    }
    progress(from + part.length);
  }
  return null;
}

/** Up to where events were removed, as the log itself says. */
async function newestPruning(sql: Sql, clientId: string): Promise<{ position: number; upTo: number } | null> {
  const row = await sql.first<{ position: number; subject: string }>(
    "SELECT position, subject FROM event WHERE client_id = ? AND action = 'trail.prune' ORDER BY position DESC LIMIT 1",
    [logBytes(clientId)],
  );
  return row && { position: Number(row.position), upTo: Number((JSON.parse(row.subject) as { upTo: number }).upTo) };
}

/** Positions come in order: the last leaves may serve again. Nodes above them are few, and asked for again and again. */
function remembering(reader: TreeReader): TreeReader {
  const runs = new Map<string, readonly Hash[]>();
  let last: { key: string; run: readonly Hash[] } | undefined;
  return {
    async leaves(from, to) {
      const key = `${from} ${to}`;
      if (last?.key !== key) last = { key, run: await reader.leaves(from, to) };
      return last.run;
    },
    async nodes(level, from, to) {
      const key = `${level} ${from} ${to}`;
      const run = runs.get(key) ?? (await reader.nodes(level, from, to));
      runs.set(key, run);
      return run;
    },
  };
}
