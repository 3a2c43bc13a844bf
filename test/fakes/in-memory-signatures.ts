import { Signatures } from '#application/ports/signatures';
import type { Scope } from '#domain/access/scope';
import type { Signature, SignedFileState } from '#domain/signatures/signature';
import type { InMemoryDatabase } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

export class InMemorySignatures extends Signatures {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async add(_scope: Scope, signatures: readonly Signature[]): Promise<void> {
    await this.database.write((tables) => {
      for (const signature of signatures) {
        if (tables.signatures.has(signature.code)) throw new Error('duplicate key');
        tables.signatures.set(signature.code, signature);
      }
    });
  }

  async find(code: string): Promise<(Signature & { state: SignedFileState }) | null> {
    const { signatures, documents } = this.database.tables;
    const signature = signatures.get(code);
    if (!signature) return null;
    const file = [...documents.values()].flatMap(liveFiles).find(({ id }) => id === signature.fileId);
    return { ...signature, state: !file ? 'deleted' : file.sha256 === signature.sha256 ? 'current' : 'superseded' };
  }
}
