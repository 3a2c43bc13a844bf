import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { blocksOf, commandsOf, read, ROOT } from '../../support/doc-pages';

const FETCHED_WITHIN_MS = 300_000;

type Program = 'mysqldump' | 'mysql' | 'mysqlbinlog';
type Programs = Record<Program, string[]>;

/** Jest cannot import the script. Null: unavailable, which fails with CI=true. */
export function mysqlPrograms(...whose: ['mariadb'] | []): Programs | null {
  try {
    const script = join(ROOT, 'scripts/servers/mysql-client.mjs');
    return JSON.parse(
      execFileSync(process.execPath, [script, ...whose], { timeout: FETCHED_WITHIN_MS, encoding: 'utf8', stdio: 'pipe' }),
    ) as Programs;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    process.stdout.write(`NOT RUN: ${(error as Error).message}\n`);
    return null;
  }
}

/** What docs/backup.md tells operators to run, line by line, of what this test plays. */
export const shownCommands = (test = 'test/faults/backup.spec.ts'): string[] =>
  blocksOf(read('docs/backup.md'))
    .filter(({ runBy }) => runBy === test)
    .flatMap(commandsOf);

/** The words behind `npm run acervo --`, with files in a folder of the test. */
export function acervoWords(line: string, folder: string): string[] {
  const [, words] = /^npm run acervo -- (.+)$/.exec(line) ?? [];
  if (words === undefined) throw new Error(`not a command of the service: ${line}`);
  return words.split(' ').map((word) => (word.endsWith('.json') ? join(folder, word) : word));
}

/** As an operator runs it: the login from a file, the dump by standard output or input. */
export async function runShown(programs: Programs, line: string, url: string, folder: string) {
  const [, program, options, file] =
    /^(mysqldump|mysql) --defaults-extra-file=backup\.cnf (.*?)\bacervo [<>] ((?:acervo|after)\.sql)$/.exec(line) ?? [];
  if (program === undefined) throw new Error(`neither mysqldump nor mysql: ${line}`);
  await withDump(programs[program as Program], options!.split(' ').filter(Boolean), url, {
    folder,
    dump: join(folder, file!),
    loads: program === 'mysql',
  });
}

async function withDump(
  [command = '', ...args]: string[],
  options: string[],
  url: string,
  { folder, dump, loads }: { folder: string; dump: string; loads: boolean },
) {
  const { hostname, port, username, password, pathname } = new URL(url);
  const login = join(folder, 'backup.cnf');
  const lines = ['[client]', `host=${hostname}`, `port=${port}`, `user=${username}`, `password=${password}`, 'protocol=tcp', ''];
  writeFileSync(login, lines.join('\n'), { mode: 0o600 });
  const file = openSync(dump, loads ? 'r' : 'w');
  const all = [...args, `--defaults-extra-file=${login}`, ...options, pathname.slice(1)];
  const child = spawn(command, all, { stdio: loads ? [file, 'ignore', 'pipe'] : ['ignore', file, 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  closeSync(file);
  if (code !== 0) throw new Error(`${command} ends with ${String(code)}: ${said}`);
}

/** An empty database beside another. */
export async function emptyDatabase(beside: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const url = new URL(beside);
  url.pathname = `/${name}`;
  const say = async (statement: string) => {
    const connection = await createConnection({ uri: beside });
    await connection.query(statement);
    await connection.end();
  };
  await say(`CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => say(`DROP DATABASE IF EXISTS ${name}`) };
}
