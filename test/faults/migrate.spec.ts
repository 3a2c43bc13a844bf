import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { readConfig } from '#src/config';
import { VERSION } from '#src/config/version';
import { openStore, type Environment, type Store } from '../support/store';
import { emptyDatabase } from './kit/mysql-dump';
import { until } from './kit/until';
import { command, ServiceProcess } from './support/service-process';
import { STORAGE } from './support/size';

jest.setTimeout(600_000);

const NAME = 'Initial1764460800000';
const BASE = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', SWEEP_MINUTES: '0', DEMO_ARCHIVE: 'false', NODE_ENV: 'test' };
const servers = STORAGE === 'servers';
const ENGINES: [string, string | undefined][] = servers
  ? [
      ['MySQL', process.env.TEST_DATABASE_URL],
      ['MariaDB', process.env.TEST_MARIADB_URL],
    ]
  : [['the embedded database', undefined]];

const said = async (environment: Environment, words = ['migrate'], failpoint?: string) => {
  const { code, signal, text } = await command(environment, words, failpoint);
  return `${signal ?? code}: ${text.trim()}`;
};
const done = `0: migrated: ${NAME}`;
const nothing = '0: nothing to migrate';

describe.each(ENGINES.filter(([, url]) => !servers || url !== undefined))('a migration of %s', (_, server) => {
  let store: Store;
  let folder: string;
  const drops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    store = await openStore(STORAGE);
    folder = await mkdtemp(join(tmpdir(), 'acervo-migrate-'));
  });
  afterAll(async () => {
    for (const drop of drops.reverse()) await drop();
    await store.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** A database with nothing in it. */
  const fresh = async (): Promise<Environment> => {
    const base = { ...BASE, ...store.environment, DATA_DIR: join(folder, randomBytes(6).toString('hex')) };
    if (server === undefined) return base;
    const database = await emptyDatabase(server);
    drops.push(database.drop);
    return { ...base, DATABASE_URL: database.url };
  };
  /** By hand, as no program does it. */
  const inside = async <T extends object>(environment: Environment, ...statements: [sql: string, values?: unknown[]][]): Promise<T[]> => {
    const dataSource = await openDataSource(readConfig(environment));
    try {
      let rows: T[] = [];
      for (const [sql, values] of statements) rows = await dataSource.query(sql, values);
      return rows;
    } finally {
      await dataSource.destroy();
    }
  };
  const tables = async (environment: Environment) => {
    const rows = await inside<{ name: string }>(environment, [
      server === undefined
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
    ]);
    return rows.map(({ name }) => name);
  };

  it('continues after being killed, repeatedly', async () => {
    const whole = await fresh();
    expect(await said(whole)).toBe(done);
    const wanted = await tables(whole);
    const broken = await fresh();
    for (const point of ['table-made:1', 'table-made:9', 'table-made:20', 'table-made:40'])
      expect(await said(broken, ['migrate'], point)).toBe('SIGKILL: ');
    // Each of MySQL's tables is there for good; SQLite undoes them together.
    expect((await tables(broken)).length).toBe(server === undefined ? 0 : 1 + 40);
    expect([await said(broken), await tables(broken)]).toEqual([done, wanted]);
    expect(await said(broken)).toBe(nothing);
  });

  it('runs once with concurrent processes, which all succeed', async () => {
    const environment = await fresh();
    const texts = await Promise.all(Array.from({ length: 4 }, () => said(environment)));
    const last = texts.map((text) => text.replace(/^0: another migrate is running: waiting for it to finish\n/, '0: '));
    expect(last.sort()).toEqual([done, nothing, nothing, nothing]);
  });

  it('is refused for tables of another program or another initial schema', async () => {
    const environment = await fresh();
    const create = 'CREATE TABLE document (id INTEGER PRIMARY KEY)';
    await inside(environment, [create]);
    expect(await said(environment)).toBe('2: the database has tables of something else: acervo needs one of its own');
    expect(await tables(environment)).toEqual(['document']);
    const former = await fresh();
    await said(former);
    await inside(former, ["UPDATE schema_migration SET name = 'CreateArchive1764460800000'"]);
    expect(await said(former)).toMatch(/^2: the database was made before 0\.1\.0 and cannot be migrated: begin with an empty one$/);
  });

  it('that is incompatible with an older program runs only without running services', async () => {
    const environment = await fresh();
    await said(environment);
    // As if the version before had made this database, without the first migration.
    const back: [string][] = [["UPDATE schema_version SET program = '0.0.9', oldest = '0.0.9'"], ['DELETE FROM schema_migration']];
    await inside(environment, ...back);
    if (server !== undefined) {
      expect(await said(environment, ['sweep'])).toBe('2: the database lacks migrations: run `acervo migrate` first');
      await expect(ServiceProcess.start(environment)).rejects.toThrow(
        /with 1: the database lacks migrations: run `acervo migrate` first\n$/,
      );
    }
    expect(await said(environment)).toBe(
      `2: the migration ${NAME} does not allow version 0.0.9 of acervo beside it: stop all replicas, then run migrate --stopped`,
    );
    expect(await said(environment, ['migrate', '--stopped'])).toBe(done);
    expect(await inside(environment, ['SELECT program, oldest FROM schema_version'])).toMatchObject([
      { program: VERSION, oldest: '0.1.0' },
    ]);
  });

  it('that is newer than this program prevents its start, and stops a running one', async () => {
    const environment = await fresh();
    await said(environment);
    const service = await ServiceProcess.start(environment);
    const ready = async () => {
      const answer = await fetch(`${service.url}/saude/pronta`);
      return { status: answer.status, body: (await answer.json()) as { motivos?: object[] } };
    };
    expect((await ready()).status).toBe(200);
    await inside(environment, ["UPDATE schema_version SET oldest = '9.0.0'"]);
    await until('it is not ready', async () => (await ready()).status === 503);
    expect((await ready()).body).toMatchObject({ banco: 'falha', motivos: [{ dependencia: 'banco', codigo: 'VERSAO_ANTERIOR' }] });
    await service.kill();
    const sentence = `the database serves version 9.0.0 of acervo and later ones: this is ${VERSION}, start a newer one`;
    expect(await said(environment)).toBe(`2: ${sentence}`);
    await expect(ServiceProcess.start(environment)).rejects.toThrow(new RegExp(`with 1: ${sentence}\n$`));
  });

  (server === undefined ? it.skip : it)('that fails says why in one sentence, ends, and goes on when it may', async () => {
    const environment = await fresh();
    const url = new URL(environment.DATABASE_URL as string);
    const name = url.pathname.slice(1);
    const user = `u${randomBytes(6).toString('hex')}`;
    const administration = await createConnection({ uri: server as string });
    const say = (statement: string) => administration.query<RowDataPacket[]>(statement);
    drops.push(async () => {
      await say(`DROP USER ${user}`);
      await administration.end();
    });
    await say(`CREATE USER ${user} IDENTIFIED BY 'segredo'`);
    await say(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${name}.* TO ${user}`);
    for (const table of ['schema_migration', 'bill', 'bill_line']) await say(`GRANT CREATE ON ${name}.${table} TO ${user}`);
    [url.username, url.password] = [user, 'segredo'];
    const limited = { ...environment, DATABASE_URL: url.href };
    const sentence = /^1: the migration Initial1764460800000 failed: (create|insert).*denied.*; fix the cause and run migrate again.*$/i;
    expect(await said(limited)).toMatch(sentence);
    expect(await said(limited)).toMatch(sentence);
    await say(`GRANT CREATE, INDEX ON ${name}.* TO ${user}`);
    expect(await said(limited)).toBe(done);
    url.port = '1';
    expect(await said({ ...limited, DATABASE_URL: url.href })).toMatch(
      /^1: the database cannot be reached \(ECONNREFUSED 127\.0\.0\.1:1\)/,
    );
  });
});
