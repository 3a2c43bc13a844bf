import { createHash, randomUUID } from 'node:crypto';
import { lstat, open, readFile, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { t } from '#src/terminal/language';
import { notWritten, Unfinished } from './unfinished';
import { UsageError } from '#src/terminal/usage-error';

/** Interval of a holder's heartbeats, and how long a silent holder is watched until it counts as dead. */
export interface Pace {
  beatMs: number;
  watchMs: number;
}
const PACE: Pace = { beatMs: 5_000, watchMs: 15_000 };
/** How often one looks in that time. */
const LOOKS = 15;

/** Boot id and pid namespace: containers reuse pids. */
const bootId = () => readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((id) => id.trim(), () => ''); // prettier-ignore
/** Field 22 of `stat`, behind a name that may hold anything: when the process began, in ticks since the boot; null: there is none. */
const startOf = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then((text) => text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '', () => null); // prettier-ignore
/** The pid namespace of a pid: a container cannot see the processes of another one. */
const pidSpace = () => stat('/proc/self/ns/pid').then(({ ino }) => String(ino), () => ''); // prettier-ignore

interface Holder {
  id: string;
  host: string;
  space: string;
  pid: number;
  start: string | null;
}

interface Seen {
  text: string;
  touchedMs: number;
}

/** Held by another process. */
export class InUse extends Unfinished {}

/**
 * A file that one process at a time may hold, on a disk that several machines and containers may share. It says who holds it; that one
 * touches it as long as it lives. It is taken from a holder of the same pid space that is no more, and from any other that does not touch
 * it while it is watched: no clocks are compared, for they are of different machines. A holder that slept meanwhile has to ask whether it
 * is one still.
 *
 * Not `proper-lockfile` (4.1.2), measured: of six processes that found the same stale lock, two or more got it in 38 of 200 tries. It also
 * compares clocks of different machines.
 */
export class FileLock {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private readonly what: string,
    private readonly id: string,
    private readonly handle: FileHandle,
    { beatMs }: Pace,
  ) {
    // By its handle, for under its name may be another's by then.
    this.timer = setInterval(() => void handle.utimes(new Date(), new Date()).catch(() => undefined), beatMs);
    this.timer.unref();
  }

  /** @param what its name in messages. */
  static async take(path: string, what: string, pace = PACE): Promise<FileLock> {
    const space = `${await bootId()} ${await pidSpace()}`;
    const own: Holder = { id: randomUUID(), host: hostname(), space, pid: process.pid, start: await startOf(process.pid) };
    for (;;) {
      const handle = await created(path, JSON.stringify(own));
      if (handle) return new FileLock(path, what, own.id, handle, pace);
      const seen = await look(path);
      if (seen === null) continue;
      const holder = holderOf(seen.text);
      if (!(await isGone(path, seen, holder, space, pace))) throw new InUse(inUse(what, holder));
      await clear(path, seen, what, pace);
    }
  }

  /** A suspended process may have lost its lock. */
  async check(): Promise<void> {
    if (!(await this.isOwn()))
      throw new InUse(
        t(
          `${this.what} was taken over by another process, because this one did not respond`,
          `${this.what} foi assumido por outro processo, porque este não respondia`,
        ),
      );
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.handle.close();
    if (await this.isOwn()) await rm(this.path, { force: true });
  }

  private async isOwn(): Promise<boolean> {
    const text = await readFile(this.path, 'utf8').catch(() => '');
    return holderOf(text)?.id === this.id;
  }
}

/** Null: it already exists. */
async function created(path: string, text: string): Promise<FileHandle | null> {
  const handle = await open(path, 'wx', 0o600).catch((error: unknown) => (codeOf(error) === 'EEXIST' ? null : unmade(path, error)));
  try {
    await handle?.writeFile(text);
    return handle;
  } catch (error) {
    await handle?.close();
    await rm(path, { force: true });
    return unmade(path, error);
  }
}

/** Null: there is none. It is opened each time, for only then NFS asks the server how it is. */
async function look(path: string): Promise<Seen | null> {
  try {
    if (!(await lstat(path)).isFile()) throw new UsageError(t(`${path} is not a regular file`, `${path} não é um arquivo comum`));
    const handle = await open(path, 'r');
    try {
      return { text: await handle.readFile('utf8'), touchedMs: (await handle.stat()).mtimeMs };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return codeOf(error) === 'ENOENT' ? null : refused(path, t('read', 'lido'), error);
  }
}

function inUse(what: string, holder: Holder | null): string {
  const pid = holder?.pid ?? '?';
  return t(
    `${what} is in use by process ${pid} of ${holder?.host ?? 'another version'}`,
    `${what} está em uso pelo processo ${pid} de ${holder?.host ?? 'outra versão'}`,
  );
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function refused(path: string, what: string, error: unknown): never {
  const code = codeOf(error) ?? String(error);
  throw new UsageError(t(`${path} cannot be ${what}: ${code}`, `${path} não pode ser ${what}: ${code}`), { cause: error });
}

const unmade = (path: string, error: unknown): never => notWritten(path, error, () => refused(path, t('made', 'criado'), error));

function holderOf(text: string): Holder | null {
  try {
    const { id, host, space, pid, start } = JSON.parse(text) as Holder;
    return { id, host, space, pid, start };
  } catch {
    return null;
  }
}

async function isGone(path: string, seen: Seen, holder: Holder | null, space: string, { watchMs }: Pace): Promise<boolean> {
  if (holder?.space === space && holder.start !== null) return (await startOf(holder.pid)) !== holder.start;
  for (let looks = 0; looks < LOOKS; looks++) {
    await pause(watchMs / LOOKS);
    const now = await look(path);
    if (now?.text !== seen.text) return true;
    if (now.touchedMs !== seen.touchedMs) return false;
  }
  return true;
}

/** By one alone, who looks again: whoever comes late with what it saw before removes nobody else's. */
async function clear(path: string, seen: Seen, what: string, pace: Pace): Promise<void> {
  const claim = await FileLock.take(`${path}.${createHash('sha256').update(seen.text).digest('hex').slice(0, 16)}`, what, pace);
  try {
    const now = await look(path);
    if (now?.text === seen.text && now.touchedMs === seen.touchedMs)
      await unlink(path).catch((error: unknown) =>
        codeOf(error) === 'ENOENT' ? undefined : refused(path, t('removed', 'removido'), error),
      );
  } finally {
    await claim.release();
  }
}
