import { Injectable } from '@nestjs/common';
import { Diagnostics } from '#application/ports/unit-of-work';
import { EventSealing, type Backlog, type Halt, type Sealed } from '#application/ports/audit-trail';

const BUSY_MS = 100;
const IDLE_MS = 500;
/** For a process that does not seal: until it asks again whether it should. */
const REST_MS = 1000;
const LEASE_MS = 3000;
const RENEW_MS = 1000;
/**
 * Busy, a look begins this far below the highest code sealed, since the database passes over removed rows only slowly; a commit that is later
 * than that is found by the next full look.
 */
const BACK = 10_000;
const FULL_LOOK_MS = 2000;

/** Gives committed events their positions: in the background, and before somebody reads who must see what was committed just now. */
@Injectable()
export class Sealer {
  readonly totals = { events: 0, refused: 0 };
  halted: ReadonlyMap<string, Halt> = new Map();
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Promise<void> | undefined;
  private leadingUntil = 0;
  private lookedFullyAt = -Infinity;
  private highest = 0;
  private busy = false;
  private failing = false;

  constructor(
    private readonly sealing: EventSealing,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Seals everything that was committed before the call. Calls that wait are served by one pass. */
  settle(): Promise<void> {
    this.waiting ??= this.inTurn(async () => {
      this.waiting = undefined;
      await this.pass(0);
    });
    return this.waiting;
  }

  /** One look of the background; answers how long to wait until the next. */
  async look(): Promise<number> {
    try {
      if (!(await this.leads())) {
        // What it met when somebody asked for a pass may be put right by now: the process that seals tells.
        this.halted = new Map();
        return REST_MS;
      }
      const now = performance.now();
      const isFull = !this.busy || now - this.lookedFullyAt >= FULL_LOOK_MS;
      if (isFull) this.lookedFullyAt = now;
      const sealed = await this.inTurn(() => this.pass(isFull ? 0 : Math.max(0, this.highest - BACK)));
      this.busy = sealed.events > 0;
      this.failing = false;
    } catch (error) {
      // Reported once per series of failures.
      if (!this.failing) this.diagnostics.problem('sealer', error);
      this.failing = true;
      return REST_MS;
    }
    return this.busy ? BUSY_MS : IDLE_MS;
  }

  backlog(): Promise<Backlog> {
    return this.sealing.backlog();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async leads(): Promise<boolean> {
    const now = performance.now();
    if (now < this.leadingUntil) return true;
    const leads = await this.sealing.lead(LEASE_MS);
    if (leads) this.leadingUntil = now + RENEW_MS;
    return leads;
  }

  private async pass(after: number): Promise<Sealed> {
    const sealed = await this.sealing.seal(after);
    this.totals.events += sealed.events;
    this.totals.refused += sealed.refused;
    this.highest = Math.max(this.highest, sealed.highest);
    if (sealed.refused > 0)
      this.diagnostics.problem('sealer', new Error(`${sealed.refused} pending events were refused: see event_refused`));
    for (const [clientId, why] of sealed.halted)
      if (this.halted.get(clientId) !== why)
        this.diagnostics.problem('sealer', new Error(`the log of client ${clientId} is not as it was left: ${why}`));
    // A look that began in the middle has not seen all clients.
    if (after === 0) this.halted = sealed.halted;
    return sealed;
  }
}
