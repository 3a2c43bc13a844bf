import { StoredFiles, type StoredFileRow } from '#application/ports/stored-files';
import type { InMemoryDatabase } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

export class InMemoryStoredFiles extends StoredFiles {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async live(afterKey: string, limit: number): Promise<StoredFileRow[]> {
    const following = this.all().filter(({ key }) => key > afterKey);
    return following.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, limit);
  }

  async isLive(key: string): Promise<boolean> {
    return this.all().some((file) => file.key === key);
  }

  async countLive(): Promise<number> {
    return this.all().length;
  }

  async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const named = new Set([...this.all().map(({ key }) => key), ...this.database.tables.journal.keys()]);
    return new Set(keys.filter((key) => named.has(key)));
  }

  private all(): StoredFileRow[] {
    const { documents, fileVersions, workflows } = this.database.tables;
    const now = [
      ...[...documents.values()].flatMap((document) => liveFiles(document).map((file) => ({ ...file, ownerId: document.id }))),
      ...[...workflows.values()].flatMap((flow) => flow.files.map((file) => ({ ...file, ownerId: flow.id }))),
    ];
    const former = [...fileVersions].flatMap(([key, version]) =>
      now.filter(({ id }) => id === version.fileId).map((file) => ({ ...file, ...version, key })),
    );
    return [...now, ...former].map(({ id, ownerId, key, size, sha256 }) => ({ id, ownerId, key, size, sha256 }));
  }
}
