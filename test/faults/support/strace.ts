import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** The program, or why system calls cannot be told or changed on this machine. */
export function whereStrace(): { program: string; whyNot?: string } {
  const program = process.env.TEST_STRACE ?? 'strace';
  const { status, stderr, error } = spawnSync(program, ['-f', '-qq', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  return status === 0 ? { program } : { program, whyNot: error?.message ?? stderr.trim().split('\n')[0] ?? `it ends with ${status}` };
}

/** Whose calls are meant: SQLite's are made by the main thread, those of files by the others. */
export type Side = 'database' | 'files';
export const SIDES: readonly Side[] = ['database', 'files'];

/** strace counts the calls of each thread by itself: files have one thread, so that theirs are counted together. */
export const ONE_THREAD = { UV_THREADPOOL_SIZE: '1' };

const threadsOf = (pid: number, side: Side): number[] => {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  return side === 'database' ? [pid] : threads.filter((thread) => thread !== pid);
};

/** strace with these options on some threads of a running process, while something is done. */
async function during<T>(program: string, threads: readonly number[], options: readonly string[], work: () => Promise<T>): Promise<T> {
  const args = [...options, ...threads.flatMap((thread) => ['-p', String(thread)])];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if ((said.match(/ attached/g) ?? []).length >= threads.length) resolve();
    });
    void ended.then(() => reject(new Error(`strace did not stay: ${said}`)));
  });
  try {
    return await work();
  } finally {
    // It lets its threads go, unless they are gone.
    child.kill('SIGINT');
    await ended;
  }
}

/** All calls of a process while something is done are written to a file. */
export const told = <T>(program: string, pid: number, calls: readonly string[], file: string, work: () => Promise<T>): Promise<T> =>
  during(program, [pid], ['-f', '-o', file, '-e', `trace=${calls.join()}`], work);

export interface Injection {
  side: Side;
  call: string;
  /** Which of these calls, counted from when strace comes to the process. */
  at: number;
  what: 'signal=SIGKILL' | 'error=EIO';
}

export const injectionOf = ({ call, at, what }: Omit<Injection, 'side'>): string[] => [
  '-e',
  `trace=${call}`,
  '-e',
  `inject=${call}:${what}:when=${at}`,
];

/** Before it is made, a call of one side ends the process, or fails instead of being made; the second answer: whether one was met. */
export async function injected<T>(
  program: string,
  pid: number,
  injection: Injection,
  file: string,
  work: () => Promise<T>,
): Promise<[T, boolean]> {
  const result = await during(program, threadsOf(pid, injection.side), ['-o', file, ...injectionOf(injection)], work);
  return [result, wasInjected(file, injection)];
}

/** Some thread has come so far; what then became of the call is perhaps no longer written. */
export function wasInjected(file: string, { call, at }: Pick<Injection, 'call' | 'at'>): boolean {
  const made = new Map<string, number>();
  const text = readFileSync(file, 'utf8');
  for (const [, thread = ''] of text.matchAll(new RegExp(`^(\\d+ +)?${call}\\(`, 'gm'))) made.set(thread, (made.get(thread) ?? 0) + 1);
  return Math.max(0, ...made.values()) >= at;
}

/** How often each call was made, in a file that strace has written. */
export function countsIn(text: string, pid: number): Record<Side, Record<string, number>> {
  const counts: Record<Side, Record<string, number>> = { database: {}, files: {} };
  for (const [, thread, call = ''] of text.matchAll(/^(\d+) +(\w+)\(/gm)) {
    const side = counts[Number(thread) === pid ? 'database' : 'files'];
    side[call] = (side[call] ?? 0) + 1;
  }
  return counts;
}
