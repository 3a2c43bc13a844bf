import type { SealedEvent } from '#domain/audit/audit-event';

const FIRST = 100;
const FEWEST = 10;
const MOST = 500;
/** About 1 MiB at once, of events that have at most some 14 KiB. */
const CHARACTERS = 1 << 20;

/** How many events one look reads: fewer while they are big. */
export class ReadWindow {
  count = FIRST;

  took(events: readonly SealedEvent[]): void {
    const characters = events.reduce((sum, { subject, files }) => sum + JSON.stringify([subject, files]).length, 0);
    if (characters > CHARACTERS) this.count = Math.max(FEWEST, this.count >> 1);
    else if (characters < CHARACTERS / 4 && events.length === this.count) this.count = Math.min(MOST, this.count * 2);
  }
}
