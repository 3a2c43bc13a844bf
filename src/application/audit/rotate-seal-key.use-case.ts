import { Injectable } from '@nestjs/common';
import { SealKeys, type SealKey } from '#application/ports/audit-trail';
import type { Author } from '#domain/access/actor';
import { KeyExchange } from './key-exchange';
import { Sealer } from './sealer';

/** `audit rotate-key`: from now on another key authenticates events and signs the heads of logs. */
@Injectable()
export class RotateSealKey {
  constructor(
    private readonly keys: SealKeys,
    private readonly exchange: KeyExchange,
    private readonly sealer: Sealer,
  ) {}

  async execute(author: Author, secret: string): Promise<{ logs: number; key: SealKey }> {
    const logs = await this.exchange.run(async () => {
      // What is pending was authenticated with the former key.
      await this.sealer.settle();
      return this.keys.rotate(author, secret);
    });
    const [key] = await this.keys.all();
    return { logs, key: key as SealKey };
  }
}
