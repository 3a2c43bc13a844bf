import { MOST_PARKED, type ParkedEvent } from '#domain/webhooks/webhook';

/** What is parked of one webhook. Of one thing's events only the first is tried; the others wait behind it. */
export class WebhookBacklog {
  private readonly events: Map<number, ParkedEvent>;
  private changes = new Map<number, ParkedEvent | null>();

  constructor(parked: readonly ParkedEvent[]) {
    this.events = new Map(parked.map((event) => [event.position, event]));
  }

  get isFull(): boolean {
    let count = 0;
    for (const { replay } of this.events.values()) if (!replay) count++;
    return count >= MOST_PARKED;
  }

  /** When the first of them is due. */
  get nextAt(): Date | null {
    const [first] = this.queues()
      .map(([head]) => (head as ParkedEvent).retryAt)
      .sort((a, b) => a.getTime() - b.getTime());
    return first ?? null;
  }

  /** Things with events that wait. */
  get things(): Set<string> {
    return new Set([...this.events.values()].flatMap(({ thing, replay }) => (thing === null || replay ? [] : [thing])));
  }

  /** In the order of their positions; each event that holds up no other is a queue of its own. */
  queues(): ParkedEvent[][] {
    const queues = new Map<string, ParkedEvent[]>();
    for (const event of [...this.events.values()].sort((a, b) => a.position - b.position)) {
      const key = event.thing === null || event.replay ? `#${event.position}` : event.thing;
      const queue = queues.get(key);
      if (queue) queue.push(event);
      else queues.set(key, [event]);
    }
    return [...queues.values()];
  }

  put(event: ParkedEvent): void {
    this.events.set(event.position, event);
    this.changes.set(event.position, event);
  }

  remove(position: number): void {
    if (this.events.delete(position)) this.changes.set(position, null);
  }

  /** All are due at once. */
  wake(now: Date): void {
    for (const [head] of this.queues()) if (head && head.retryAt > now) this.put({ ...head, retryAt: now });
  }

  get hasChanged(): boolean {
    return this.changes.size > 0;
  }

  takeChanges(): ReadonlyMap<number, ParkedEvent | null> {
    const taken = this.changes;
    this.changes = new Map();
    return taken;
  }
}
