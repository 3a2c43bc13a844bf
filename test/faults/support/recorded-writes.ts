/** What one system call has done to a file or a folder; `at`: when, in milliseconds. */
export type Step = { at: number; path: string } & (
  | { kind: 'write'; offset: number | null; data: Buffer }
  | { kind: 'truncate'; length: number }
  /** `covers`: how many steps there were when it began. */
  | { kind: 'sync'; covers: number }
  | { kind: 'open'; creates: boolean; truncates: boolean }
  | { kind: 'rename'; to: string }
  | { kind: 'remove' }
);

const CALLS = ['write', 'pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'rename', 'unlink', 'openat', 'mkdir'];
/** The service makes none of these on its data: if it began to, a recording would miss what they do. */
const OTHERS = ['writev', 'pwritev', 'pwritev2', 'truncate', 'renameat', 'renameat2', 'unlinkat', 'rmdir', 'link', 'linkat', 'fallocate', 'copy_file_range', 'io_uring_setup']; // prettier-ignore

/** strace with the options by which a program that is started with it records what it writes. */
export const recording = (program: string, file: string): string[] =>
  // -D: the process that is started becomes the program. Without --seccomp-bpf each of its other system calls would be slow, too.
  [program, '-D', '-f', '--seccomp-bpf', '-ttt', '-y', '-xx', '-s', '33554432', '-o', file, '-e', `trace=${[...CALLS, ...OTHERS].join()}`];

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
/** All strings are in hexadecimal: none has a quotation mark or a bracket in it. */
const stringsIn = (args: string): string[] => args.split('"').filter((_, index) => index % 2 === 1);
const lastNumber = (args: string): number => Number.parseInt(args.slice(args.lastIndexOf(',') + 1), 10);

/** Of the file that is named, or that the descriptor leads to; null: it has no name any more. */
function pathIn(call: string, args: string): string | null {
  if (!/^\d+</.test(args) || call === 'openat') return bytesOf(stringsIn(args)[0] ?? '').toString();
  const end = args.indexOf('>');
  return args.startsWith('(deleted)', end + 1) ? null : bytesOf(args.slice(args.indexOf('<') + 1, end)).toString();
}

function stepOf(call: string, args: string, at: number, path: string, covers: number): Step | null {
  switch (call) {
    case 'write':
      return { at, path, kind: 'write', offset: null, data: bytesOf(stringsIn(args)[0] as string) };
    case 'pwrite64':
      return { at, path, kind: 'write', offset: lastNumber(args), data: bytesOf(stringsIn(args)[0] as string) };
    case 'ftruncate':
      return { at, path, kind: 'truncate', length: lastNumber(args) };
    case 'fsync':
    case 'fdatasync':
      return { at, path, kind: 'sync', covers };
    case 'openat':
      return { at, path, kind: 'open', creates: args.includes('O_CREAT'), truncates: args.includes('O_TRUNC') };
    case 'rename':
      return { at, path, kind: 'rename', to: bytesOf(stringsIn(args)[1] as string).toString() };
    case 'unlink':
      return { at, path, kind: 'remove' };
    case 'mkdir':
      // Those of the embedded mode are there before: it fails, or changes nothing.
      return null;
    default:
      throw new Error(`${call} of ${path} is not recorded`);
  }
}

export interface Recorded {
  steps: Step[];
  /** Files that a call was about when the process was killed: whether it was carried out, nobody knows. Writes are among the steps. */
  unknown: string[];
}

/** What the recorder says last of a process; before it, what the process did may be missing in the file. */
export const isWhole = (text: string, pid: number): boolean =>
  new RegExp(`^${pid} +\\d+\\.\\d+ \\+\\+\\+ (killed|exited) `, 'm').test(text);

const LINE = /^(\d+) +(\d+\.\d+) (?:<\.\.\. \w+ resumed>|(\w+)\()(.*)$/s;
const UNFINISHED = ' <unfinished ...>';

/**
 * What was done to the files of a folder, in order: writes from when they began, since any part of them may then be on the disk,
 * all else from when it was done.
 */
export function stepsIn(text: string, folder: string): Recorded {
  const steps: Step[] = [];
  const unknown: string[] = [];
  const unfinished = new Map<string, Step | null>();
  for (const line of text.split('\n')) {
    const [, thread = '', seconds, call, rest = ''] = LINE.exec(line) ?? [];
    if (seconds === undefined) continue;
    const ends = !rest.endsWith(UNFINISHED);
    const closes = rest.lastIndexOf(') ');
    let step = unfinished.get(thread) ?? null;
    unfinished.delete(thread);
    if (call !== undefined) {
      const args = ends ? rest.slice(0, closes) : rest.slice(0, -UNFINISHED.length);
      const path = pathIn(call, args);
      step = path?.startsWith(`${folder}/`) || path === folder ? stepOf(call, args, Number(seconds) * 1000, path, steps.length) : null;
      if (step?.kind === 'write' || step?.kind === 'truncate') steps.push(step);
    }
    if (!step) continue;
    if (!ends) {
      unfinished.set(thread, step);
      continue;
    }
    const result = Number.parseInt(rest.slice(rest.lastIndexOf(' = ') + 3), 10);
    if (Number.isNaN(result)) {
      unknown.push(step.path, ...(step.kind === 'rename' ? [step.to] : []));
      continue;
    }
    if (step.kind === 'write') step.data = step.data.subarray(0, Math.max(0, result));
    else if (step.kind === 'truncate' && result !== 0) throw new Error(`ftruncate of ${step.path} failed`);
    else if (step.kind !== 'truncate' && result >= 0) steps.push({ ...step, at: Number(seconds) * 1000 });
  }
  for (const step of unfinished.values()) if (step) unknown.push(step.path);
  return { steps, unknown };
}
