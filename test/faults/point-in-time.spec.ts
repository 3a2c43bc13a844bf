import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { loggedIn, place } from '../e2e/support/api';
import { fetchPath } from '../e2e/support/adding-files';
import { filed, texts } from '../e2e/support/reading';
import { mysqlPrograms, runShown, shownCommands } from './kit/mysql-dump';
import { OwnMysql } from './kit/own-mysql';
import { Archive } from './support/archive';
import { command, ServiceProcess } from './support/service-process';
import { STORAGE } from './support/size';

jest.setTimeout(600_000);

const programs = STORAGE === 'servers' ? mysqlPrograms() : null;

/** The commands of docs/backup.md, in their order. */
const [dump, where, load, log, loadLog, ...more] = shownCommands('test/faults/point-in-time.spec.ts') as [
  string,
  string,
  string,
  string,
  string,
];

(programs ? describe : describe.skip)('an archive that is brought back to a moment after its dump', () => {
  let mysql: OwnMysql;
  let archive: Archive;
  let folder: string;
  let service: ServiceProcess | undefined;
  beforeAll(async () => {
    mysql = await OwnMysql.start('binlog');
    archive = await Archive.open({ database: mysql.url });
    folder = await mkdtemp(join(tmpdir(), 'acervo-moment-'));
  });
  afterAll(async () => {
    await service?.kill();
    await archive?.close();
    await mysql?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async <T extends RowDataPacket[]>(statement: string) => {
    const connection = await createConnection({ uri: mysql.url });
    const [rows] = await connection.query<T>(statement);
    await connection.end();
    return rows;
  };

  it('has everything acknowledged up to then, nothing later, and reuses no code', async () => {
    const url = archive.environment.DATABASE_URL as string;
    const name = new URL(url).pathname.slice(1);
    service = await ServiceProcess.start(archive.environment);
    const api = await loggedIn(service.url);
    const before = await filed(api, { files: texts('antes') });
    await runShown(programs!, dump, url, folder);
    const after = await filed(api, { files: texts('depois') });
    // The log knows seconds.
    await sleep(2000);
    const [moment] = await ask<RowDataPacket[]>("SELECT DATE_FORMAT(UTC_TIMESTAMP(), '%Y-%m-%d %H:%i:%s') AS text");
    await sleep(2000);
    const lost = await filed(api, { files: texts('perdido') });
    expect((await api.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: before.id } })).status).toBe(200);
    const codes = async () => Number((await archive.sql.first<{ code: number }>('SELECT MAX(d.code) AS code FROM document d'))?.code);
    const given = await codes();
    await service.kill();

    expect(where).toMatch(/^grep -m 1 SOURCE_LOG_POS acervo\.sql$/);
    const [, first, position] = /SOURCE_LOG_FILE='(binlog\.\d+)', SOURCE_LOG_POS=(\d+)/.exec(
      readFileSync(join(folder, 'acervo.sql'), 'utf8'),
    )!;
    const [{ data } = { data: '' }] = (await ask<RowDataPacket[]>('SELECT @@datadir AS data')) as { data: string }[];
    await ask('FLUSH BINARY LOGS');
    const logs = readdirSync(data)
      .filter((file) => /^binlog\.\d+$/.test(file) && file >= first!)
      .sort();
    for (const file of logs) copyFileSync(join(data, file), join(folder, file));
    await ask(`DROP DATABASE ${name}`);
    await ask(`CREATE DATABASE ${name}`);
    await runShown(programs!, load, url, folder);
    const shown =
      /^TZ=UTC mysqlbinlog --skip-gtids --database=acervo --start-position=\d+ --stop-datetime="[^"]+" binlog\.000002 > after\.sql$/;
    expect([shown.test(log), more]).toEqual([true, []]);
    const [program = '', ...loader] = programs!.mysqlbinlog;
    const options = [
      '--no-defaults',
      '--skip-gtids',
      `--database=${name}`,
      `--start-position=${position}`,
      `--stop-datetime=${moment?.text as string}`,
    ];
    const said = execFileSync(program, [...loader, ...options, ...logs], {
      cwd: folder,
      env: { ...process.env, TZ: 'UTC' },
      maxBuffer: 2 ** 28,
    });
    writeFileSync(join(folder, 'after.sql'), said);
    await runShown(programs!, loadLog, url, folder);

    const acervo = async (...words: string[]) => {
      const { code, text } = await command(archive.environment, words);
      return `${code}: ${text.trim().split('\n').at(-1)}`;
    };
    expect(await acervo('migrate')).toBe('0: nothing to migrate');
    expect(await acervo('restored', '--json')).toMatch(/^0: .*"lostFiles":\{"files":1,/);
    expect(await acervo('verify')).toMatch(
      /^1: .* 0 missing, 0 altered, 1 extra; \d+ documents: 0 with a stale index, 0 levels with a wrong count \(acervo reindex\)$/,
    );
    expect(await acervo('audit', 'verify')).toMatch(/^0: /);
    service = await ServiceProcess.start(archive.environment);
    const later = await loggedIn(service.url);
    const contents = [before, after, lost].map(({ files }) => later.get(fetchPath(files[0]!.id), { headers: { accept: 'text/plain' } }));
    expect((await Promise.all(contents)).map(({ status, text }) => (status === 200 ? text : status))).toEqual(['antes', 'depois', 404]);
    await filed(later, { files: texts('novo') });
    expect(await codes()).toBeGreaterThan(given);
  });
});
