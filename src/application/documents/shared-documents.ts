import { Injectable } from '@nestjs/common';
import { DocumentRepository, ShareLinks } from '#application/ports/documents';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { StoredFile } from '#domain/files/document-file';
import type { Share } from '#domain/shares/share';

export interface SharedDocument {
  id: string;
  code: number;
  files: { id: string; name: string; link: string | null; expiresAt: Date | null }[];
}

/** The named files of a document; null stands for an unreadable id. */
export interface NamedFiles {
  documentId: string | null;
  /** Empty: all files of the document. */
  fileIds: readonly (string | null)[];
}

export interface SharesInput extends NamedFiles {
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
}

/** Shared by operations 4.5, 4.6 and 4.8: some or all files of one document. */
@Injectable()
export class SharedDocuments {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly links: ShareLinks,
  ) {}

  /** The named files in the document's order; all files when none is named. */
  async select(scope: Scope, named: NamedFiles): Promise<{ document: StoredDocument; files: StoredFile[] }> {
    const { document, files, unknown } = await this.look(scope, named);
    if (!document) throw new DomainError('DOCUMENT_NOT_FOUND');
    if (unknown.length > 0) throw new DomainError('FILE_UNKNOWN', unknown);
    return { document, files };
  }

  /** Like `select`, with the named ids that the document does not have. */
  async look(
    scope: Scope,
    { documentId, fileIds }: NamedFiles,
  ): Promise<{ document: StoredDocument | null; files: StoredFile[]; unknown: FieldProblem[] }> {
    const document = documentId === null ? null : await this.documents.find(scope, documentId);
    if (!document) return { document, files: [], unknown: [] };
    const all = await this.documents.filesOf(scope, document);
    const known = new Set(all.map((file) => file.id));
    const unknown = fileIds.flatMap((id, index): FieldProblem[] =>
      id === null || known.has(id) ? [] : [{ path: ['fileIds', index], code: 'UNKNOWN_ID' }],
    );
    return { document, files: fileIds.length === 0 ? all : all.filter((file) => fileIds.includes(file.id)), unknown };
  }

  /** An expired share is shown as no share. */
  present(document: StoredDocument, files: readonly StoredFile[], shares: readonly Share[], at: Date): SharedDocument {
    const live = new Map(shares.filter((share) => isLive(share, at)).map((share) => [share.fileId, share]));
    return {
      id: document.id,
      code: document.code,
      files: files.map(({ id, name }) => {
        const share = live.get(id);
        return { id, name, link: share ? this.links.urlOf(share.id) : null, expiresAt: share?.expiresAt ?? null };
      }),
    };
  }
}

export function isLive(share: Share, at: Date): boolean {
  return share.expiresAt === null || share.expiresAt > at;
}
