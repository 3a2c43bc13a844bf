import { Injectable } from '@nestjs/common';
import { DocumentIndex } from '#application/ports/document-index';

const BATCH = 500;

export interface Reindexed {
  documents: number;
  stale: number;
}

/** Compares what searches read with what it is derived from, document by document, while the service runs; renews it if asked to. */
@Injectable()
export class Reindex {
  constructor(private readonly index: DocumentIndex) {}

  async execute(options: {
    renews: boolean;
    stale: (document: { id: string; reason: string }) => void;
    progress: (documents: number) => void;
  }): Promise<Reindexed> {
    const done = { documents: 0, stale: 0 };
    for (let after: number | null = 0; after !== null;) {
      const { count, last, stale } = await this.index.compare(after, BATCH);
      if (options.renews && stale.length > 0) await this.index.renew(stale.map(({ code }) => code));
      for (const { id, reason } of stale) options.stale({ id, reason });
      done.documents += count;
      done.stale += stale.length;
      options.progress(done.documents);
      after = last;
    }
    return done;
  }
}
