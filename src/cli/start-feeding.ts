import type { INestApplication } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { WordFeed } from '#infrastructure/opensearch/word-feed';
import { repeat } from './repeat';

const INSPECT_MS = 15_000;

/** Brings words of files to OpenSearch in the background, where there is one; any number of processes may. */
export function startFeeding(app: INestApplication): () => Promise<void> {
  const feed = app.get<WordFeed | null>(WordFeed);
  return feed ? repeat(() => feed.look(), inspector(app, feed), INSPECT_MS) : async () => undefined;
}

function inspector(app: INestApplication, { outbox, totals }: WordFeed): () => Promise<void> {
  const registers = [app.get<Registry>(Registry)];
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
