import { newId } from '#application/ids';
import { SharedFiles, ShareRepository } from '#application/ports/share.repository';
import type { Scope } from '#domain/access/scope';
import type { StoredFile } from '#domain/files/document-file';
import type { Share } from '#domain/shares/share';
import { liveFiles, toStoredFile } from './in-memory-documents';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemoryShares extends ShareRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async of(scope: Scope, fileIds: readonly string[]): Promise<Share[]> {
    return this.live(scope, fileIds).map(({ id, fileId, expiresAt }) => ({ id, fileId, expiresAt }));
  }

  share(scope: Scope, fileIds: readonly string[], expiresAt: Date | null, at: Date): Promise<Share[]> {
    return this.database.transaction(async () => {
      const { shares } = this.database.tables;
      for (const fileId of fileIds) {
        const clientId = this.clientOf(scope, fileId);
        if (clientId === undefined) continue;
        const [known] = this.live(scope, [fileId]);
        const share = known ?? { id: newId(at.getTime()), fileId, clientId, revoked: false };
        shares.set(share.id, { ...share, expiresAt });
      }
      return this.of(scope, fileIds);
    });
  }

  async revoke(scope: Scope, fileIds: readonly string[]): Promise<number> {
    return this.database.write(({ shares }) => {
      const live = this.live(scope, fileIds);
      for (const share of live) shares.set(share.id, { ...share, revoked: true });
      return live.length;
    });
  }

  private live(scope: Scope, fileIds: readonly string[]) {
    const all = [...this.database.tables.shares.values()];
    return all.filter((share) => !share.revoked && fileIds.includes(share.fileId) && reaches(scope, share.clientId));
  }

  /** Of a file that is not deleted and whose client is in reach. */
  private clientOf(scope: Scope, fileId: string): string | undefined {
    const documents = [...this.database.tables.documents.values()];
    const clientId = documents.find((document) => liveFiles(document).some((file) => file.id === fileId))?.clientId;
    return clientId !== undefined && reaches(scope, clientId) ? clientId : undefined;
  }
}

const reaches = (scope: Scope, clientId: string) => scope.reaches.some((reach) => reach.structure.clientId === clientId);

export class InMemorySharedFiles extends SharedFiles {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async open(shareId: string, at: Date): Promise<StoredFile | null> {
    const { shares, documents } = this.database.tables;
    const share = shares.get(shareId);
    if (!share || share.revoked || (share.expiresAt !== null && share.expiresAt <= at)) return null;
    for (const document of documents.values()) {
      const file = liveFiles(document).find((candidate) => candidate.id === share.fileId);
      if (file) return toStoredFile(document, file);
    }
    return null;
  }
}
