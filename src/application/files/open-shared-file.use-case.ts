import { Injectable } from '@nestjs/common';
import { contentTypeOf, isInlineSafe } from '#libs/file-signature';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { Clock } from '#application/ports/clock';
import { FileStorage } from '#application/ports/file-storage';
import { ShareLinks } from '#application/ports/share-links';
import { SharedFiles } from '#application/ports/share.repository';
import { NOBODY_ID, type Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { fileNameOf } from '#domain/files/file-name';
import type { ReadableFile } from './file-readings';
import { wholeBytes } from './whole-bytes';

/** Lifetime in seconds of a redirect for a share link, even if the share is revoked meanwhile. */
const REDIRECT_SECONDS = 60;

/** Opens a share link (contract "Links"): answers a redirect to the store, or the bytes. */
@Injectable()
export class OpenSharedFile {
  constructor(
    private readonly links: ShareLinks,
    private readonly sharedFiles: SharedFiles,
    private readonly storage: FileStorage,
    private readonly clock: Clock,
    private readonly audit: AuditBuffer,
  ) {}

  /** `onlyAbout`: a HEAD request, which needs no bytes. */
  async execute(token: string, origin: Origin, onlyAbout: boolean): Promise<ReadableFile & { redirect: string | null }> {
    const shareId = this.links.shareOf(token);
    const file = shareId && (await this.sharedFiles.open(shareId, this.clock.now()));
    if (!file) throw new DomainError('LINK_NOT_FOUND');
    const opened = () =>
      this.audit.add({ userId: NOBODY_ID, origin }, file.clientId, 'share.open', { documentId: file.documentId, files: [file.id] });
    const bytes: ReadableFile['bytes'] = async (range) => {
      const read = await wholeBytes(this.storage, file, range);
      opened();
      return read;
    };
    // A store URL is signed for one method; HEAD can be answered without the store.
    if (onlyAbout) return { file, redirect: null, bytes };
    const presentation = {
      fileName: fileNameOf(file),
      contentType: contentTypeOf(file.extension),
      inline: isInlineSafe(file.extension),
    };
    const redirect = await this.storage.temporaryUrl(file.key, presentation, REDIRECT_SECONDS);
    if (redirect !== null) opened();
    return { file, redirect, bytes };
  }
}
