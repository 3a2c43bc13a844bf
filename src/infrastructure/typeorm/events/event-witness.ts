import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** Counts the events that this process saw committed, so that it notices when they are neither pending nor sealed. */
@Injectable()
export class EventWitness {
  readonly process = newName();
  /** Stands in the pending rows. */
  writer = newName();
  committed = 0;

  /** After a COMMIT without an answer nobody can count on: the count starts again under another name. */
  ended(isKnown: boolean, writer: string, events: number): void {
    if (writer !== this.writer) return;
    if (isKnown) this.committed += events;
    else [this.writer, this.committed] = [newName(), 0];
  }
}

const newName = () => randomBytes(12).toString('base64url');
