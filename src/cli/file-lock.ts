import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { UsageError } from './usage-error';

/** A holder says so often that it lives; whoever has not for so long is gone. */
const BEAT_MS = 5_000;
const GONE_MS = 60_000;

/** The kernel's name for its run, and the process' own: containers have pids of their own, which are alike. */
const bootId = () => readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((id) => id.trim(), () => ''); // prettier-ignore
/** Field 22 of `stat`, behind a name that may hold anything: when the process began, in ticks since the boot; null: there is none. */
const startOf = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then((text) => text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '', () => null); // prettier-ignore
/** Of whom a pid is: a container's processes are not seen from another one. */
const pidSpace = () => stat('/proc/self/ns/pid').then(({ ino }) => String(ino), () => ''); // prettier-ignore

interface Holder {
  id: string;
  host: string;
  space: string;
  pid: number;
  start: string | null;
}

/**
 * A file that one process at a time may hold, on a disk that several machines and containers may share. It says who holds it; that one
 * touches it as long as it lives. It is taken from a holder of the same pid space that is no more, and from any other when it has not been
 * touched for a minute.
 */
export class FileLock {
  private constructor(
    private readonly path: string,
    private readonly id: string,
    private readonly timer: NodeJS.Timeout,
  ) {}

  /** @param what for whoever is told that it is in use. */
  static async take(path: string, what: string): Promise<FileLock> {
    const space = `${await bootId()} ${await pidSpace()}`;
    const own: Holder = { id: randomUUID(), host: hostname(), space, pid: process.pid, start: await startOf(process.pid) };
    for (;;) {
      if (await created(path, JSON.stringify(own))) break;
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) continue;
      const holder = holderOf(text);
      if (!(await isGone(path, holder, space)))
        throw new UsageError(`${what} is in use by process ${holder?.pid ?? '?'} of ${holder?.host ?? 'another version'}`);
      await setAside(path, text);
    }
    const timer = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), BEAT_MS);
    timer.unref();
    return new FileLock(path, own.id, timer);
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    const text = await readFile(this.path, 'utf8').catch(() => '');
    if (holderOf(text)?.id === this.id) await rm(this.path, { force: true });
  }
}

/** False: it is there already. */
async function created(path: string, text: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.writeFile(text).finally(() => handle.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(text: string): Holder | null {
  try {
    const { id, host, space, pid, start } = JSON.parse(text) as Holder;
    return { id, host, space, pid, start };
  } catch {
    return null;
  }
}

async function isGone(path: string, holder: Holder | null, space: string): Promise<boolean> {
  if (holder?.space === space && holder.start !== null) return (await startOf(holder.pid)) !== holder.start;
  const known = await stat(path).catch(() => null);
  return known === null || Date.now() - known.mtimeMs > GONE_MS;
}

/** Of two who find that a holder is gone, one moves its file away; what the other one moves is put back by nobody but its own holder. */
async function setAside(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => text);
  // Somebody was faster, and holds it by now.
  if (moved !== text) await rename(aside, path);
  else await rm(aside, { force: true });
}
