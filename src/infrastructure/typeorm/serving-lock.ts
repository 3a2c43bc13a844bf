import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { privateDatabase } from '../support/private-files';
import { SqliteDisk, type SqliteError } from './sqlite-disk';
import { DatabaseSync, type Connection } from './sqlite-engine';

interface Holder {
  host: string;
  pid: number;
}

/** Another process serves the folder. */
export class AlreadyServed extends Error {
  constructor(
    readonly dataDir: string,
    readonly holder: Holder | undefined,
  ) {
    super(`${dataDir} is served by another process`);
  }
}

/** Of a process that is ending when the next one starts. */
const PATIENCE_MS = 2000;

/** Never closed: it must not be collected. */
const held: Connection[] = [];

/**
 * The embedded folder is served by one process, which knows what is in it and works through its queues. It holds a lock of SQLite in a
 * file beside the database for as long as it lives: the system lets go of it however the process ends, so that it is never left behind.
 * Commands do not ask for it.
 */
export function holdServing(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'serving.sqlite');
  privateDatabase(path);
  // Whose faults are told as those of the database.
  const disk = new SqliteDisk();
  const lock = disk.guard(() => new DatabaseSync(path, { timeout: PATIENCE_MS }));
  try {
    disk.guard(() => take(lock));
    held.push(lock);
  } catch (error) {
    if ((error as SqliteError).code !== 'SQLITE_BUSY') throw error;
    const holder = disk.guard(() => lock.prepare('SELECT host, pid FROM holder').get()) as Holder | undefined;
    lock.close();
    throw new AlreadyServed(dataDir, holder);
  }
}

function take(lock: Connection): void {
  lock.exec('CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL)');
  lock.exec('BEGIN IMMEDIATE');
  lock.prepare('REPLACE INTO holder (id, host, pid) VALUES (1, ?, ?)').run(hostname(), process.pid);
  // Others may read who holds it.
  lock.exec('COMMIT; BEGIN IMMEDIATE');
}
