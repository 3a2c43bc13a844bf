import { Injectable } from '@nestjs/common';
import { contentTypeOf, isInlineSafe } from '#libs/file-signature';
import { Clock } from '#application/ports/clock';
import { FileStorage } from '#application/ports/file-storage';
import { ShareLinks } from '#application/ports/share-links';
import { SharedFiles } from '#application/ports/share.repository';
import { DomainError } from '#domain/errors';
import { fileNameOf } from '#domain/files/file-name';
import type { ReadableFile } from './file-readings';
import { wholeBytes } from './whole-bytes';

/** Seconds that a redirect handed out for a share link works, even when the share is revoked meanwhile. */
const REDIRECT_SECONDS = 60;

/** What a share link leads to (contract "Links"): a place to fetch the bytes from, or the bytes. */
@Injectable()
export class OpenSharedFile {
  constructor(
    private readonly links: ShareLinks,
    private readonly sharedFiles: SharedFiles,
    private readonly storage: FileStorage,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<ReadableFile & { redirect: string | null }> {
    const shareId = this.links.shareOf(token);
    const file = shareId && (await this.sharedFiles.open(shareId, this.clock.now()));
    if (!file) throw new DomainError('LINK_NOT_FOUND');
    const presentation = {
      fileName: fileNameOf(file),
      contentType: contentTypeOf(file.extension),
      inline: isInlineSafe(file.extension),
    };
    const redirect = await this.storage.temporaryUrl(file.key, presentation, REDIRECT_SECONDS);
    return { file, redirect, bytes: (range) => wholeBytes(this.storage, file, range) };
  }
}
