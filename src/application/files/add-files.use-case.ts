import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { DocumentRepository } from '#application/ports/documents';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Scope } from '#domain/access/scope';
import type { StoredDocument } from '#domain/documents/document';
import { documentUnknown, DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { eventFiles, nextVersion, type NewFile, type StoredFile } from '#domain/files/document-file';
import { FileAcceptance, type FileInput } from './file-acceptance';
import type { UploadSession } from './upload-session';

export interface AddFilesInput {
  /** Null: it could not be read. */
  documentId: string | null;
  files: readonly FileInput[];
  /** Whether the document may contain the same bytes twice. */
  mayRepeat: boolean;
  /** Holds the uploaded files. */
  upload: UploadSession;
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
}

/** Operations 2.2 and 2.3. The document is locked, so that two calls cannot both add the same bytes. */
@Injectable()
export class AddFiles {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly acceptance: FileAcceptance,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Answers the files in the order of the request. */
  async execute(
    scope: Scope,
    input: AddFilesInput,
    receipt: IdempotencyReceipt<readonly NewFile[]> = NO_RECEIPT,
  ): Promise<readonly NewFile[]> {
    const { documentId } = input;
    const found = documentId === null ? null : await this.documents.find(scope, documentId);
    if (input.unread.length > 0 || !found) await this.refuse(scope, input, found);
    if (documentId === null || !found) throw documentUnknown();
    const problems = await this.acceptance.check(input.files);
    if (problems.length > 0) throw new DomainError('RULES_BROKEN', problems);
    const files = await this.acceptance.fetchAndCheck(found.clientId, input.files, input.upload);
    const keys = files.map((file) => file.key);
    const now = this.clock.now();
    const added = await this.unitOfWork.run(
      async () => {
        const document = await this.documents.hold(scope, documentId);
        if (!document) throw documentUnknown();
        const present = await this.documents.filesOf(scope, document);
        const repeated = input.mayRepeat ? [] : repetitions(input.files, present);
        if (repeated.length > 0) throw new DomainError('RULES_BROKEN', repeated);
        await input.upload.claim(keys);
        const versioned = withVersions(files, present, input.files);
        await this.documents.addFiles(scope, document, versioned, now);
        await receipt.keep(versioned);
        const ids = versioned.map((file) => file.id);
        const subject = { documentId: document.id, levelId: scope.levelIdOf(document), files: ids };
        await this.audit.record(scope.actor, document.clientId, 'file.add', subject, eventFiles(versioned));
        return versioned;
      },
      async () => (await this.documents.findFile(scope, files[0]?.id ?? '')) !== null,
    );
    input.upload.committed(keys);
    return added;
  }

  /** Refuses a request with unreadable parts or an unknown document, together with all other problems. */
  private async refuse(scope: Scope, input: AddFilesInput, document: StoredDocument | null): Promise<void> {
    const present = document && !input.mayRepeat ? await this.documents.filesOf(scope, document) : [];
    const repeated = input.mayRepeat ? [] : repetitions(input.files, present);
    if (input.unread.length === 0 && repeated.length === 0) return;
    const unknown = input.documentId === null || document ? [] : documentUnknown().problems;
    refuseAll([...input.unread, ...unknown], repeated);
  }
}

/** Files whose bytes the document already has, or that occur twice in this call. */
function repetitions(files: readonly FileInput[], present: readonly StoredFile[]): FieldProblem[] {
  const known = new Set(present.map((file) => file.sha256));
  return files.flatMap(({ source, path }): FieldProblem[] => {
    if (!('staged' in source)) return [];
    const { sha256 } = source.staged;
    if (known.has(sha256)) return [{ path: [...path, 'content'], code: 'FILE_REPEATED' }];
    known.add(sha256);
    return [];
  });
}

/** A file without a version gets the next version of its name. */
function withVersions(files: readonly NewFile[], present: readonly StoredFile[], inputs: readonly FileInput[]): NewFile[] {
  const before: Pick<NewFile, 'name' | 'extension' | 'version'>[] = [...present];
  return files.map((file, index) => {
    const version = inputs[index]?.version ?? nextVersion(before, file);
    const versioned = { ...file, version };
    before.push(versioned);
    return versioned;
  });
}
