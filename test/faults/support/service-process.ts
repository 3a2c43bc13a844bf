import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { endsWithTest } from '../../support/ends-with-test';
import type { Environment } from '../../support/store';

const ROOT = join(__dirname, '../../..');
const REGISTER = join(ROOT, 'test/support/run-typescript.cjs');
const LIFELINE = join(__dirname, 'lifeline.cjs');
const READY_WITHIN_MS = 300_000;
const LAST_WORDS = 4000;

/** From the build when there is one to be tested, and the same from the sources otherwise. */
export const serviceProgram = (name: string) =>
  process.env.ACERVO_FAULTS_BUILT ? [join(ROOT, `dist/src/${name}.js`)] : ['-r', REGISTER, join(ROOT, `src/${name}.ts`)];

const withFailpoint = (environment: Environment, failpoint: string | undefined) => ({
  ...process.env,
  ...environment,
  ...(failpoint !== undefined && { FAULT_TESTS: 'true', FAILPOINT: failpoint }),
});

function launched(under: readonly string[], program: readonly string[], env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  const [first, ...args] = [...under, process.execPath, '-r', LIFELINE, ...program] as [string, ...string[]];
  const child = spawn(first, args, { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.once(
    'close',
    endsWithTest(() => child.kill('SIGKILL')),
  );
  return child;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The real service in a process of its own, which may be killed at any time. */
export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** When the process is over, however it came to that. */
    readonly ended: Promise<Ended>,
    private readonly words: { last: string },
  ) {}

  /** `failpoint`: where it kills itself. `under`: a program with its options that becomes the service, such as `strace -D`. */
  static async start(
    environment: Environment,
    { failpoint, under = [] }: { failpoint?: string; under?: readonly string[] } = {},
  ): Promise<ServiceProcess> {
    const child = launched(under, serviceProgram('main'), withFailpoint(environment, failpoint));
    child.stdin?.on('error', () => undefined);
    const words = { last: '' };
    const hear = (chunk: Buffer) => void (words.last = (words.last + chunk.toString()).slice(-LAST_WORDS));
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    const url = await addressOf(child, ended, words);
    return new ServiceProcess(child, url, ended, words);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get lastWords(): string {
    return this.words.last;
  }

  get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** What a command says first: which archive it works on. */
const OPENED = /^archive: .+\n/m;

/** `npm run acervo` with these words, to its end; `text`: what it said besides where its archive is. */
export function command(
  environment: Environment,
  words: readonly string[],
  failpoint?: string,
  under: readonly string[] = [],
): Promise<Ended & { text: string }> {
  const child = launched(under, [...serviceProgram('cli/acervo'), ...words], withFailpoint(environment, failpoint));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, text: text.replace(OPENED, '') })));
}

/** As the service itself says where it listens. */
async function addressOf(child: ChildProcess, ended: Promise<Ended>, words: { last: string }): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const listening = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const port = /listening at \S+:(\d+)/.exec(words.last)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the service is not ready after ${READY_WITHIN_MS / 1000} s: ${words.last}`)),
      READY_WITHIN_MS,
    );
  });
  const over = ended.then(({ code, signal }) => {
    throw new Error(`the service ended with ${signal ?? code}: ${words.last}`);
  });
  try {
    return await Promise.race([listening, late, over]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    over.catch(() => undefined);
    clearTimeout(timer);
  }
}
