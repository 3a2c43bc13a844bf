import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { EventSealing, type SealKey, SealKeys, type Unlike } from '#application/ports/audit-trail';
import type { Author } from '#domain/access/actor';
import type { AuditAction, AuditSubject } from '#domain/audit/audit-event';
import { Secret } from '#src/config';
import { auditKeys } from '../../keys/key-files';
import { isDuplicate } from '../database-errors';
import { logBytes, logOf } from '../log-bytes';
import { SchemaRefused } from '../schema-version';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { EventLogs } from './event-logs';
import { storedEpochs } from './event-row';
import { epochIn, EventSeals, isHandOver } from './event-seals';
import { EventWitness } from './event-witness';
import { TypeOrmAuditTrail } from './typeorm-audit-trail';

/** Of the sealers' lease, while keys are exchanged. */
const HOLD_MS = 2 * 60_000;

const OTHER_KEY = 'AUDIT_SECRET is not the secret that has signed the audit trail of this database';

const ALTERED_KEYS = 'the keys of the audit trail (table seal_key) were changed outside the service';

interface KeyRow {
  verifier_key: string;
  since: number;
  statement: string | null;
}

/** Ends a transaction that must not take place. */
class Stopped extends Error {
  constructor(readonly because: Unlike | 'pending') {
    super();
  }
}

/** Null: none is known yet. Raw SQL: the newest key is read each second, and with every key exchange under its locks. */
export const newestKey = (sql: Sql): Promise<KeyRow | null> =>
  sql.first<KeyRow>('SELECT verifier_key, since, statement FROM seal_key ORDER BY code DESC LIMIT 1');

/** Newest first: those that lead without a gap to the key of this process. */
export async function sealKeys(sql: Sql, seals: EventSeals): Promise<SealKey[]> {
  return handedOver(await storedKeys(sql), seals);
}

const storedKeys = (sql: Sql) => sql.rows<KeyRow>('SELECT verifier_key, since, statement FROM seal_key ORDER BY code DESC');

function handedOver(rows: readonly KeyRow[], seals: EventSeals): SealKey[] {
  const own = rows.findIndex((row) => row.verifier_key === seals.verifierKey);
  const chain = own < 0 ? [] : rows.slice(own);
  const keys: SealKey[] = [];
  let until: Date | null = null;
  for (const [index, { verifier_key: verifierKey, statement, ...row }] of chain.entries()) {
    const [name = '', id = ''] = verifierKey.split('+');
    const [since, former] = [new Date(Number(row.since)), chain[index + 1]];
    keys.push({ name, id, verifierKey, since, until, statement });
    // Whoever writes to the database could add a key of their own.
    if (!former || !isHandOver(statement ?? '', former.verifier_key, verifierKey, since)) break;
    until = since;
  }
  return keys;
}

/** Whoever writes to the database could give the key another name, and so begin an epoch: each name but the first needs a hand-over. */
function isFromTheFirst(rows: readonly KeyRow[], own: EventSeals): boolean {
  const keys = handedOver(rows, own);
  const first = keys.at(-1);
  const isFirst = first !== undefined && first.statement === null && epochIn(first.name) === null;
  return isFirst && keys.length === rows.length && (rows.length > 1 || first.name === own.firstName);
}

interface Succession {
  next: EventSeals;
  since: Date;
  action: AuditAction;
  /** Given if it begins one. */
  epoch?: string;
  subjectOf: (size: number) => AuditSubject;
}

