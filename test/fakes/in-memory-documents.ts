import { DocumentRepository, ExternalKeyTaken } from '#application/ports/document.repository';
import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import type { DocumentChange, DocumentContent, NewDocument, StoredDocument } from '#domain/documents/document';
import type { NewFile, StoredFile } from '#domain/files/document-file';
import type { DocumentEntry, FileEntry, InMemoryDatabase } from './in-memory-database';

export const toStoredFile = (document: DocumentEntry, { deletedAt: _, ...file }: FileEntry): StoredFile => ({
  ...file,
  documentId: document.id,
  clientId: document.clientId,
});

/** The files that were not removed, of a document that was not deleted. */
export const liveFiles = ({ deletedAt, files }: DocumentEntry): FileEntry[] =>
  deletedAt === null ? files.filter((file) => file.deletedAt === null) : [];

const toStored = ({ id, code, clientId, nodeCode, version }: DocumentEntry): StoredDocument => ({ id, code, clientId, nodeCode, version });
const toEntry = (file: NewFile, createdAt: Date): FileEntry => ({ ...file, createdAt, deletedAt: null });

export class InMemoryDocuments extends DocumentRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  add(scope: Scope, document: NewDocument): Promise<number> {
    return this.database.write((tables) => {
      if (!scope.reachesNode(document.clientId, document.nodeCode, document.unitId)) throw new Error('a document outside the scope');
      this.refuseTakenKey(document);
      this.refuseDuplicates([document.id], document.files);
      const code = tables.nextCode();
      const files = document.files.map((file) => toEntry(file, document.createdAt));
      tables.documents.set(code, { ...document, files, code, version: 1, deletedAt: null });
      return code;
    });
  }

  async find(scope: Scope, id: string): Promise<StoredDocument | null> {
    const found = this.live(scope).find((document) => document.id === id);
    return found ? toStored(found) : null;
  }

  async isExternalKeyTaken(scope: Scope, externalKey: string): Promise<boolean> {
    const clients = scope.reaches.map((reach) => reach.structure.clientId);
    const all = [...this.database.tables.documents.values()];
    return all.some(
      (document) => document.deletedAt === null && document.externalKey === externalKey && clients.includes(document.clientId),
    );
  }

  async findByExternalKey(scope: Scope, externalKey: string): Promise<StoredDocument | null> {
    const found = this.live(scope).find((document) => document.externalKey === externalKey);
    return found ? toStored(found) : null;
  }

  async contentOf(_scope: Scope, { code }: StoredDocument): Promise<DocumentContent> {
    const { documents, listRows } = this.database.tables;
    const { values, rows } = documents.get(code)!;
    const cells = [...rows.values()].flatMap((rowCode) => listRows.get(rowCode)?.cells ?? []);
    return { texts: new Map([...values, ...cells].map(({ fieldCode, text }) => [fieldCode, text])), rows: new Map(rows) };
  }

  hold(scope: Scope, id: string): Promise<StoredDocument | null> {
    return this.database.write(({ documents }) => {
      const document = this.live(scope).find((candidate) => candidate.id === id);
      if (!document) return null;
      const held = { ...document, version: document.version + 1 };
      documents.set(held.code, held);
      return toStored(held);
    });
  }

  async change(_scope: Scope, { code }: StoredDocument, change: DocumentChange): Promise<void> {
    await this.replace(code, (document) => {
      const named = new Set([...change.cleared, ...change.values.map(({ fieldCode }) => fieldCode)]);
      const kept = [...document.rows].filter(([listId]) => !change.unlinked.includes(listId));
      return {
        values: [...document.values.filter(({ fieldCode }) => !named.has(fieldCode)), ...change.values],
        rows: new Map([...kept, ...change.rows]),
        dueDay: change.dueDay,
      };
    });
  }

  async filesOf(scope: Scope, document: StoredDocument): Promise<StoredFile[]> {
    const found = this.live(scope).find(({ code }) => code === document.code);
    return found ? liveFiles(found).map((file) => toStoredFile(found, file)) : [];
  }

  async findFile(scope: Scope, fileId: string): Promise<StoredFile | null> {
    const files = this.live(scope).flatMap((document) => liveFiles(document).map((file) => toStoredFile(document, file)));
    return files.find((file) => file.id === fileId) ?? null;
  }

  async addFiles(_scope: Scope, { code }: StoredDocument, files: readonly NewFile[], at: Date): Promise<void> {
    await this.replace(code, (document) => {
      this.refuseDuplicates([], files);
      return { files: [...document.files, ...files.map((file) => toEntry(file, at))] };
    });
  }

  removeFile(_scope: Scope, { code }: StoredDocument, fileId: string, at: Date): Promise<string[] | null> {
    return this.database.transaction(async () => {
      const document = this.database.tables.documents.get(code);
      const file = document && liveFiles(document).find(({ id }) => id === fileId);
      if (!file) return null;
      await this.replace(code, ({ files }) => ({ files: files.map((each) => (each === file ? { ...file, deletedAt: at } : each)) }));
      this.revokeShares([fileId]);
      return [file.key, ...(await this.removeVersions([fileId]))];
    });
  }

  async moveDueDay(scope: Scope, nodeCodes: readonly number[], rowCode: number, dueDay: Day | null): Promise<void> {
    const clientIds = scope.reaches.map((reach) => reach.structure.clientId);
    await this.database.write(({ documents }) => {
      for (const document of documents.values()) {
        if (!clientIds.includes(document.clientId) || !nodeCodes.includes(document.nodeCode)) continue;
        if (![...document.rows.values()].includes(rowCode)) continue;
        documents.set(document.code, { ...document, dueDay, version: document.version + 1 });
      }
    });
  }

  markDeleted(scope: Scope, { code }: StoredDocument, at: Date): Promise<string[] | null> {
    return this.database.transaction(async () => {
      const document = this.live(scope).find((candidate) => candidate.code === code);
      if (!document) return null;
      const files = liveFiles(document);
      const ids = files.map((file) => file.id);
      await this.replace(code, () => ({ status: 'deleted', deletedAt: at, version: document.version + 1 }));
      this.revokeShares(ids);
      return [...files.map((file) => file.key), ...(await this.removeVersions(ids))];
    });
  }

  private replace(code: number, change: (document: DocumentEntry) => Partial<DocumentEntry>): Promise<unknown> {
    return this.database.write(({ documents }) => {
      const document = documents.get(code)!;
      documents.set(code, { ...document, ...change(document) });
    });
  }

  private removeVersions(fileIds: readonly string[]): Promise<string[]> {
    return this.database.write(({ fileVersions }) => {
      const former = [...fileVersions].filter(([, { fileId }]) => fileIds.includes(fileId)).map(([key]) => key);
      for (const key of former) fileVersions.delete(key);
      return former;
    });
  }

  private revokeShares(fileIds: readonly string[]): void {
    const { shares } = this.database.tables;
    for (const share of shares.values()) if (fileIds.includes(share.fileId)) shares.set(share.id, { ...share, revoked: true });
  }

  private live(scope: Scope): DocumentEntry[] {
    const all = [...this.database.tables.documents.values()];
    return all.filter(
      (document) => document.deletedAt === null && scope.reachesNode(document.clientId, document.nodeCode, document.unitId),
    );
  }

  private refuseTakenKey({ clientId, externalKey }: NewDocument): void {
    const live = [...this.database.tables.documents.values()].filter((document) => document.deletedAt === null);
    const holder = live.find((document) => document.clientId === clientId && document.externalKey === externalKey);
    if (externalKey !== null && holder) throw new ExternalKeyTaken('external key');
  }

  private refuseDuplicates(ids: readonly string[], files: readonly NewFile[]): void {
    const all = [...this.database.tables.documents.values()];
    const taken = new Set(all.flatMap((document) => [document.id, ...document.files.flatMap((file) => [file.id, file.key])]));
    const wanted = [...ids, ...files.flatMap((file) => [file.id, file.key])];
    if (wanted.some((name) => taken.has(name)) || new Set(wanted).size < wanted.length) throw new Error('duplicate key');
  }
}
