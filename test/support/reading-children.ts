import { readdir, readFile } from 'node:fs/promises';

/** The processes that read files for this one, or for another; bubblewrap, which may stand between, is none. */
export async function readingChildren(parent = process.pid): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const of = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const all = await Promise.all(
    pids.map(async (pid) => {
      const [status, command] = await Promise.all([of(pid, 'status'), of(pid, 'cmdline')]);
      return { pid: Number(pid), parent: Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]), command };
    }),
  );
  const isReader = ({ command }: { command: string }) => command.includes('reading-child');
  const isBetween = ({ command }: { command: string }) => /^[^\0]*bwrap\0/.test(command);
  const between = all.filter((each) => each.parent === parent && isReader(each) && isBetween(each)).map(({ pid }) => pid);
  return all.filter((each) => isReader(each) && !isBetween(each) && [parent, ...between].includes(each.parent)).map(({ pid }) => pid);
}
