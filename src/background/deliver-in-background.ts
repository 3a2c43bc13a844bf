import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { WebhookPump } from '#application/webhooks/webhook-pump';
import type { BackgroundWork } from './background-work';
import { repeat } from './repeat';

const INSPECT_MS = 15_000;

/** Sends events to webhooks; any number of processes may. At the end, what is being sent may finish. */
@Injectable()
export class DeliverInBackground implements BackgroundWork {
  private stop: (() => Promise<void>) | undefined;

  constructor(
    private readonly pump: WebhookPump,
    private readonly registry: Registry,
  ) {}

  onApplicationBootstrap(): void {
    this.stop = repeat(() => this.pump.look(), inspector(this.pump, this.registry), INSPECT_MS);
  }

  async end(): Promise<void> {
    const stopped = this.stop?.();
    await this.pump.end();
    await stopped;
  }
}

function inspector(pump: WebhookPump, registry: Registry): () => Promise<void> {
  const registers = [registry];
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
