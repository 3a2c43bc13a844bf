import { DocumentRepository } from '#application/ports/document.repository';
import type { Scope } from '#domain/access/scope';
import type { NewDocument, StoredDocument } from '#domain/documents/document';
import type { NewFile, StoredFile } from '#domain/files/document-file';
import type { DocumentEntry, InMemoryDatabase } from './in-memory-database';

export const toStoredFile = ({ id, clientId, createdAt }: NewDocument, file: NewFile): StoredFile => ({
  ...file,
  documentId: id,
  clientId,
  createdAt,
});

export class InMemoryDocuments extends DocumentRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  add(scope: Scope, document: NewDocument): Promise<number> {
    return this.database.write((tables) => {
      if (!scope.reachesNode(document.clientId, document.nodeCode, document.unitId)) throw new Error('a document outside the scope');
      this.refuseDuplicates(document);
      const code = tables.nextCode();
      tables.documents.set(code, { ...document, code, deletedAt: null });
      return code;
    });
  }

  async find(scope: Scope, id: string): Promise<StoredDocument | null> {
    const found = this.live(scope).find((document) => document.id === id);
    return found ? { id, code: found.code, clientId: found.clientId, nodeCode: found.nodeCode } : null;
  }

  async filesOf(scope: Scope, document: StoredDocument): Promise<StoredFile[]> {
    const found = this.live(scope).find(({ code }) => code === document.code);
    return found ? found.files.map((file) => toStoredFile(found, file)) : [];
  }

  async findFile(scope: Scope, fileId: string): Promise<StoredFile | null> {
    const files = this.live(scope).flatMap((document) => document.files.map((file) => toStoredFile(document, file)));
    return files.find((file) => file.id === fileId) ?? null;
  }

  markDeleted(scope: Scope, { code }: StoredDocument, at: Date): Promise<string[] | null> {
    return this.database.write(({ documents, shares }) => {
      const document = this.live(scope).find((candidate) => candidate.code === code);
      if (!document) return null;
      documents.set(code, { ...document, status: 'deleted', deletedAt: at });
      const fileIds = document.files.map((file) => file.id);
      for (const share of shares.values()) if (fileIds.includes(share.fileId)) shares.set(share.id, { ...share, revoked: true });
      return document.files.map((file) => file.key);
    });
  }

  private live(scope: Scope): DocumentEntry[] {
    const all = [...this.database.tables.documents.values()];
    return all.filter(
      (document) => document.deletedAt === null && scope.reachesNode(document.clientId, document.nodeCode, document.unitId),
    );
  }

  private refuseDuplicates({ id, files }: NewDocument): void {
    const all = [...this.database.tables.documents.values()];
    const taken = new Set(all.flatMap((document) => [document.id, ...document.files.flatMap((file) => [file.id, file.key])]));
    const wanted = [id, ...files.flatMap((file) => [file.id, file.key])];
    if (wanted.some((name) => taken.has(name)) || new Set(wanted).size < wanted.length) throw new Error('duplicate key');
  }
}
