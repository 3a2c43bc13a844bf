import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { DailyAnchor } from '#application/audit/daily-anchor';
import { Sealer } from '#application/audit/sealer';
import { Diagnostics } from '#application/ports/unit-of-work';
import type { BackgroundWork } from './background-work';
import { repeat } from './repeat';

const INSPECT_MS = 5000;
const ANCHOR_MS = 60_000;

/** Seals events; any number of processes may. At the end, all that was committed is sealed. */
@Injectable()
export class SealInBackground implements BackgroundWork {
  private stop: (() => Promise<void>) | undefined;
  private anchoring: NodeJS.Timeout | undefined;
  private anchored: Promise<void> | undefined;

  constructor(
    private readonly sealer: Sealer,
    private readonly buffer: AuditBuffer,
    private readonly anchor: DailyAnchor,
    private readonly diagnostics: Diagnostics,
    private readonly registry: Registry,
  ) {}

  onApplicationBootstrap(): void {
    this.stop = repeat(() => this.sealer.look(), inspector(this.sealer, this.registry), INSPECT_MS);
    this.anchoring = setInterval(() => {
      this.anchored ??= this.anchor.look().finally(() => (this.anchored = undefined));
    }, ANCHOR_MS).unref();
  }

  async end(): Promise<void> {
    // Nobody waits for an authority: what it has not stamped is asked for again.
    clearInterval(this.anchoring);
    await this.stop?.();
    await this.buffer.flush();
    await this.sealer.settle().catch((error: unknown) => this.diagnostics.problem('sealer', error));
  }
}

/** Answers what each process looks at itself, also one that does not seal: alarms must come when the one that seals is stuck. */
function inspector(sealer: Sealer, registry: Registry): () => Promise<void> {
  const registers = [registry];
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
