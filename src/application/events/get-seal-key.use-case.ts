import { Injectable } from '@nestjs/common';
import { SealedEvents, type SealKey } from '#application/ports/sealed-events';

export type { SealKey };

/** `GET /.well-known/acervo-selos`: with it anybody can verify heads of logs. */
@Injectable()
export class GetSealKey {
  constructor(private readonly events: SealedEvents) {}

  execute(): SealKey {
    return this.events.key();
  }
}
