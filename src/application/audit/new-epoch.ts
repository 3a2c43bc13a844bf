import { Injectable } from '@nestjs/common';
import { SealKeys } from '#application/ports/audit-trail';
import type { Author } from '#domain/access/actor';
import { KeyExchange } from './key-exchange';

/** After a database restore: positions that were given since the backup are given again. */
@Injectable()
export class NewEpoch {
  constructor(
    private readonly keys: SealKeys,
    private readonly exchange: KeyExchange,
  ) {}

  /** Answers the name of the installation in the new epoch. */
  async begin(author: Author): Promise<{ logs: number; name: string }> {
    const logs = await this.exchange.run(() => this.keys.beginEpoch(author));
    const [key] = await this.keys.all();
    return { logs, name: key?.name ?? '' };
  }
}
