import type { INestApplication } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { WebhookPump } from '#application/webhooks/webhook-pump';
import { repeat } from './repeat';

const INSPECT_MS = 15_000;

/** Sends events to webhooks in the background; any number of processes may. The answer ends it: what is being sent may finish. */
export function startDelivering(app: INestApplication): () => Promise<void> {
  const pump = app.get(WebhookPump);
  const stop = repeat(() => pump.look(), inspector(app, pump), INSPECT_MS);
  return async () => {
    const stopped = stop();
    await pump.end();
    await stopped;
  };
}

function inspector(app: INestApplication, pump: WebhookPump): () => Promise<void> {
  const registers = [app.get<Registry>(Registry)];
  new Counter({
    name: 'acervo_webhook_sends_total',
    help: 'Events that this process sent to webhooks, by outcome.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(pump.totals)) this.labels(outcome).inc(count);
    },
  });
  // Each process counts the same ones.
  const same = { registers, aggregator: 'max' } as const;
  const webhooks = new Gauge({ name: 'acervo_webhooks', help: 'Webhooks, by state.', labelNames: ['state'], ...same });
  const behind = new Gauge({ name: 'acervo_webhook_behind_events', help: 'The most events that wait for one webhook.', ...same });
  return async () => {
    try {
      const counts = await pump.counts();
      for (const state of ['active', 'paused', 'disabled'] as const) webhooks.labels(state).set(counts[state]);
      behind.set(counts.behind);
    } catch {
      // The pump reports that the database is away.
    }
  };
}
