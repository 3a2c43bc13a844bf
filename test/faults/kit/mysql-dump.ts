import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

const ROOT = join(__dirname, '../../..');
const FETCHED_WITHIN_MS = 300_000;

type Program = 'mysqldump' | 'mysql';
type Programs = Record<Program, string[]>;

/** Jest cannot import the script that knows how. Null: cannot be had here, which CI does not accept. */
export function mysqlPrograms(): Programs | null {
  try {
    const script = join(ROOT, 'scripts/servers/mysql-client.mjs');
    return JSON.parse(
      execFileSync(process.execPath, [script], { timeout: FETCHED_WITHIN_MS, encoding: 'utf8', stdio: 'pipe' }),
    ) as Programs;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    process.stdout.write(`NOT RUN: ${(error as Error).message}\n`);
    return null;
  }
}

/** The options that docs/backup.md tells operators to use. */
export function shownOptions(program: Program): string[] {
  const line = new RegExp(`^${program} --defaults-extra-file=backup\\.cnf (.*?)\\bacervo [<>] acervo\\.sql$`, 'm');
  const shown = line.exec(readFileSync(join(ROOT, 'docs/backup.md'), 'utf8'))?.[1];
  if (shown === undefined) throw new Error(`docs/backup.md shows no ${program}`);
  return shown.split(' ').filter(Boolean);
}

/** As an operator runs it: the login from a file, the dump by standard output or input. */
export async function runShown(programs: Programs, program: Program, url: string, { folder, dump }: { folder: string; dump: string }) {
  const { hostname, port, username, password, pathname } = new URL(url);
  const login = join(folder, 'backup.cnf');
  const lines = ['[client]', `host=${hostname}`, `port=${port}`, `user=${username}`, `password=${password}`, 'protocol=tcp', ''];
  writeFileSync(login, lines.join('\n'), { mode: 0o600 });
  const file = openSync(dump, program === 'mysql' ? 'r' : 'w');
  const [command = '', ...args] = programs[program];
  const all = [...args, `--defaults-extra-file=${login}`, ...shownOptions(program), pathname.slice(1)];
  const child = spawn(command, all, { stdio: program === 'mysql' ? [file, 'ignore', 'pipe'] : ['ignore', file, 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  closeSync(file);
  if (code !== 0) throw new Error(`${program} ends with ${String(code)}: ${said}`);
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
