import { Injectable } from '@nestjs/common';
import { contentTypeOf, isInlineSafe } from '#libs/file-signature';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { Clock } from '#application/ports/unit-of-work';
import { FileAddresses, FileStorage } from '#application/ports/files';
import { SharedFiles, ShareLinks } from '#application/ports/documents';
import { NOBODY_ID, type Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import type { StoredFile } from '#domain/files/document-file';
import { fileNameOf } from '#domain/files/file-name';
import type { WorkflowFile } from '#domain/workflows/workflow';
import type { ReadableFile } from './file-readings';
import { ownerOf } from './readable-files';
import { bytesToSend } from './whole-bytes';

/** Lifetime in seconds of a redirect for a share link, even if the share is revoked meanwhile. */
const REDIRECT_SECONDS = 60;

interface Opened extends ReadableFile {
  redirect: string | null;
  /** Whether a browser may show it. */
  inline: boolean;
}
interface Found {
  file: StoredFile | WorkflowFile;
  inline: boolean;
  opened: () => void;
}

/** Opens a share link, or a temporary address of a file: answers a redirect to the store, or the bytes. */
@Injectable()
export class OpenSharedFile {
  constructor(
    private readonly links: ShareLinks,
    private readonly addresses: FileAddresses,
    private readonly sharedFiles: SharedFiles,
    private readonly storage: FileStorage,
    private readonly clock: Clock,
    private readonly audit: AuditBuffer,
  ) {}

  /** `onlyAbout`: a HEAD request, which needs no bytes. */
  async execute(token: string, origin: Origin, onlyAbout: boolean): Promise<Opened> {
    const found = (await this.ofShare(token, origin)) ?? (await this.ofAddress(token, origin));
    if (!found) throw new DomainError('LINK_NOT_FOUND');
    const { file, opened } = found;
    const inline = found.inline && isInlineSafe(file.extension);
    const bytes: ReadableFile['bytes'] = async (range) => {
      const read = await bytesToSend(this.storage, file, range);
      opened();
      return read;
    };
    // A store URL is signed for one method; HEAD can be answered without the store.
    if (onlyAbout) return { file, redirect: null, inline, bytes };
    const presentation = {
      fileName: fileNameOf(file),
      contentType: contentTypeOf(file.extension),
      inline,
    };
    const redirect = await this.storage.temporaryUrl(file.key, presentation, REDIRECT_SECONDS);
    if (redirect !== null) opened();
    return { file, redirect, inline, bytes };
  }

  private async ofShare(token: string, origin: Origin): Promise<Found | null> {
    const shareId = this.links.shareOf(token);
    const file = shareId && (await this.sharedFiles.open(shareId, this.clock.now()));
    if (!file) return null;
    const subject = { documentId: file.documentId, files: [file.id] };
    return { file, inline: true, opened: () => this.audit.add({ userId: NOBODY_ID, origin }, file.clientId, 'share.open', subject) };
  }

  private async ofAddress(token: string, origin: Origin): Promise<Found | null> {
    const address = this.addresses.read(token);
    if (!address || address.expiresAt <= this.clock.now()) return null;
    const { clientId, fileId, userId, inline } = address;
    const file = await this.sharedFiles.held(clientId, fileId);
    if (!file) return null;
    const subject = { ...ownerOf(file), files: [fileId] };
    return { file, inline, opened: () => this.audit.add({ userId, origin }, clientId, 'file.read', subject) };
  }
}
