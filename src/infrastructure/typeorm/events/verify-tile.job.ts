import type { KeyObject } from 'node:crypto';
import type { Epoch } from '#domain/audit/epochs';
import { Frontier } from '#libs/merkle-log';
import { Secret } from '#src/config/secret';
import { openDataSource } from '../data-source';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { addErasures, noErasures, reportOf, type ErasuresReport } from './erasures';
import { EventSeals } from './event-seals';
import { LogPart, type Found } from './log-part';

export interface TileOrder {
  database: { url: string | null; dataDir: string };
  keys: { events: KeyObject; seal: KeyObject };
  clientId: string;
  /** The tile has the events after `from`, up to `to`. */
  from: number;
  to: number;
  /** Sizes of the log to report of. */
  sizes: readonly number[];
  /** What is said to be erased. */
  claims: ErasuresReport;
}

export interface TileReport {
  broken: Found | null;
  saidPruned: number;
  saidEpochs: readonly Epoch[];
  saidErased: ErasuresReport;
  erased: ErasuresReport;
  /** The tree of the tile's events up to these sizes of the log. */
  ends: { size: number; frontier: string }[];
  /** Of the whole tile, in base64url. */
  root: string;
}

export async function run({ database: { url, dataDir }, keys, clientId, from, to, sizes, claims }: TileOrder): Promise<TileReport> {
  const dataSource = await openDataSource({ databaseUrl: url === null ? null : new Secret(url), databasePool: 1, dataDir });
  try {
    const asked = new Set(sizes);
    const ends: TileReport['ends'] = [];
    const frontier = Frontier.empty();
    const note = (size: number) => {
      if (asked.has(size)) ends.push({ size, frontier: frontier.text });
      return true;
    };
    const seals = new EventSeals(keys.events, keys.seal);
    const sql = new Sql(dataSource, new TypeOrmUnitOfWork(dataSource));
    const claimed = noErasures();
    addErasures(claimed, claims);
    const part = new LogPart(sql, seals, clientId, frontier, from, claimed, note);
    const wrong = await part.follow(to, () => undefined);
    const missing = part.position < to ? { position: part.position + 1, reason: 'missing' as const } : null;
    return {
      broken: wrong ?? missing,
      saidPruned: part.saidPruned,
      saidEpochs: part.saidEpochs,
      saidErased: reportOf(part.saidErased),
      erased: reportOf(part.erased),
      ends,
      root: frontier.root().toString('base64url'),
    };
  } finally {
    await dataSource.destroy();
  }
}
