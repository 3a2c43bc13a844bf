import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { Diagnostics, UnitOfWork } from '#application/ports/unit-of-work';
import { ObjectJournal } from '#application/ports/files';
import { NOTHING_PURGED, Purge, type Purged, type PurgedWithKeys } from '#application/ports/retention';
import { Retention } from '#application/retention/retention';
import { DAY_MS, Settings } from '#application/support/settings';
import { NOBODY_ID, type Author } from '#domain/access/actor';

/** Documents or flows of one transaction. */
const BATCH = 50;

type Step = (clientId: string, by: Date, limit: number) => Promise<PurgedWithKeys | null>;

/**
 * After the time that bytes are kept, the rest of what was deleted goes, but events (ADR 50). In short transactions, each with an event of
 * its own, so that it may be killed at any moment, and run in several processes.
 */
@Injectable()
export class Purger {
  /** What an earlier process has purged, too. An index is written anew as a whole, so once a day is enough. */
  private hasWords = true;
  private nextWordsAt = 0;

  constructor(
    private readonly store: Purge,
    private readonly journal: ObjectJournal,
    private readonly audit: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    private readonly settings: Settings,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Stops between two batches when the signal fires. A client whose purge fails keeps none of the others from theirs; the first failure is thrown at the end. */
  async purge(signal?: AbortSignal, progress?: (purged: Purged) => void): Promise<Purged> {
    const by = new Date((await this.retention.dueBefore()).getTime() - this.settings.deletedRetentionDays * DAY_MS);
    const author = service('purge');
    const steps: Step[] = [this.store.documents.bind(this.store), this.store.flows.bind(this.store)];
    const failures: unknown[] = [];
    let all = NOTHING_PURGED;
    const purgeOf = async (clientId: string) => {
      for (const step of steps) {
        while (!signal?.aborted) {
          const purged = await this.unitOfWork.run(() => this.one(author, clientId, by, step));
          if (!purged) break;
          if (isNothing(purged)) continue;
          all = sum(all, purged);
          progress?.(all);
        }
      }
    };
    for (const clientId of await this.store.clients()) {
      try {
        await purgeOf(clientId);
      } catch (error) {
        failures.push(error);
        this.diagnostics.problem(`purge of client ${clientId}`, error);
      }
    }
    if (all !== NOTHING_PURGED) this.hasWords = true;
    if (this.hasWords && performance.now() >= this.nextWordsAt && !signal?.aborted) {
      this.nextWordsAt = performance.now() + DAY_MS;
      this.hasWords = false;
      await this.store.forgetWords(signal);
    }
    await this.store.emptyLog();
    if (failures.length > 0) throw failures[0];
    return all;
  }

  /** The sweeper has removed these objects: they leave the journal, and the files that they were of go with them. */
  async forget(clientId: string, keys: readonly string[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      const files = await this.store.removedFiles(clientId, keys);
      await this.journal.forget(clientId, keys);
      if (files === 0) return;
      this.hasWords = true;
      await this.tell(service('purge'), clientId, { ...NOTHING_PURGED, files });
    });
  }

  private async one(author: Author, clientId: string, by: Date, step: Step): Promise<Purged | null> {
    const done = await step(clientId, by, BATCH);
    if (!done || isNothing(done.purged)) return done?.purged ?? null;
    await this.journal.condemn(clientId, done.keys, 0, 'purged');
    await this.tell(author, clientId, done.purged);
    return done.purged;
  }

  private tell(author: Author, clientId: string, { documents, files, flows, rows }: Purged): Promise<void> {
    const subject = { documentCount: documents, fileCount: files, flowCount: flows, rowCount: rows };
    return this.audit.record(author, clientId, 'archive.purge', subject);
  }
}

const service = (what: string): Author => ({ userId: NOBODY_ID, origin: { address: 'service', requestId: `${what}:${newId()}` } });

const isNothing = ({ documents, files, flows, rows }: Purged): boolean => documents + files + flows + rows === 0;

const sum = (a: Purged, b: Purged): Purged => ({
  documents: a.documents + b.documents,
  files: a.files + b.files,
  flows: a.flows + b.flows,
  rows: a.rows + b.rows,
});
