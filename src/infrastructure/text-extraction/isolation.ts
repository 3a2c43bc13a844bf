import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { IsolationName } from '#application/ports/text-extraction';
import { childProgram } from '../workers/child-program';

/** What keeps a process from everything but its pipes. */
export interface Isolation {
  name: IsolationName;
  /** A user of its own, with no rights: only root can give one. */
  isOwnUser: boolean;
}

/** A program of Node. */
export interface Program {
  args: readonly string[];
  /** Files and folders that it may read, beside Node and the libraries of the system. */
  readable: readonly string[];
  heapMb: number;
  /** Another program, which it may run; only where the isolation holds for that, too. */
  runs: string | null;
}

const load = createRequire(__filename);
const BUBBLEWRAP = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].find(existsSync);
const SHELL = '/bin/sh';
const NOBODY = 65_534;
/** Libraries alone: there is nothing in them to run. */
const LIBRARIES = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/local/lib', '/lib', '/lib64', '/etc/ld.so.cache'];
/** Where it must run a program: also a shell, and what that program needs. */
const SYSTEM = ['/usr', '/bin', ...LIBRARIES];
/** The first to go where memory is short; no byte is written to a file, by native code neither. The pipes are no files. */
const LIMITED = [
  'echo 1000 >/proc/self/oom_score_adj; ulimit -c 0; ulimit -f 0',
  // It ends with the service, also where that is killed while a file takes long.
  'setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$0" "$@"',
  'exec "$0" "$@"',
].join('; ');
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
const INFORMATION = 3;
const LONGEST_PROBE_MS = 60_000;

const NAMES: readonly IsolationName[] = BUBBLEWRAP ? ['bubblewrap', 'permissions'] : ['permissions'];
const OWN_USERS = process.getuid?.() === 0 ? [true, false] : [false];
/** The strictest first. */
export const ISOLATIONS: readonly Isolation[] = NAMES.flatMap((name) => OWN_USERS.map((isOwnUser) => ({ name, isOwnUser })));

/** The reader of files, and what it is made of. */
export function readerProgram(heapMb: number, runs: string | null): Program {
  // `dist`, or the folder of the sources where these run.
  const own = join(__dirname, '../../..');
  const packages = (load.resolve.paths('yauzl') ?? []).filter(existsSync);
  return { args: childProgram('text-extraction/reading-child'), readable: [own, ...packages, ...packageFiles(own)], heapMb, runs };
}

/** Node looks for them from a module upwards, for what names mean. */
function packageFiles(folder: string): string[] {
  const file = join(folder, 'package.json');
  const above = dirname(folder);
  return [...(existsSync(file) ? [file] : []), ...(above === folder ? [] : packageFiles(above))];
}

/** Command and arguments; of Node's own model for what runs in JavaScript, and of the system for everything. */
export function commandOf({ name }: Isolation, program: Program): readonly [string, ...string[]] {
  const node = [
    process.execPath,
    ...permissionsOf(name, program),
    `--max-old-space-size=${program.heapMb}`,
    ...before('own-imports'),
    ...before('no-network'),
    ...program.args,
  ];
  const all = name === 'bubblewrap' && BUBBLEWRAP ? [BUBBLEWRAP, ...bubble(program), '--', ...node] : node;
  const limits = process.platform === 'linux' && existsSync(SHELL) ? [SHELL, '-c', LIMITED] : [];
  return [...limits, ...all] as unknown as [string, ...string[]];
}

/** Pictures are read by native code: addons are needed. */
function permissionsOf(name: IsolationName, { readable, runs }: Program): string[] {
  const paths = [...new Set(readable.flatMap((path) => [path, realpathSync(path)]))];
  const reads = paths.map((path) => `--allow-fs-read=${statSync(path).isDirectory() ? `${path}/` : path}`);
  return [PERMISSION, '--allow-addons', ...(runs !== null && name === 'bubblewrap' ? ['--allow-child-process'] : []), ...reads];
}

/** Before anything else is loaded; last of what Node is told, so that tests can load TypeScript first. */
const before = (name: string) => {
  const args = childProgram(`text-extraction/${name}`);
  return [...args.slice(0, -1), '--require', ...args.slice(-1)];
};

function bubble({ readable, runs }: Program): string[] {
  const system = runs === null ? LIBRARIES : [...SYSTEM, runs];
  return [
    ['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--as-pid-1', '--cap-drop', 'ALL'],
    ['--clearenv', '--setenv', 'HOME', '/tmp', '--info-fd', String(INFORMATION), '--dev', '/dev', '--tmpfs', '/tmp'],
    system.flatMap((path) => ['--ro-bind-try', path, path]),
    [...readable, process.execPath].flatMap((path) => ['--ro-bind', path, path]),
    ['--remount-ro', '/', '--chdir', '/tmp'],
  ].flat();
}

export interface Started {
  child: ChildProcess;
  isolation: Isolation;
  /** Of Node itself: what is started is bubblewrap. Null: it has ended before. */
  pid: Promise<number | null>;
}

/** With standard input and output, and nothing else of this process. */
export function launch(isolation: Isolation, [command, ...args]: readonly [string, ...string[]]): Started {
  const user = isolation.isOwnUser ? { uid: NOBODY, gid: NOBODY } : {};
  const stdio = ['pipe', 'pipe', 'ignore', 'pipe'];
  const child = spawn(command, args, { cwd: '/', env: {}, stdio: stdio as SpawnOptions['stdio'], ...user } as SpawnOptions);
  const information = child.stdio[INFORMATION] as Readable | undefined;
  if (isolation.name === 'bubblewrap' && information) return { child, isolation, pid: pidWithin(information) };
  information?.destroy();
  return { child, isolation, pid: Promise.resolve(child.pid ?? null) };
}

async function pidWithin(information: Readable): Promise<number | null> {
  let said = '';
  try {
    for await (const chunk of information) said += String(chunk);
  } catch {
    // It has ended.
  }
  const pid = /"child-pid": *(\d+)/.exec(said)?.[1];
  return pid === undefined ? null : Number(pid);
}

/** Whether the program comes to a good end under it when there is nothing to do. */
export async function holds(isolation: Isolation, program: Program): Promise<boolean> {
  let child: ChildProcess;
  try {
    ({ child } = launch(isolation, commandOf(isolation, program)));
  } catch {
    return false;
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_PROBE_MS);
  try {
    child.stdin?.on('error', () => undefined).end();
    child.stdout?.resume();
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
    });
  } finally {
    clearTimeout(timer);
  }
}

/** The strictest that works now, of those that are stricter than the known one; null: none does. */
export async function strictest(program: Program, known: Isolation | null = null): Promise<Isolation | null> {
  for (const isolation of ISOLATIONS) {
    if (isolation === known) return null;
    if (await holds(isolation, program)) return isolation;
  }
  return null;
}
