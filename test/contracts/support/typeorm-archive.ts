import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { openDataSource, type Database } from '#infrastructure/typeorm/data-source';
import { TypeOrmDocumentRepository } from '#infrastructure/typeorm/documents/typeorm-document.repository';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/documents/typeorm-document-search';
import { TypeOrmSharedFiles, TypeOrmShareRepository } from '#infrastructure/typeorm/documents/typeorm-share.repository';
import { TypeOrmObjectJournal } from '#infrastructure/typeorm/files/typeorm-object-journal';
import { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmArchiveInstaller } from '#infrastructure/typeorm/structure/typeorm-archive-installer';
import { TypeOrmBoxes, TypeOrmSignatureOrigins } from '#infrastructure/typeorm/structure/typeorm-boxes';
import { TypeOrmListRows } from '#infrastructure/typeorm/structure/typeorm-list-rows';
import { TypeOrmStructures } from '#infrastructure/typeorm/structure/typeorm-structures';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { TypeOrmAccounts } from '#infrastructure/typeorm/users/typeorm-accounts';
import { TypeOrmSessions } from '#infrastructure/typeorm/users/typeorm-sessions';
import { DEMO_ARCHIVE } from '#src/cli/demo/demo-archive';
import { Secret } from '#src/config';
import { PlainPasswords, SettableClock } from '../../fakes/small-fakes';
import type { Archive, ArchiveFactory } from './archive';

/** The adapters that the service uses, over one database; `remove` is called when they are closed. */
export async function typeOrmArchive(database: Database, empty: boolean, remove: () => Promise<void>): Promise<Archive> {
  const dataSource = await openDataSource(database);
  await dataSource.runMigrations();
  const unitOfWork = new TypeOrmUnitOfWork(dataSource);
  const sql = new Sql(dataSource, unitOfWork);
  const clock = new SettableClock();
  const installer = new TypeOrmArchiveInstaller(sql, unitOfWork, new PlainPasswords(), clock);
  if (!empty) await installer.install(DEMO_ARCHIVE);
  return {
    unitOfWork,
    installer,
    journal: new TypeOrmObjectJournal(sql),
    documents: new TypeOrmDocumentRepository(sql),
    search: new TypeOrmDocumentSearch(sql),
    shares: new TypeOrmShareRepository(sql, unitOfWork),
    sharedFiles: new TypeOrmSharedFiles(sql),
    listRows: new TypeOrmListRows(sql, unitOfWork, clock),
    boxes: new TypeOrmBoxes(sql),
    signatureOrigins: new TypeOrmSignatureOrigins(sql),
    structures: new TypeOrmStructures(sql),
    accounts: new TypeOrmAccounts(sql, clock),
    sessions: new TypeOrmSessions(sql, unitOfWork),
    deactivate: (userId) => sql.write('UPDATE user_account SET active = 0 WHERE id = ?', [userId]),
    close: async () => {
      await dataSource.destroy();
      await remove();
    },
  };
}

export const sqliteArchive: ArchiveFactory = async ({ empty = false } = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'acervo-contract-'));
  return typeOrmArchive({ databaseUrl: null, databasePool: 1, dataDir }, empty, () => rm(dataDir, { recursive: true }));
};

/** A database of its own on a server that speaks the MySQL protocol. */
export function serverArchive(server: string): ArchiveFactory {
  return async ({ empty = false } = {}) => {
    const name = `contract_${randomBytes(6).toString('hex')}`;
    const run = async (statement: string) => {
      const connection = await createConnection(server);
      await connection.query(statement);
      await connection.end();
    };
    await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const database = { databaseUrl: new Secret(url.href), databasePool: 10, dataDir: '' };
    return typeOrmArchive(database, empty, () => run(`DROP DATABASE ${name}`));
  };
}
