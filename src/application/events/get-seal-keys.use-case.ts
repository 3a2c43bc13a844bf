import { Injectable } from '@nestjs/common';
import { SealKeys, type SealKey } from '#application/ports/audit-trail';

export type { SealKey };

/** `GET /.well-known/acervo-selos`: with them anybody can verify heads of logs. Newest first. */
@Injectable()
export class GetSealKeys {
  constructor(private readonly keys: SealKeys) {}

  execute(): Promise<SealKey[]> {
    return this.keys.all();
  }
}
