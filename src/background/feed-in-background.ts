import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { WordFeed } from '#infrastructure/opensearch/word-feed';
import type { BackgroundWork } from './background-work';
import { repeat } from './repeat';

const INSPECT_MS = 15_000;

/** Brings words of files to OpenSearch, where there is one; any number of processes may. */
@Injectable()
export class FeedInBackground implements BackgroundWork {
  private stop: (() => Promise<void>) | undefined;

  constructor(
    @Inject(WordFeed) private readonly feed: WordFeed | null,
    private readonly registry: Registry,
  ) {}

  onApplicationBootstrap(): void {
    const { feed } = this;
    if (feed) this.stop = repeat(() => feed.look(), inspector(feed, this.registry), INSPECT_MS);
  }

  async end(): Promise<void> {
    await this.stop?.();
  }
}

function inspector({ outbox, totals }: WordFeed, registry: Registry): () => Promise<void> {
  const registers = [registry];
  new Counter({
    name: 'acervo_words_sent_total',
    help: 'Documents whose words of files this process has brought to OpenSearch.',
    registers,
    collect() {
      this.reset();
      this.inc(totals.sent);
    },
  });
  // Each process counts the same ones.
  const waiting = new Gauge({
    name: 'acervo_words_waiting',
    help: 'Changes of words of files that OpenSearch has not got yet, at most 100 000.',
    registers,
    aggregator: 'max',
  });
  return async () => {
    try {
      waiting.set(await outbox.waiting());
    } catch {
      // The feed reports that the database is away.
    }
  };
}
