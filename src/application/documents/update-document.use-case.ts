import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { DocumentRepository } from '#application/ports/documents';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import type { AuditSubject } from '#domain/audit/audit-event';
import type { StoredDocument } from '#domain/documents/document';
import { keyOfText } from '#domain/documents/field-value';
import { heldAfter, parentsOf } from '#domain/documents/held-values';
import { dueDay, LevelIndexing, type IndexerInput, type IndexingChange } from '#domain/documents/indexing';
import { documentUnknown, DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import type { Level } from '#domain/trees/client-structure';
import { previewOf, type DocumentPreview } from './document-preview';
import { keysOfPlans, ListLinking, type ListPlan } from './list-linking';

export interface UpdateDocumentInput {
  nodeId: string;
  /** Null: it could not be read. */
  documentId: string | null;
  values: readonly IndexerInput[];
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
  /** Checks the `If-Match` header against this version of the document. */
  accepts(document: StoredDocument): boolean;
}

interface Plan {
  level: Level;
  document: StoredDocument;
  change: IndexingChange;
  lists: readonly ListPlan[];
}

/** Operation 4.1: named fields change, the others stay; validations in the order of interface 4.1. */
@Injectable()
export class UpdateDocument {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly listLinking: ListLinking,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly timeZone: TimeZone,
  ) {}

  /** Answers the changed document. */
  async execute(scope: Scope, input: UpdateDocumentInput): Promise<StoredDocument> {
    const plan = await this.check(scope, input);
    return this.unitOfWork.run(
      async () => {
        await this.structure.hold(scope);
        const document = await this.documents.hold(scope, plan.document.id);
        if (!document) throw documentUnknown();
        if (!input.accepts({ ...document, version: document.version - 1 })) throw new DomainError('DOCUMENT_CHANGED');
        const content = await this.documents.contentOf(scope, document);
        const held = heldAfter(plan.level, plan.change, content.texts);
        // Checked again under the lock, because compared values may have changed.
        refuseAll([], parentsOf(plan.level, held));
        const linked = await this.listLinking.link(scope, plan.level, plan.lists);
        const keys = new Map([...held.map(({ field, key }) => [field.code, key] as const), ...linked.keys]);
        await this.documents.change(scope, document, {
          values: plan.change.values.map(({ field, text, key }) => ({ fieldCode: field.code, text, key })),
          cleared: plan.change.cleared.map(({ field }) => field.code),
          rows: linked.rows,
          unlinked: plan.change.unlinked.map((list) => list.id),
          dueDay: dueDay(plan.level, keys),
        });
        await this.audit.record(scope.actor, scope.clientId, 'document.update', subjectOf(document, plan));
        return document;
      },
      () => this.isAsAsked(scope, plan),
    );
  }

  /** What `execute` would do; nothing is stored. */
  async simulate(scope: Scope, input: UpdateDocumentInput): Promise<DocumentPreview> {
    const { level, document, change, lists } = await this.check(scope, input);
    const held = heldAfter(level, change, (await this.documents.contentOf(scope, document)).texts);
    const keys = new Map([...held.map(({ field, key }) => [field.code, key] as const), ...keysOfPlans(lists)]);
    return { status: null, box: null, dueDay: dueDay(level, keys), files: [], ...previewOf(change.values, lists) };
  }

  /** After a COMMIT without an answer: a document with the requested content counts as changed. */
  private async isAsAsked(scope: Scope, { document, change, lists }: Plan): Promise<boolean> {
    const now = await this.documents.find(scope, document.id);
    if (!now) return false;
    const { texts, rows } = await this.documents.contentOf(scope, now);
    const sent = [...change.values, ...lists.flatMap(({ entry }) => entry.values)];
    return (
      sent.every(({ field, key }) => keyOfText(field, texts.get(field.code) ?? '') === key) &&
      change.cleared.every(({ field }) => !texts.has(field.code)) &&
      change.unlinked.every((list) => !rows.has(list.id))
    );
  }

  private async check(scope: Scope, input: UpdateDocumentInput): Promise<Plan> {
    const document = input.documentId === null ? null : await this.documents.find(scope, input.documentId);
    const level = scope.level(input.nodeId);
    if (input.unread.length > 0) await this.refuseUnread(scope, input, level, document);
    if (!document) throw documentUnknown();
    if (document.nodeCode !== level.node.code) throw new DomainError('DOCUMENT_ELSEWHERE');
    const change = LevelIndexing.readChange(level, input.values, this.timeZone);
    const lists = await this.listLinking.planChange(scope, change.entries);
    if (change.invalid.length > 0) refuseAll(change.invalid, [...change.refused, ...lists.problems]);
    if (!input.accepts(document)) throw new DomainError('DOCUMENT_CHANGED');
    const held = heldAfter(level, change, (await this.documents.contentOf(scope, document)).texts);
    refuseAll([], [...change.refused, ...lists.problems, ...parentsOf(level, held, change.refusedCodes)]);
    return { level, document, change, lists: lists.plans };
  }

  /** For a request with unreadable parts: adds the problems of the readable parts. */
  private async refuseUnread(scope: Scope, input: UpdateDocumentInput, level: Level, document: StoredDocument | null): Promise<void> {
    const change = LevelIndexing.readChange(level, input.values, this.timeZone);
    const lists = await this.listLinking.planChange(scope, change.entries);
    const held = document && heldAfter(level, change, (await this.documents.contentOf(scope, document)).texts);
    const unknown = input.documentId !== null && !document ? documentUnknown().problems : [];
    const parents = held ? parentsOf(level, held, change.refusedCodes) : [];
    refuseAll([...input.unread, ...unknown, ...change.invalid], [...change.refused, ...lists.problems, ...parents]);
  }
}

/** Names fields and lists, never their values. */
function subjectOf({ id, code, version }: StoredDocument, { change, lists, level }: Plan): AuditSubject {
  const fields = [...change.values, ...change.cleared].map(({ field }) => field.id);
  const changedLists = [...lists.map(({ entry }) => entry.list), ...change.unlinked].map((list) => list.id);
  return { documentId: id, code, levelId: level.node.id, version, fields, lists: changedLists };
}
