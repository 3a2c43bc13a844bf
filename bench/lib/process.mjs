/** Processes of a bench: each is asked over an IPC channel, and ends with this one at the latest. */
import { spawn } from 'node:child_process';

/**
 * @param args of node: its options, the program, the program's arguments; or those of another program
 * @param isAsked false for programs that are not ours: some would tell things of their own over the channel
 */
export function startNode(args, { env = process.env, cwd, program = process.execPath, isAsked = true } = {}) {
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe', ...(isAsked ? ['ipc'] : [])] });
  const waiting = new Map();
  // Those at the channel end when it does.
  const end = () => child.kill('SIGKILL');
  if (!isAsked) process.once('exit', end);
  let output = '';
  let asked = 0;
  let stopping = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-8000)));
  const gone = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  void gone.then((how) => {
    for (const { reject } of waiting.values()) reject(new Error(`${args.at(-1)} ended (${how}):\n${output}`));
    if (!stopping && how !== 0) process.stderr.write(`[bench] a process ended by itself (${how}):\n${output}\n`);
  });
  child.on('message', ({ id, answer, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  });
  return {
    pid: child.pid,
    gone,
    output: () => output,
    ask(kind, message = {}) {
      const id = ++asked;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, kind, ...message }, (error) => error && reject(error));
      });
    },
    async stop() {
      stopping = true;
      end();
      await gone;
      process.off('exit', end);
    },
  };
}

/** On the terminal, beside the results. */
export const saying =
  (who = 'bench') =>
  (text) =>
    process.stderr.write(`[${who}] ${text}\n`);

/** Processes that are stopped together at the end. */
export function startedOnes() {
  const all = [];
  return {
    keep: (started) => (all.push(started), started),
    async stop() {
      for (const each of all) await each.stop();
    },
  };
}
