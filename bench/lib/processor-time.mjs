/** Who uses the processors: time per process with its children, by role, and how busy the machine is as a whole. Linux only; NaN elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Of the clock that /proc counts in; it is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));
/** Fields from the third on; the second, a name in parentheses, may hold anything. */
const statOf = (path) => readFileSync(`/proc/${path}/stat`, 'latin1').split(') ').at(-1).split(' ');
const seconds = (ticks) => ticks.reduce((sum, each) => sum + Number(each), 0) / TICKS_PER_SECOND;
const orElse = (value, work) => {
  try {
    return work();
  } catch {
    return value;
  }
};

/** Processor seconds of one thread. @param path below /proc */
export const threadSeconds = (path) => orElse(NaN, () => seconds(statOf(path).slice(11, 13)));

/** Processor seconds of each process, of its children that have ended, and of those that still run. */
function treeSeconds(roots) {
  const all = new Map();
  // A process may end between two looks.
  for (const pid of orElse([], pids)) orElse(null, () => all.set(Number(pid), statOf(pid)));
  const of = (pid) => {
    const children = [...all].filter(([, stat]) => Number(stat[1]) === pid);
    return seconds(all.get(pid).slice(11, 15)) + children.reduce((sum, [child]) => sum + of(child), 0);
  };
  return roots.map((pid) => (all.has(pid) ? of(pid) : NaN));
}

export const cpuSeconds = (pid) => treeSeconds([pid])[0];

/** Resident memory of a process. */
export const residentBytes = (pid) =>
  orElse(NaN, () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024);

/** The server that was told this port or address, among all processes; not the shell that keeps it. */
export function pidOf(words) {
  for (const pid of pids()) {
    const args = orElse([''], () => readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0'));
    if (!['bash', 'sh', 'node'].includes(basename(args[0])) && args.includes(words)) return Number(pid);
  }
  throw new Error(`no process was told ${words}`);
}

/** Database and store of an environment, by role, as far as they run on this machine. */
export function serversOf({ DATABASE_URL, S3_ENDPOINT }) {
  const words = { database: DATABASE_URL && `--port=${new URL(DATABASE_URL).port}`, store: S3_ENDPOINT && new URL(S3_ENDPOINT).host };
  const found = Object.entries(words).map(([role, told]) => [role, told ? orElse([], () => [pidOf(told)]) : []]);
  return Object.fromEntries(found.filter(([, servers]) => servers.length > 0));
}

/** Seconds, in all processors together, that the machine was busy and idle since it started. */
function machineSeconds() {
  const [user, nice, system, idle, wait, irq, softirq, steal] = readFileSync('/proc/stat', 'latin1')
    .split('\n')[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { busy: (user + nice + system + irq + softirq) / 100, idle: (idle + wait) / 100, stolen: steal / 100 };
}

/** @param roles process ids by role, one or several each */
export async function processorTimeOf(roles, work) {
  const look = () => Object.fromEntries(Object.entries(roles).map(([role, of]) => [role, treeSeconds(of)]));
  const [before, machineBefore] = [look(), machineSeconds()];
  const result = await work();
  const [after, machineAfter] = [look(), machineSeconds()];
  const each = Object.fromEntries(
    Object.entries(after).map(([role, used]) => [role, used.map((value, index) => value - before[role][index])]),
  );
  const took = Object.fromEntries(Object.keys(machineAfter).map((key) => [key, machineAfter[key] - machineBefore[key]]));
  return { result, each, busyShare: took.busy / (took.busy + took.idle + took.stolen) };
}
