import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Chance } from '../../e2e/support/chance';
import type { Step } from './recorded-writes';

/** Which of what was not synced is on the disk after the power cut: all, nothing, or some, in pieces. */
export type Kept = 'all' | 'nothing' | 'some';

const SECTOR = 512;
/** SQLite makes it anew: it is shared memory, no data. */
const isMemory = (path: string): boolean => path.endsWith('-shm');

interface Change {
  step: number;
  offset: number;
  /** Null: the file ends at the offset. */
  data: Buffer | null;
}

class Content {
  pending: Change[] = [];
  constructor(
    public synced: Buffer,
    public length = synced.length,
  ) {}

  change(change: Change): void {
    this.pending.push(change);
    this.length = change.data ? Math.max(this.length, change.offset + change.data.length) : change.offset;
  }

  sync(covers: number): void {
    this.synced = applied(
      this.synced,
      this.pending.filter(({ step }) => step < covers),
    );
    this.pending = this.pending.filter(({ step }) => step >= covers);
  }
}

function applied(bytes: Buffer, changes: readonly Change[]): Buffer {
  let now = Buffer.from(bytes);
  for (const { offset, data } of changes) {
    const end = data ? Math.max(now.length, offset + data.length) : offset;
    if (end !== now.length) now = Buffer.concat([now.subarray(0, end), Buffer.alloc(Math.max(0, end - now.length))]);
    data?.copy(now, offset);
  }
  return now;
}

/** A name that is given or taken; it is on the disk when the folder of that name is synced. */
interface Naming {
  step: number;
  path: string;
  content: Content | null;
  /** Of a rename: the name before, which goes when the new one comes. */
  from?: string;
}

const named = (names: Map<string, Content>, { path, content, from }: Naming): void => {
  if (from !== undefined) names.delete(from);
  if (content) names.set(path, content);
  else names.delete(path);
};

/**
 * A folder as the disk has it, which promises what POSIX does: fsync of a file keeps what was written to it before, fsync of a folder the
 * names in it. Everything else may be lost.
 */
export class DiskModel {
  private readonly current = new Map<string, Content>();
  private readonly durable = new Map<string, Content>();
  private namings: Naming[] = [];
  private readonly folders: string[] = [];
  private taken = 0;

  /** `folder` is on the disk as it is now. */
  constructor(private readonly folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (entry.isDirectory()) this.folders.push(path);
      else if (!isMemory(path)) this.current.set(path, new Content(readFileSync(path)));
    }
    for (const [path, content] of this.current) this.durable.set(path, content);
  }

  /** All of a recording up to this step that it has not taken before. */
  take(steps: readonly Step[], until = steps.length): void {
    for (; this.taken < until; this.taken++) this.takeOne(steps[this.taken] as Step, this.taken);
  }

  private takeOne(step: Step, number: number): void {
    const { path } = step;
    if (isMemory(path)) return;
    const content = this.current.get(path);
    switch (step.kind) {
      case 'write':
        return content?.change({ step: number, offset: step.offset ?? content.length, data: step.data });
      case 'truncate':
        return content?.change({ step: number, offset: step.length, data: null });
      case 'open':
        if (!content && step.creates) this.name({ step: number, path, content: new Content(Buffer.alloc(0)) });
        else if (content && step.truncates) content.change({ step: number, offset: 0, data: null });
        return;
      case 'rename':
        return this.name({ step: number, path: step.to, content: content ?? null, from: path });
      case 'remove':
        return this.name({ step: number, path, content: null });
      case 'sync':
        content?.sync(step.covers);
        this.keepNames(({ step: made, path: name }) => made < step.covers && dirname(name) === path);
    }
  }

  private name(naming: Naming): void {
    this.namings.push(naming);
    named(this.current, naming);
  }

  private keepNames(isKept: (naming: Naming) => boolean): void {
    const kept = this.namings.filter(isKept);
    for (const naming of kept) named(this.durable, naming);
    const replaced = new Set(kept.map(({ from }) => from));
    this.namings = this.namings.filter((naming) => !kept.includes(naming) && !replaced.has(naming.path));
  }

  /** How many changes a power cut now could undo. */
  get pending(): number {
    return [...this.current.values()].reduce((sum, { pending }) => sum + pending.length, this.namings.length);
  }

  /** The files after a power cut now. */
  cut(kept: Kept, chance: Chance): Map<string, Buffer> {
    const names = new Map(this.durable);
    // A file system writes names in their order.
    const count = kept === 'all' ? this.namings.length : kept === 'nothing' ? 0 : chance.whole(this.namings.length + 1);
    for (const naming of this.namings.slice(0, count)) named(names, naming);
    const contentOf = ({ synced, pending }: Content): Buffer => {
      if (kept === 'nothing') return synced;
      if (kept === 'all') return applied(synced, pending);
      const share = chance.next();
      const some = pending.filter(() => chance.is(share));
      const torn = some.at(-1);
      if (!torn?.data || chance.is(0.5)) return applied(synced, some);
      const sectors = chance.whole(Math.ceil(torn.data.length / SECTOR));
      return applied(synced, [...some.slice(0, -1), { ...torn, data: torn.data.subarray(0, sectors * SECTOR) }]);
    };
    return new Map([...names].map(([path, content]) => [relative(this.folder, path), contentOf(content)]));
  }

  /** Makes a folder with these files. */
  write(files: ReadonlyMap<string, Buffer>, target: string): void {
    mkdirSync(target, { mode: 0o700 });
    for (const path of this.folders) mkdirSync(join(target, relative(this.folder, path)), { recursive: true, mode: 0o700 });
    for (const [path, bytes] of files) writeFileSync(join(target, path), bytes, { mode: 0o600 });
  }
}
