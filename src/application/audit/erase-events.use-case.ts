import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { EventErasure, type Erasure } from '#application/ports/audit-trail';
import type { Span } from '#application/ports/billing';
import { OperatorAccounts } from '#application/ports/provisioning';
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
    private readonly accounts: OperatorAccounts,
    private readonly clock: Clock,
    private readonly sealer: Sealer,
  ) {}

  /** Answers the number of events that were erased. */
  async execute(author: Author, erasure: Erasure): Promise<number> {
    await this.sealer.settle();
    return this.eraser.erase(author, { ...erasure, counted: await this.counted(erasure) }, 'request');
  }

  private async counted(erasure: Erasure): Promise<Span[]> {
    const times = erasure.group === 'author' ? await this.erasure.span(erasure) : null;
    if (!times) return [];
    const isGone = erasure.userId !== undefined && (await this.accounts.isErased(erasure.userId));
    return this.bills.spans(erasure.clientId, times, this.clock.now(), isGone);
  }
}
