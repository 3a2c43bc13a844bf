import { Injectable } from '@nestjs/common';
import { EventErasure, type Erasure } from '#application/ports/event-erasure';
import type { Author } from '#domain/access/actor';
import { EventEraser } from './event-eraser';
import { OpenBills } from './open-bills';
import { Sealer } from './sealer';

/** `audit erase`. */
@Injectable()
export class EraseEvents {
  constructor(
    private readonly eraser: EventEraser,
    private readonly erasure: EventErasure,
    private readonly bills: OpenBills,
    private readonly sealer: Sealer,
  ) {}

  /** Answers the number of events that were erased. */
  async execute(author: Author, erasure: Erasure): Promise<number> {
    await this.sealer.settle();
    const span = erasure.group === 'author' ? await this.erasure.span(erasure) : null;
    if (span) await this.bills.refuse(erasure.clientId, span);
    return this.eraser.erase(author, erasure, 'request');
  }
}
