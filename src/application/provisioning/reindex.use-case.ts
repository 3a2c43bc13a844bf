import { Injectable } from '@nestjs/common';
import { DocumentCounts } from '#application/ports/documents';
import { DocumentIndex, TextIndex } from '#application/ports/text-index';

const BATCH = 500;

export interface Reindexed {
  documents: number;
  /** Documents. */
  stale: number;
  /** Levels whose documents were counted wrongly. */
  miscounted: number;
  /** Why the database does not find some words; null: it finds all. */
  leftOut: string | null;
}

interface Options {
  renews: boolean;
  stale: (what: { kind: 'document' | 'level'; id: string; reason: string }) => void;
  progress: (documents: number) => void;
}

/** Compares what searches read with what it is derived from, document by document, while the service runs; renews it if asked to. */
@Injectable()
export class Reindex {
  constructor(
    private readonly index: DocumentIndex,
    private readonly counts: DocumentCounts,
    private readonly words: TextIndex,
  ) {}

  /** Of the values of all documents; answers how many these are. */
  async rewriteWords(progress: (documents: number) => void): Promise<number> {
    let documents = 0;
    for (const clientId of await this.counts.clientIds())
      for (let after: number | null = 0; after !== null;) {
        const { count, last } = await this.index.rewriteWords(clientId, after, BATCH);
        // So that no more than these are on their way.
        await this.words.settle();
        progress((documents += count));
        after = last;
      }
    return documents;
  }

  async execute(options: Options): Promise<Reindexed> {
    const done = { documents: 0, stale: 0, miscounted: 0, leftOut: await this.words.health() };
    const clientIds = await this.counts.clientIds();
    for (const clientId of clientIds)
      for (let after: number | null = 0; after !== null;) {
        const { count, last, stale } = await this.index.compare(clientId, after, BATCH);
        if (options.renews && stale.length > 0) await this.index.renew(clientId, stale.map(({ code }) => code)); // prettier-ignore
        for (const { id, reason } of stale) options.stale({ kind: 'document', id, reason });
        done.documents += count;
        done.stale += stale.length;
        options.progress(done.documents);
        after = last;
      }
    for (const clientId of clientIds) {
      const found = await this.counts.compare(clientId);
      const levels = options.renews && found.length > 0 ? await this.counts.renew(clientId) : found;
      for (const level of levels) options.stale({ kind: 'level', ...level });
      done.miscounted += levels.length;
    }
    return done;
  }
}
