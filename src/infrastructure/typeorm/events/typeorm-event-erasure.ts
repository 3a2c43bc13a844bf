import { Injectable } from '@nestjs/common';
import { EventErasure, type Erased, type ErasedGroup, type Erasure } from '#application/ports/audit-trail';
import { NOBODY_ID } from '#domain/access/actor';
import { batches } from '../batches';
import { logBytes, logOf } from '../log-bytes';
import { places, Sql, type Parameter } from '../sql';
import { UNCOUNTED_ACTIONS } from '../billing/meters';
import { saltedOf, type SaltedRow } from './event-row';
import { EventSeals } from './event-seals';

const BLANK: Record<ErasedGroup, string> = { author: 'user_id = NULL', origin: 'address = NULL, request_id = NULL' };
/** Operators are no persons here, and an erasure must not call for the next one. */
const PERSONAL: Record<ErasedGroup, string> = {
  author: `event.user_id IS NOT NULL AND event.user_id <> '${NOBODY_ID}'`,
  origin: "event.address IS NOT NULL AND event.address NOT IN ('cli', 'service')",
};
const FROM = 'FROM event WHERE client_id = ?';

/** Raw SQL: each row has a commitment of its own. */
@Injectable()
export class TypeOrmEventErasure extends EventErasure {
  constructor(
    private readonly sql: Sql,
    private readonly seals: EventSeals,
  ) {
    super();
  }

  async erase(erasure: Erasure, after: number, upTo: number, limit: number): Promise<Erased | null> {
    const { clientId, group } = erasure;
    const { sql, parameters } = conditions(erasure);
    // Locked: another erasure of the same rows would write salts and commitments as it has read them.
    const rows = await this.sql.rows<SaltedRow>(
      `SELECT event.* ${FROM} AND ${sql} AND event.position > ? AND event.position <= ? ORDER BY event.position LIMIT ?
       ${this.sql.isSqlite ? '' : 'FOR UPDATE'}`,
      [logBytes(clientId), ...parameters, after, upTo, limit],
    );
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return null;
    const changed = rows.map((row) => ({ position: Number(row.position), ...this.seals.without(saltedOf(row), group) }));
    const cases = changed.map(() => 'WHEN ? THEN ?').join(' ');
    const positions = changed.map(({ position }) => position);
    await this.sql.write(
      `UPDATE event SET ${BLANK[group]}, salts = CASE position ${cases} END, kept = CASE position ${cases} END
       WHERE client_id = ? AND position IN (${places(positions)})`,
      [
        ...changed.flatMap((row) => [row.position, row.salts]),
        ...changed.flatMap((row) => [row.position, row.kept]),
        logBytes(clientId),
        ...positions,
      ],
    );
    if (group === 'author') await this.countGone(erasure, rows);
    return { events: rows.length, from: Number(first.position), upTo: Number(last.position) };
  }

  /** Those of the users who have events within a span: one is enough of each. */
  private async withEvents(clientId: string, ids: readonly string[], span: readonly [number, number]): Promise<Set<string>> {
    const one = `SELECT * FROM (SELECT user_id FROM event WHERE client_id = ? AND user_id = ? AND at >= ? AND at < ?
       AND action NOT IN (${places(UNCOUNTED_ACTIONS)}) LIMIT 1) AS one`;
    const left = new Set<string>();
    for (const some of batches(ids, 100)) {
      const rows = await this.sql.rows<{ user_id: string }>(
        some.map(() => one).join(' UNION ALL '),
        some.flatMap((id) => [logBytes(clientId), id, ...span, ...UNCOUNTED_ACTIONS]),
      );
      for (const { user_id: id } of rows) left.add(id);
    }
    return left;
  }

  /** In the transaction that erases the last event of a user within a span, so that each is counted once. */
  private async countGone({ clientId, counted = [] }: Erasure, erased: readonly SaltedRow[]): Promise<void> {
    for (const { from, until } of counted) {
      const span = [from.getTime(), until.getTime()] as const;
      const active = erased.filter(({ at, action }) => at >= span[0] && at < span[1] && !UNCOUNTED_ACTIONS.includes(action));
      const ids = [...new Set(active.flatMap((row) => row.user_id ?? []))];
      if (ids.length === 0) continue;
      const left = await this.withEvents(clientId, ids, span);
      const over = ids.filter((id) => !left.has(id));
      const gone = await this.sql.first<{ users: number }>(
        `SELECT COUNT(*) AS users FROM user_account WHERE id IN (${places(over)})`,
        over,
      );
      const users = Number(gone?.users);
      if (users > 0)
        await this.sql.insert('erased_user_count', ['client_id', 'from_at', 'until_at', 'users'], [[logBytes(clientId), ...span, users]]);
    }
  }

  async span(erasure: Erasure): Promise<{ first: Date; last: Date } | null> {
    const { sql, parameters } = conditions(erasure);
    const row = await this.sql.first<{ first: number | null; last: number | null }>(
      `SELECT MIN(event.at) AS first, MAX(event.at) AS last ${FROM} AND ${sql}`,
      [logBytes(erasure.clientId), ...parameters],
    );
    return row?.first == null ? null : { first: new Date(Number(row.first)), last: new Date(Number(row.last)) };
  }

  async forgotten(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.sql.rows<{ client_id: Uint8Array; forgotten_to: number }>('SELECT client_id, forgotten_to FROM event_log');
    return new Map(rows.map((row) => [logOf(row.client_id), Number(row.forgotten_to)]));
  }

  async markForgotten(clientId: string, upTo: number): Promise<void> {
    await this.sql.write('UPDATE event_log SET forgotten_to = ? WHERE client_id = ?', [upTo, logBytes(clientId)]);
  }
}

function conditions({ group, userId, before }: Erasure): { sql: string; parameters: Parameter[] } {
  const [wheres, parameters]: [string[], Parameter[]] = [[PERSONAL[group]], []];
  if (userId !== undefined) {
    wheres.push('event.user_id = ?');
    parameters.push(userId);
  }
  if (before) {
    wheres.push('event.at < ?');
    parameters.push(before.getTime());
  }
  return { sql: wheres.join(' AND '), parameters };
}
