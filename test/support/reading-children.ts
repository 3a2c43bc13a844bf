import { readdir, readFile } from 'node:fs/promises';

/** The processes that read files for this one, or for another. */
export async function readingChildren(parent = process.pid): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [status, command] = await Promise.all(
        ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      );
      return status?.includes(`\nPPid:\t${parent}\n`) && command?.includes('reading-child') ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}
