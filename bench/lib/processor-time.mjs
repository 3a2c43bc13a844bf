/** Who uses the processors: time per process, by role, and how busy the machine is as a whole. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { cpuSeconds } from './measure.mjs';

/** The server that was told this port or address, among all processes; not the shell that keeps it. */
export function pidOf(words) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      if (!['bash', 'sh', 'node'].includes(basename(args[0])) && args.some((arg) => arg === words)) return Number(pid);
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error(`no process was told ${words}`);
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
  const look = () => Object.fromEntries(Object.entries(roles).map(([role, pids]) => [role, pids.map(cpuSeconds)]));
  const [before, machineBefore] = [look(), machineSeconds()];
  const result = await work();
  const [after, machineAfter] = [look(), machineSeconds()];
  const each = Object.fromEntries(
    Object.entries(after).map(([role, seconds]) => [role, seconds.map((value, index) => value - before[role][index])]),
  );
  const took = Object.fromEntries(Object.keys(machineAfter).map((key) => [key, machineAfter[key] - machineBefore[key]]));
  return { result, each, busyShare: took.busy / (took.busy + took.idle + took.stolen) };
}
