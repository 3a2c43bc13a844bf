import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const TELL_EACH_MS = 3600_000;
/** Less than the time for which counts are kept. */
const TRUSTED_MS = 20 * TELL_EACH_MS;

/** Counts the events that this process saw committed, so that it notices when they are neither pending nor sealed. */
@Injectable()
export class EventWitness {
  readonly process = newName();
  /** Stands in the pending rows. */
  writer = newName();
  committed = 0;
  /** When the database was last told that this process counts. */
  private toldAt: number | null = null;

  /** After a COMMIT without an answer nobody can count on: the count starts again under another name. */
  ended(isKnown: boolean, writer: string, events: number): void {
    if (writer !== this.writer) return;
    if (isKnown) this.committed += events;
    else this.restart();
  }

  isDue(now: Date): boolean {
    return this.toldAt === null || Math.abs(now.getTime() - this.toldAt) > TELL_EACH_MS;
  }

  told(now: Date): void {
    // After so long a pause another process may have taken this one for gone.
    if (this.toldAt !== null && Math.abs(now.getTime() - this.toldAt) > TRUSTED_MS) this.restart();
    this.toldAt = now.getTime();
  }

  private restart(): void {
    [this.writer, this.committed] = [newName(), 0];
  }
}

const newName = () => randomBytes(12).toString('base64url');
