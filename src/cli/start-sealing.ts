import type { INestApplication } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { DailyAnchor } from '#application/audit/daily-anchor';
import { Sealer } from '#application/audit/sealer';
import { Diagnostics } from '#application/ports/unit-of-work';
import { repeat } from './repeat';

const INSPECT_MS = 5000;
const ANCHOR_MS = 60_000;

/** Seals events in the background; any number of processes may. The answer ends it, with all that was committed sealed. */
export function startSealing(app: INestApplication): () => Promise<void> {
  const sealer = app.get(Sealer);
  const stop = repeat(() => sealer.look(), inspector(app, sealer), INSPECT_MS);
  const stopAnchoring = startAnchoring(app.get(DailyAnchor));
  return async () => {
    stopAnchoring();
    await stop();
    await app.get(AuditBuffer).flush();
    await sealer.settle().catch((error: unknown) => app.get(Diagnostics).problem('sealer', error));
  };
}

/** Beside the sealer. The end of the service does not wait for an authority either: what it has not stamped is asked for again. */
function startAnchoring(anchor: DailyAnchor): () => void {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= anchor.look().finally(() => (running = undefined));
  }, ANCHOR_MS).unref();
  return () => clearInterval(timer);
}

/** Answers what each process looks at itself, also one that does not seal: alarms must come when the one that seals is stuck. */
function inspector(app: INestApplication, sealer: Sealer): () => Promise<void> {
  const registers = [app.get<Registry>(Registry)];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers, aggregator: 'max' });
  const pending = gauge('acervo_events_pending', 'Events that wait for their place in the audit trail.');
  const oldest = gauge('acervo_events_oldest_pending_seconds', 'Since when the oldest of them waits.');
  const vanished = gauge('acervo_events_vanished', 'Events that this process saw committed, and that are neither pending nor sealed.');
  new Gauge({
    name: 'acervo_events_halted_clients',
    help: 'Clients whose audit trail does not match its last signed state; their events need an operator.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(sealer.halted.size);
    },
  });
  new Counter({
    name: 'acervo_events_sealed_total',
    help: 'Events sealed by this process.',
    registers,
    collect() {
      this.reset();
      this.inc(sealer.totals.events);
    },
  });
  new Counter({
    name: 'acervo_events_refused_total',
    help: 'Pending events that this process refused: not written by the service, or sealed before.',
    registers,
    collect() {
      this.reset();
      this.inc(sealer.totals.refused);
    },
  });
  let missing = 0;
  return async () => {
    try {
      const backlog = await sealer.backlog();
      pending.set(backlog.pending);
      oldest.set(backlog.oldest === null ? 0 : Math.max(0, (Date.now() - backlog.oldest.getTime()) / 1000));
      // Twice in a row: a node of a cluster may lag behind another.
      vanished.set(Math.min(missing, backlog.vanished));
      missing = backlog.vanished;
    } catch {
      // The sealer reports that the database is away.
    }
  };
}