@Injectable()
export class TypeOrmSealKeys extends SealKeys {
  private readonly logs: EventLogs;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
    private readonly seals: EventSeals,
    private readonly witness: EventWitness,
    private readonly sealing: EventSealing,
  ) {
    super();
    this.logs = new EventLogs(sql, seals);
  }

  async adopt(): Promise<void> {
    if (!(await newestKey(this.sql))) await this.begin();
    const keys = await storedKeys(this.sql);
    const newest = keys[0]?.verifier_key ?? '';
    const [name = ''] = newest.split('+');
    const own = this.seals.named(name);
    if (own.verifierKey !== newest) throw new SchemaRefused(OTHER_KEY);
    if (!isFromTheFirst(keys, own)) throw new SchemaRefused(ALTERED_KEYS);
    this.seals.become(own);
  }

  all(): Promise<SealKey[]> {
    return sealKeys(this.sql, this.seals);
  }

  isAlone(): Promise<boolean> {
    return this.sealing.lead(HOLD_MS);
  }

  async release(): Promise<void> {
    await this.sealing.lead(0);
  }

  rotate(author: Author, secret: string): Promise<number | Unlike | 'pending'> {
    const { events, seal } = auditKeys(new Secret(secret));
    const next = new EventSeals(events, seal, this.seals.name);
    const [keyId, formerKeyId] = [next.keyId, this.seals.keyId];
    return this.follow(author, { next, since: this.clock.now(), action: 'trail.rekey', subjectOf: () => ({ keyId, formerKeyId }) });
  }

  async beginEpoch(author: Author): Promise<number | Unlike | 'pending'> {
    const before = Number((await newestKey(this.sql))?.since ?? 0);
    // Names are in the order of time, also when the clock was put back.
    const since = new Date(Math.max(this.clock.now().getTime(), before + 1000));
    const epoch = since.toISOString().replace(/[-:]|\.\d+/g, '');
    const subjectOf = (size: number) => ({ epoch, from: size + 1 });
    return this.follow(author, { next: this.seals.inEpoch(epoch), since, action: 'trail.restart', epoch, subjectOf });
  }

  /** Signs all heads anew, and tells of it in each log, under the new key already. */
  private async follow(author: Author, { next, since, action, epoch, subjectOf }: Succession): Promise<number | Unlike | 'pending'> {
    const trail = new TypeOrmAuditTrail(this.sql, this.unitOfWork, this.clock, next, this.witness, null);
    const statement = this.seals.handOver(next, since);
    let logs: string[] = [];
    const work = async () => {
      // Its author could authenticate it with the former key alone. The key of a new epoch is the same.
      if (epoch === undefined && (await this.sql.first('SELECT 1 FROM event_outbox LIMIT 1'))) throw new Stopped('pending');
      const rows = await this.sql.rows<{ client_id: Uint8Array }>('SELECT client_id FROM event_log ORDER BY client_id');
      logs = rows.map((row) => logOf(row.client_id));
      for (const clientId of logs) {
        const log = await this.logs.lock(clientId);
        if (typeof log === 'string') throw new Stopped({ clientId, halt: log });
        const { size } = log.frontier;
        const epochs = storedEpochs([...log.epochs, ...(epoch === undefined ? [] : [{ name: epoch, from: size + 1 }])]);
        await this.sql.write('UPDATE event_log SET head = ?, epochs = ? WHERE client_id = ?', [
          next.sign(clientId, log.frontier),
          epochs,
          logBytes(clientId),
        ]);
        await trail.record(author, clientId, action, { ...subjectOf(size), statement });
      }
      await this.add(next.verifierKey, since, statement);
    };
    try {
      await this.sql.together(work, async () => (await newestKey(this.sql))?.verifier_key === next.verifierKey);
    } catch (error) {
      if (error instanceof Stopped) return error.because;
      throw error;
    }
    this.seals.become(next);
    return logs.length;
  }

  private async begin(): Promise<void> {
    const logs = await this.sql.rows<{ client_id: Uint8Array; head: string }>('SELECT client_id, head FROM event_log LIMIT 20');
    // Somebody has removed the keys.
    if (logs.length > 0 && !logs.some((log) => this.seals.open(logOf(log.client_id), log.head))) throw new SchemaRefused(OTHER_KEY);
    try {
      await this.add(this.seals.verifierKey, this.clock.now(), null);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  private add(verifierKey: string, since: Date, statement: string | null): Promise<void> {
    return this.sql.insert('seal_key', ['verifier_key', 'since', 'statement'], [[verifierKey, since.getTime(), statement]]);
  }
}
