import { FileVersions, type Replacement, type VersionedFile } from '#application/ports/file-versions';
import type { Scope } from '#domain/access/scope';
import type { DocumentEntry, FileEntry, InMemoryDatabase } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

const toVersioned = ({ id, clientId }: DocumentEntry, { createdAt: _, deletedAt: __, ...file }: FileEntry): VersionedFile => ({
  ...file,
  clientId,
  owner: { kind: 'document', id },
});

/** Flows have no place in the archive in memory. */
export class InMemoryFileVersions extends FileVersions {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async find(scope: Scope, fileIds: readonly string[]): Promise<VersionedFile[]> {
    return this.within(scope).filter((file) => fileIds.includes(file.id));
  }

  hold(scope: Scope, files: readonly VersionedFile[]): Promise<VersionedFile[]> {
    return this.database.write(({ documents }) => {
      const ids = files.map(({ owner }) => (owner.kind === 'document' ? owner.id : null));
      const held = [...documents.values()].filter((each) => ids.includes(each.id) && this.reaches(scope, each));
      for (const document of held) documents.set(document.code, { ...document, version: document.version + 1 });
      return held.flatMap((document) => liveFiles(document).map((file) => toVersioned(document, file)));
    });
  }

  replace(scope: Scope, replacements: readonly Replacement[], at: Date): Promise<boolean> {
    return this.database.write(({ documents, fileVersions }) => {
      for (const { file, content } of replacements) {
        const { key, size, sha256, version } = content;
        const document = [...documents.values()].find(
          (each) => this.reaches(scope, each) && liveFiles(each).some(({ id, key: now }) => id === file.id && now === file.key),
        );
        if (!document) return false;
        const files = document.files.map((each) => (each.id === file.id ? { ...each, key, size, sha256, version } : each));
        documents.set(document.code, { ...document, files });
        fileVersions.set(file.key, { fileId: file.id, replacedAt: at, size: file.size, sha256: file.sha256 });
      }
      return true;
    });
  }

  private within(scope: Scope): VersionedFile[] {
    const documents = [...this.database.tables.documents.values()].filter((document) => this.reaches(scope, document));
    return documents.flatMap((document) => liveFiles(document).map((file) => toVersioned(document, file)));
  }

  private reaches(scope: Scope, { clientId, nodeCode, unitId, deletedAt }: DocumentEntry): boolean {
    return deletedAt === null && scope.reachesNode(clientId, nodeCode, unitId);
  }
}
