import type { INestApplication } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { WebhookPump } from '#application/webhooks/webhook-pump';

const INSPECT_MS = 15_000;

/** Sends events to webhooks in the background; any number of processes may. The answer ends it: what is being sent may finish. */
export function startDelivering(app: INestApplication): () => Promise<void> {
  const pump = app.get(WebhookPump);
  const inspect = inspector(app, pump);
  let timer: NodeJS.Timeout;
  let running: Promise<void> | undefined;
  let inspectedAt = -Infinity;
  let ended = false;
  const turn = async () => {
    const wait = await pump.look();
    if (performance.now() - inspectedAt >= INSPECT_MS) {
      inspectedAt = performance.now();
      await inspect();
    }
    if (!ended) timer = setTimeout(begin, wait).unref();
  };
  const begin = () => {
    running = turn();
  };
  begin();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await pump.end();
    await running;
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
  const webhooks = new Gauge({ name: 'acervo_webhooks', help: 'Webhooks, by state.', labelNames: ['state'], registers });
  const behind = new Gauge({ name: 'acervo_webhook_behind_events', help: 'The most events that wait for one webhook.', registers });
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
