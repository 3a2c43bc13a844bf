import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { perform } from '#src/cli/perform';
import { endsWithTest } from '../../support/ends-with-test';
import type { Environment } from '../../support/store';
import type { Service } from './service';

const ROOT = join(__dirname, '../../..');

export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  /** Without the line about the archive. */
  stderr: string;
  /** Where the archive is that a command opened. */
  archive?: string;
}

/** The environment by which a separate process finds the service's database and files. */
export function environmentOf({ config }: Pick<Service, 'config'>): Environment {
  const { s3, databaseUrl, jwtSecret, linkSecret, dataDir } = config;
  return {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(databaseUrl && { DATABASE_URL: databaseUrl.reveal(), JWT_SECRET: jwtSecret!.reveal(), LINK_SECRET: linkSecret!.reveal() }),
    ...(s3 && {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey.reveal(),
    }),
  };
}

/** Runs `npm run acervo` in a separate process on the service's database and files. */
export function runCommand(
  service: Pick<Service, 'config'>,
  words: readonly string[],
  own: Environment = {},
  whileItRuns?: (child: ChildProcess) => void,
): Promise<Ran> {
  return runProgram('cli/acervo', words, { ...environmentOf(service), ...own }, whileItRuns);
}

/**
 * The same in this process, which takes a fifth of the time: where a test is not about the process. One at a time, as the environment and
 * what is said are those of the process. Help and versions are not seen here.
 */
export async function performed(words: readonly string[], environment: Environment): Promise<Ran> {
  // It ends its process itself.
  if (words[0] === 'migrate') return runProgram('cli/acervo', words, environment);
  const said = { stdout: '', stderr: '' };
  const spies = [
    jest.spyOn(console, 'log').mockImplementation((text: string) => void (said.stdout += `${text}\n`)),
    jest.spyOn(console, 'error').mockImplementation((text: unknown) => void (said.stderr += `${text as string}\n`)),
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => (said.stderr += text as string) !== ''),
  ];
  const before = { ...process.env };
  Object.assign(process.env, environment);
  try {
    const code = await perform(words);
    return { code, signal: null, ...said, ...whatWasOpened(said.stderr) };
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** A command says first which archive it works on. */
function whatWasOpened(stderr: string): Pick<Ran, 'stderr' | 'archive'> {
  const [line = '', archive] = /^(?:archive|acervo): (.+)\n/.exec(stderr) ?? [];
  return { stderr: stderr.slice(line.length), archive };
}

/** The command kills itself at that point. Its claims then expire at once: test/contracts/idempotency-records.spec.ts shows that they do. */
export async function killedAt(
  point: string,
  service: Pick<Service, 'config' | 'database'>,
  words: readonly string[],
  own: Environment = {},
): Promise<Ran> {
  const ran = await runCommand(service, words, { ...own, FAULT_TESTS: 'true', FAILPOINT: point });
  await service.database.query('UPDATE repeatable_call SET claimed_until = 0');
  return ran;
}

/** Runs a program of `src` in a separate process. */
export function runProgram(
  name: 'main' | 'cli/acervo',
  words: readonly string[],
  environment: Environment,
  whileItRuns: (child: ChildProcess) => void = () => undefined,
): Promise<Ran> {
  const program = ['-r', join(ROOT, 'test/support/run-typescript.cjs'), join(ROOT, `src/${name}.ts`)];
  const child = spawn(process.execPath, [...program, ...words], { cwd: ROOT, env: { ...process.env, ...environment } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString()));
  child.once(
    'close',
    endsWithTest(() => child.kill('SIGKILL')),
  );
  whileItRuns(child);
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, ...said, ...whatWasOpened(said.stderr) })));
}
