import { Injectable } from '@nestjs/common';
import { isObjectKey, madeAt } from '#application/support/ids';
import { Counters, type Raised, StoredFiles } from '#application/ports/portable-archive';
import { FileStorage, ObjectJournal } from '#application/ports/files';
import { TrailVerification, type LogEnd } from '#application/ports/sealed-events';
import { NewEpoch } from '#application/audit/new-epoch';
import type { Author } from '#domain/access/actor';

export interface Restoration {
  raised: Raised[];
  newestEvent: Date | null;
  /** Objects in the store that no row names: files stored after the backup or never committed; null: none. */
  lostFiles: { files: number; first: Date; last: Date } | null;
  /** Clients whose audit trail is shorter than before. */
  lostEvents: { clientId: string; has: number; had: number }[];
  /** Name of the installation from now on: a new epoch. */
  name: string;
}

/** An upper bound of the changes to one document since the backup. */
const VERSIONS = 10_000;
const BATCH = 500;

/**
 * After a restore: codes and versions given out since the backup must not be given out again. What was lost is known only from the store
 * and from former ends of the audit trail.
 */
@Injectable()
export class NoteRestoration {
  constructor(
    private readonly counters: Counters,
    private readonly files: StoredFiles,
    private readonly journal: ObjectJournal,
    private readonly storage: FileStorage,
    private readonly trail: TrailVerification,
    private readonly epoch: NewEpoch,
  ) {}

  async execute(author: Author, atLeast: number, former: readonly LogEnd[], progress: (code: number) => void): Promise<Restoration> {
    // Else files stored since the backup would be taken for uploads that were given up, and removed.
    await this.journal.forgetStaged();
    const lostFiles = await this.lostFiles();
    // Reading comes first. Raising the counters again after a failure is harmless.
    const raised = await this.counters.raise(Math.max(atLeast, lostFiles?.files ?? 0));
    await this.counters.raiseVersions(VERSIONS, progress);
    // Before the epoch begins: events that were pending in the backup get their positions in it.
    const now = await this.trail.sizes();
    const lostEvents = former
      .map(({ clientId, size }) => ({ clientId, has: now.get(clientId) ?? 0, had: size }))
      .filter(({ has, had }) => has < had);
    const newestEvent = await this.counters.newestEvent();
    const { name } = await this.epoch.begin(author);
    return { raised, newestEvent, lostFiles, lostEvents, name };
  }

  private async lostFiles(): Promise<Restoration['lostFiles']> {
    const [times, keys]: [number[], string[]] = [[], []];
    let files = 0;
    const look = async () => {
      const known = await this.files.known(keys);
      const lost = keys.filter((key) => !known.has(key)).map((key) => madeAt(key.slice(3)).getTime());
      files += lost.length;
      // Keeps the first and the last time so far.
      times.push(...lost);
      if (times.length > 0) times.splice(0, times.length, Math.min(...times), Math.max(...times));
      keys.length = 0;
    };
    for await (const key of this.storage.keys()) {
      if (isObjectKey(key)) keys.push(key);
      if (keys.length === BATCH) await look();
    }
    await look();
    const [first, last] = times;
    return first === undefined || last === undefined ? null : { files, first: new Date(first), last: new Date(last) };
  }
}
