import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { FileAddresses } from '#application/ports/files';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { ReadableFiles } from './readable-files';

/** Long enough to begin a download; what has begun goes on. */
const SECONDS = 60;

/** `POST …/endereco-temporario`: browsers save and show files by addresses, and send no token with these. */
@Injectable()
export class AddressFile {
  constructor(
    private readonly files: ReadableFiles,
    private readonly addresses: FileAddresses,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, fileId: string, inline: boolean): Promise<{ url: string; expiresAt: Date }> {
    const file = await this.files.find(scope, fileId);
    if (!file) throw new DomainError('FILE_NOT_FOUND');
    const expiresAt = new Date(this.clock.now().getTime() + SECONDS * 1000);
    const url = this.addresses.urlOf({ clientId: scope.clientId, fileId: file.id, userId: scope.actor.userId, inline, expiresAt });
    return { url, expiresAt };
  }
}
