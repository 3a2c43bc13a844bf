import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportTurn } from '#application/provisioning/import-turn';
import { stableId } from '#application/support/stable-id';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { IDS, loggedIn } from './api';
import { bagScene } from './bag-scene';
import { acervo } from './in-process';
import { readGrantsAnew } from './read-grants-anew';
import { filed, filedElsewhere } from './reading';
import { SIGNING, startService, type Service } from './service';

export const CLIENT = 'Empresa Exemplo';
export const OTHER = 'Outra Empresa';
/** A user named by records of one client who now belongs to the other. */
export const MOVED = stableId('user', 'financeiro');
export const ARCHIVE = 'data/archive.yaml';

export interface TwoBags {
  service: Service;
  /** With password hashes, as is the other one. */
  first: string;
  others: string;
  /** A path in the test's own folder. */
  path: (name: string) => string;
  stop(): Promise<void>;
}

/** Exports both demo clients as bags. */
export async function twoBags(): Promise<TwoBags> {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-bag-'));
  const service = await startService(SIGNING);
  const [demo, moved] = [await loggedIn(service.url), await loggedIn(service.url, 'financeiro')];
  await bagScene(service, demo);
  await filed(moved);
  await filedElsewhere(await loggedIn(service.url, 'outro'));
  const { database } = service;
  const home = [idBytes(IDS.otherClient), 'f@outra.example', MOVED];
  await database.query('UPDATE user_account SET home_client_id = ?, email = ? WHERE id = ?', home);
  const grant = [idBytes(IDS.otherClient), IDS.otherUnit, MOVED];
  await database.query('UPDATE user_grant SET client_id = ?, unit_id = ?, node_id = NULL WHERE user_id = ?', grant);
  await readGrantsAnew(service);
  const path = (name: string) => join(folder, name);
  const exported = async (client: string, to: string) => {
    await acervo(service.app, ['bag', 'export', '--client', client, '--to', path(to), '--with-password-hashes']);
    return path(to);
  };
  return {
    service,
    first: await exported(CLIENT, 'primeiro'),
    others: await exported(OTHER, 'outra'),
    path,
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs in a separate, empty archive. */
export async function inAnother(work: (other: Service) => Promise<void>): Promise<void> {
  const other = await startService(SIGNING, { empty: true });
  // A second import must be refused soon.
  other.app.get(ImportTurn).pace = { leaseMs: 3_000, beatMs: 500 };
  try {
    await work(other);
  } finally {
    await other.stop();
  }
}

export const manifestOf = (bag: string) => readFile(join(bag, 'manifest-sha256.txt'), 'utf8');
