import { createSecretKey } from 'node:crypto';
import { Frontier } from '#libs/merkle-log';
import { EVENT_GROUPS, type EventGroup } from '#domain/audit/event-leaf';
import type { LogBreak } from '#application/ports/sealed-events';
import { saltedOf, type SaltedRow } from '#infrastructure/typeorm/events/event-row';
import { EventSeals } from '#infrastructure/typeorm/events/event-seals';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { Sql } from '#infrastructure/typeorm/sql';
import { actorOf, DEMO } from '../../builders/demo';
import type { Archive } from './typeorm-archive';

export type Reason = LogBreak['reason'];
type Trail = ReturnType<Archive['anotherTrail']>;
export type Scene = { raw: Sql; trail: Trail };
export type Tampering = (scene: Scene) => Promise<unknown>;

export const run =
  (sql: string, ...more: (string | number)[]): Tampering =>
  ({ raw }) =>
    raw.write(sql, [...more, logBytes(DEMO.client)]);
export const cut = (after: number): Tampering => run('DELETE FROM event WHERE position > ? AND client_id = ?', after);
export const all =
  (...steps: Tampering[]): Tampering =>
  async (scene) => {
    for (const step of steps) await step(scene);
  };
export const edit = (column: string, expression: string): Tampering =>
  run(`UPDATE event SET ${column} = ${expression} WHERE position = 4 AND client_id = ?`);
export const record: Tampering = ({ trail }) => trail.audit.record(actorOf('demo'), DEMO.client, 'document.create', {});
export const recordAndSeal: Tampering = all(record, ({ trail }) => trail.sealer.settle());
export const sealAsAnother: Tampering = all(record, ({ raw, trail }) => raw && trail.sealing.seal(0));
export const move = (from: number, to: number) => run(`UPDATE event SET position = ${to} WHERE position = ${from} AND client_id = ?`);

const rowsOf = (raw: Sql) =>
  raw.rows<SaltedRow>('SELECT e.* FROM event e WHERE e.client_id = ? ORDER BY e.position', [logBytes(DEMO.client)]);

/** Size and frontier that fit the events that are left: they need no key. */
export const logBack: Tampering = async ({ raw }) => {
  const frontier = Frontier.empty();
  for (const { hash } of await rowsOf(raw)) frontier.append(Buffer.from(hash, 'base64url'));
  await run('UPDATE event_log SET size = ?, frontier = ? WHERE client_id = ?', frontier.size, frontier.text)({ raw } as Scene);
};

/** A head signed by somebody else's key. */
export const headForged: Tampering = async ({ raw }) => {
  const frontier = Frontier.empty();
  for (const { hash } of await rowsOf(raw)) frontier.append(Buffer.from(hash, 'base64url'));
  const key = createSecretKey(Buffer.alloc(32, 'x'));
  const head = new EventSeals(key, key).sign(DEMO.client, frontier);
  await run('UPDATE event_log SET head = ? WHERE client_id = ?', head)({ raw } as Scene);
};

/** A leaf's hash needs no key either. */
export const rehash =
  (position: number): Tampering =>
  async ({ raw, trail }) => {
    const row = (await rowsOf(raw))[position - 1]!;
    const hash = trail.seals.leaf(saltedOf(row), position).toString('base64url');
    await run('UPDATE event SET hash = ? WHERE position = ? AND client_id = ?', hash, position)({ raw } as Scene);
  };

/** As an erasure leaves the row, with values of one's choice: the true commitment can be computed from the row. */
export const eraseRow =
  (position: number, group: EventGroup, values: string): Tampering =>
  async ({ raw, trail }) => {
    const event = saltedOf((await rowsOf(raw))[position - 1]!);
    const kept = { [group]: trail.seals.commitments(event)[group] };
    const index = EVENT_GROUPS.indexOf(group) * 16;
    const blanked = `${event.salts.slice(0, index)}${'.'.repeat(16)}${event.salts.slice(index + 16)}`;
    await run(
      `UPDATE event SET ${values}, salts = ?, kept = ? WHERE position = ? AND client_id = ?`,
      blanked,
      JSON.stringify(kept),
      position,
    )({
      raw,
      trail,
    });
  };
export const erase =
  (group: 'author' | 'origin', position: number): Tampering =>
  async ({ trail, raw }) => {
    const [from, upTo] = [position, position];
    await eraseRow(position, group, group === 'author' ? 'user_id = NULL' : 'address = NULL, request_id = NULL')({ raw, trail });
    await trail.audit.record(actorOf('demo'), DEMO.client, 'event.anonymize', { group, events: 1, from, upTo, why: 'request' });
  };
/** Of a row of which another group is erased. */
export const eraseOriginOf =
  (position: number): Tampering =>
  async ({ raw, trail }) => {
    const { salts, kept } = trail.seals.without(saltedOf((await rowsOf(raw))[position - 1]!), 'origin');
    await run(
      'UPDATE event SET address = NULL, request_id = NULL, salts = ?, kept = ? WHERE position = ? AND client_id = ?',
      salts,
      kept,
      position,
    )({
      raw,
      trail,
    });
  };

const COLUMNS = 'at, user_id, address, request_id, action, thing, subject, files, salts, hash';
export const insert = (position: number): Tampering =>
  run(
    `INSERT INTO event (client_id, position, ${COLUMNS}) SELECT e.client_id, ?, ${COLUMNS.replaceAll(/\w+/g, 'e.$&')}
     FROM event e WHERE e.position = 2 AND e.client_id = ?`,
    position,
  );

export const shift: Tampering = all(...[8, 7, 6, 5].map((position) => move(position, position + 1)), insert(5));
