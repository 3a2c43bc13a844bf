/** Starting programs that cannot outlive this one, and waiting for what they offer. */
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { logToStderr } from './ways.mjs';

const KEEPER = fileURLToPath(new URL('keep.sh', import.meta.url));
/** Killing takes milliseconds; taking containers down may take longer. */
const STOP_WITHIN_MS = 60_000;
const ANSWER_WITHIN_MS = 60_000;

/** A folder for one run's data; unique, so that any number of runs can go on at once. */
export const freshFolder = (what, parent = tmpdir()) => mkdtempSync(join(parent, `acervo-${what}-`));

/** The full path of a program, or undefined. */
export function onPath(program) {
  const isProgram = (file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find(isProgram);
}

/**
 * Starts a program under keep.sh. `ended` resolves to its exit code (null: unknown) when it ends by itself or is stopped.
 * stdio: what the program gets as standard input, output and error.
 */
export function keep(command, args, { stdio, env = process.env, remove, after }) {
  const keeper = spawn('bash', [KEEPER, ...(remove ? ['--remove', remove] : []), ...(after ? ['--after', after] : []), command, ...args], {
    stdio: [...stdio, 'pipe'],
    // A session of its own: Ctrl+C in a terminal goes to this program alone, which then stops the servers in order.
    detached: true,
    env,
  });
  const lifeline = keeper.stdio[3];
  const gone = new Promise((resolve) => {
    // Not 'exit': what the program printed last may still be on its way then.
    keeper.once('close', resolve);
    keeper.once('error', resolve);
  });
  const ended = new Promise((resolve) => {
    lifeline?.once('data', (line) => resolve(Number(String(line).trim())));
    lifeline?.on('error', () => {});
    void gone.then(() => resolve(null));
  });
  return {
    ended,
    stdout: keeper.stdout,
    stderr: keeper.stderr,
    /** From here on this program may end without waiting for the other, which then ends too. */
    unref() {
      keeper.unref();
      lifeline?.unref();
    },
    async stop() {
      keeper.ref();
      lifeline?.destroy();
      await within(STOP_WITHIN_MS, gone).catch(() => keeper.kill('SIGKILL'));
    },
  };
}

const lastLines = (text, count) => text.trim().split('\n').slice(-count).join(' | ').slice(-600);

/** The promise's outcome, or a failure when there is none in time. */
export async function within(timeoutMs, promise) {
  const timer = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${timeoutMs / 1000} s`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}

/** Runs a program to its end; resolves to what it printed, rejects with its last words. `heard` is told what it says meanwhile. */
export async function run(command, args, { timeoutMs, env, heard }) {
  const program = keep(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let stdout = '';
  let both = '';
  program.stdout?.on('data', (chunk) => {
    stdout += chunk;
    both = (both + chunk).slice(-4000);
  });
  program.stderr?.on('data', (chunk) => {
    both = (both + chunk).slice(-4000);
    heard?.(chunk);
  });
  const how = await within(timeoutMs, program.ended).then(
    (code) => code !== 0 && `ended with ${code}`,
    (error) => error.message,
  );
  await program.stop();
  if (!how) return stdout;
  throw new Error(`${basename(command)}: ${how}: ${lastLines(both, 4)}`);
}

/** Runs one command and, when it succeeds, becomes the other: an initialisation and the server proper under one keeper. */
export const inSequence = (first, second) => [
  'bash',
  ['-c', 'n=$1; shift; "${@:1:n}" && exec "${@:n+1}"', 'sequence', String(first.length), ...first, ...second],
];

/** Starts a server whose log goes to a file in its own folder, which is removed with it unless it is to be kept. */
export function keepServer(command, args, { folder, env, stdinFile, after, keepsFolder = false }) {
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  const stdin = stdinFile ? openSync(stdinFile, 'r') : 'ignore';
  const server = keep(command, args, { stdio: [stdin, log, log], env, remove: keepsFolder ? undefined : folder, after });
  closeSync(log);
  if (stdinFile) closeSync(stdin);
  let stopping = false;
  const stop = () => {
    stopping = true;
    return server.stop();
  };
  const expectEnd = () => void (stopping = true);
  return { ...server, stop, expectEnd, isStopping: () => stopping, lastWords: () => lastLines(readFileSync(logFile, 'utf8'), 4) };
}

/** As a power cut would end the server whose own program has written its number there; what it has written stays. */
export async function killAt(server, folder) {
  server.expectEnd();
  process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGKILL');
  await server.ended;
}

/** Asks until the server answers; when it cannot any more, stops it and says why. A server that ends later is at least reported. */
export async function untilReady(server, ask, { timeoutMs, everyMs = 100 }) {
  const deadline = Date.now() + timeoutMs;
  let ended;
  void server.ended.then((code) => (ended = `ended with ${code}`));
  for (;;) {
    try {
      const answer = await within(ANSWER_WITHIN_MS, ask());
      server.unref();
      void server.ended.then((code) => server.isStopping() || logToStderr(`a server ended by itself with ${code}: ${server.lastWords()}`));
      return answer;
    } catch (error) {
      const late = Date.now() > deadline ? `did not answer within ${timeoutMs / 1000} s (${error.message})` : undefined;
      if (ended || late) {
        const words = server.lastWords();
        await server.stop();
        throw new Error(`${ended ?? late}: ${words}`, { cause: error });
      }
      await sleep(everyMs);
    }
  }
}
