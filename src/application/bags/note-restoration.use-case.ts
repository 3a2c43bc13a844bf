import { Injectable } from '@nestjs/common';
import { isObjectKey, madeAt } from '#application/ids';
import { AuditTrail, type ChainEnd } from '#application/ports/audit-trail';
import { Counters, type Raised } from '#application/ports/counters';
import { FileStorage } from '#application/ports/file-storage';
import { StoredFiles } from '#application/ports/stored-files';

export interface Restoration {
  raised: Raised[];
  newestEvent: Date | null;
  /** What the store has and no row names: files that were acknowledged after the backup, or were never; null: there are none. */
  lostFiles: { files: number; first: Date; last: Date } | null;
  /** Of the clients whose trail had come further than it is now. */
  lostEvents: { clientId: string; has: number; had: number }[];
}

/** No document was changed so often since the backup. */
const VERSIONS = 10_000;
const BATCH = 500;

/**
 * After a restore: what callers were told since the backup, codes and versions, is not told to others again. What of it is lost only the store
 * and former ends of the audit trail tell.
 */
@Injectable()
export class NoteRestoration {
  constructor(
    private readonly counters: Counters,
    private readonly files: StoredFiles,
    private readonly storage: FileStorage,
    private readonly trail: AuditTrail,
  ) {}

  async execute(atLeast: number, former: readonly ChainEnd[], progress: (code: number) => void): Promise<Restoration> {
    const lostFiles = await this.lostFiles();
    // First what is looked at: counters that are raised again after a failure do no harm, and neither does that.
    const raised = await this.counters.raise(Math.max(atLeast, lostFiles?.files ?? 0));
    await this.counters.raiseVersions(VERSIONS, progress);
    const now = new Map((await this.trail.ends()).map(({ clientId, sequence }) => [clientId, sequence]));
    const lostEvents = former
      .map(({ clientId, sequence }) => ({ clientId, has: now.get(clientId) ?? 0, had: sequence }))
      .filter(({ has, had }) => has < had);
    return { raised, newestEvent: await this.counters.newestEvent(), lostFiles, lostEvents };
  }

  private async lostFiles(): Promise<Restoration['lostFiles']> {
    const [times, keys]: [number[], string[]] = [[], []];
    let files = 0;
    const look = async () => {
      const known = await this.files.known(keys);
      const lost = keys.filter((key) => !known.has(key)).map((key) => madeAt(key.slice(3)).getTime());
      files += lost.length;
      // Of all so far the first and the last.
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
