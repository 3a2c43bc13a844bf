import { Injectable } from '@nestjs/common';
import { FileAcceptance } from '#application/files/file-acceptance';
import type { UploadSession } from '#application/files/upload-session';
import { newId } from '#application/support/ids';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { DocumentRepository, ExternalKeyTaken } from '#application/ports/documents';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Scope } from '#domain/access/scope';
import { initialStatus, type StoredDocument } from '#domain/documents/document';
import { dueDay } from '#domain/documents/indexing';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { DocumentFiling, type FiledDocument, type FilingInput, type FilingPlan } from './document-filing';
import { previewOf, type DocumentPreview } from './document-preview';
import { GroupedCreates } from './grouped-creates';
import { keysOfPlans } from './list-linking';

export interface CreateDocumentInput extends FilingInput {
  /** When the client has a document with this external key: refuse, or answer that document. */
  ifExists: 'refuse' | 'return';
  /** Holds the uploaded files, and receives those that are fetched by link. */
  upload: UploadSession;
  /** Problems of reading the request; reported together with the problems found here. */
  unread?: readonly FieldProblem[];
  /** Further problems found by the caller, reported with those found here. */
  found?: readonly FieldProblem[];
}

export interface CreatedDocument extends FiledDocument {
  /** The document existed before this call. */
  existed: boolean;
}

/** Operations 4.2, 4.3 and 4.9: the three versions differ only in the wire format. */
@Injectable()
export class CreateDocument {
  constructor(
    private readonly filing: DocumentFiling,
    private readonly acceptance: FileAcceptance,
    private readonly documents: DocumentRepository,
    private readonly creates: GroupedCreates,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(
    scope: Scope,
    input: CreateDocumentInput,
    receipt: IdempotencyReceipt<CreatedDocument> = NO_RECEIPT,
  ): Promise<CreatedDocument> {
    const known = await this.known(scope, input);
    if (known && answersKnown(input)) return this.existing(scope, known, receipt);
    const plan = await this.check(scope, input, known);
    const files = await this.acceptance.fetchAndCheck(scope.clientId, input.files, input.upload);
    try {
      const create = { scope, plan, id: newId(), files, at: this.clock.now(), upload: input.upload };
      const filed = await this.creates.run({ ...create, keep: (result) => receipt.keep({ ...result, existed: false }) });
      return { ...filed, existed: false };
    } catch (error) {
      if (!(error instanceof ExternalKeyTaken)) throw error;
      const winner = await this.known(scope, input);
      if (winner && input.ifExists === 'return') return this.existing(scope, winner, receipt);
      throw new DomainError('RULES_BROKEN', [keyTaken(winner)], {}, error);
    }
  }

  /** What `execute` would do, or the existing document; nothing is stored, but links are fetched. */
  async simulate(scope: Scope, input: CreateDocumentInput): Promise<DocumentPreview | CreatedDocument> {
    const known = await this.known(scope, input);
    return known && answersKnown(input) ? this.existing(scope, known, NO_RECEIPT) : this.preview(scope, input, known);
  }

  /** The same where no document exists that would be answered. */
  async preview(scope: Scope, input: CreateDocumentInput, known: StoredDocument | null = null): Promise<DocumentPreview> {
    const { level, box, values, lists } = await this.check(scope, input, known);
    const files = await this.acceptance.fetchAndCheck(scope.clientId, input.files, input.upload);
    const hidden = input.externalKey !== null && (await this.documents.isExternalKeyTaken(scope, input.externalKey));
    if (hidden) throw new DomainError('RULES_BROKEN', [keyTaken(null)]);
    const keys = new Map([...values.map(({ field, key }) => [field.code, key] as const), ...keysOfPlans(lists)]);
    return { status: initialStatus(box), box, dueDay: dueDay(level, keys), files, ...previewOf(values, lists) };
  }

  private async known(scope: Scope, { externalKey }: CreateDocumentInput): Promise<StoredDocument | null> {
    return externalKey === null ? null : this.documents.findByExternalKey(scope, externalKey);
  }

  /** Collects all problems of the request before any link is fetched. */
  private async check(scope: Scope, input: CreateDocumentInput, known: StoredDocument | null): Promise<FilingPlan> {
    const { plan, invalid, refused } = await this.filing.examine(scope, input);
    const taken = known && input.ifExists === 'refuse' ? [keyTaken(known)] : [];
    refuseAll([...(input.unread ?? []), ...invalid], [...taken, ...(input.found ?? []), ...refused]);
    return plan;
  }

  private async existing(scope: Scope, document: StoredDocument, receipt: IdempotencyReceipt<CreatedDocument>): Promise<CreatedDocument> {
    const files = await this.documents.filesOf(scope, document);
    // Ids only: permission to create does not include links that others have shared.
    const result = { id: document.id, code: document.code, existed: true, files: files.map(({ id }) => ({ id, link: null })) };
    await this.unitOfWork.run(() => receipt.keep(result));
    return result;
  }
}

/** A request with unreadable parts is not treated as a repetition. */
const answersKnown = ({ ifExists, unread = [] }: CreateDocumentInput) => ifExists === 'return' && unread.length === 0;

/** Includes the ids if the caller may see the document, so that a repeated call gets them. */
function keyTaken(document: StoredDocument | null): FieldProblem {
  return { path: ['externalKey'], code: 'EXTERNAL_KEY_TAKEN', ...(document && { details: { id: document.id, code: document.code } }) };
}
