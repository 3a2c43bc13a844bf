import { Injectable } from '@nestjs/common';
import { FileAcceptance, type FileInput } from '#application/files/file-acceptance';
import { AuditTrail } from '#application/ports/audit-trail';
import { Boxes } from '#application/ports/boxes';
import { DocumentRepository } from '#application/ports/document.repository';
import { ShareLinks } from '#application/ports/share-links';
import { ShareRepository } from '#application/ports/share.repository';
import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import { initialStatus, type NewDocument } from '#domain/documents/document';
import { dueDay, LevelIndexing, type Indexed, type IndexerInput } from '#domain/documents/indexing';
import type { FieldPath, FieldProblem } from '#domain/errors';
import { eventFiles, type NewFile } from '#domain/files/document-file';
import type { Share } from '#domain/shares/share';
import type { Level } from '#domain/trees/client-structure';
import { ListLinking, type LinkedRows, type ListPlan } from './list-linking';

/** A document in a request. */
export interface FilingInput {
  unitId: string;
  nodeId: string;
  /** Null: an electronic document. */
  boxCode: number | null;
  externalKey: string | null;
  values: readonly IndexerInput[];
  files: readonly FileInput[];
  /** Path of the document in the request; absent: it is the whole request. */
  path?: FieldPath;
}

/** The validated document, ready to be written. */
export interface FilingPlan {
  input: FilingInput;
  level: Level;
  box: Box | null;
  values: readonly Indexed[];
  lists: readonly ListPlan[];
}

export interface FiledDocument {
  id: string;
  code: number;
  files: { id: string; link: string | null }[];
}

/** Files documents, for every operation that creates one (contract "Rules of all creates"). */
@Injectable()
export class DocumentFiling {
  constructor(
    private readonly boxes: Boxes,
    private readonly listLinking: ListLinking,
    private readonly acceptance: FileAcceptance,
    private readonly documents: DocumentRepository,
    private readonly shares: ShareRepository,
    private readonly links: ShareLinks,
    private readonly audit: AuditTrail,
  ) {}

  /** Collects all problems of the request before any link is fetched. */
  async examine(scope: Scope, input: FilingInput): Promise<{ plan: FilingPlan; invalid: FieldProblem[]; refused: FieldProblem[] }> {
    const level = scope.level(input.nodeId);
    const { path = [], boxCode } = input;
    const indexing = LevelIndexing.read(level, input.values);
    const [box, lists, fileProblems] = await Promise.all([
      boxCode === null ? null : this.boxes.find(scope, input.unitId, boxCode),
      this.listLinking.plan(scope, indexing.entries),
      this.acceptance.check(input.files),
    ]);
    const invalid: FieldProblem[] = [...indexing.invalid];
    if (boxCode !== null && !box) invalid.push({ path: [...path, 'boxCode'], code: 'BOX_UNKNOWN', details: { code: boxCode } });
    // A missing member has no path of its own in the request.
    const refused = [...indexing.refused.map((problem) => within(path, problem)), ...lists.problems, ...fileProblems];
    return { plan: { input, level, box, values: indexing.values, lists: lists.plans }, invalid, refused };
  }

  /** In the transaction that claims the files; the bytes are stored already. */
  async file(scope: Scope, plan: FilingPlan, id: string, files: readonly NewFile[], now: Date): Promise<FiledDocument> {
    const shared = files.filter((_, index) => plan.input.files[index]?.share).map((file) => file.id);
    const linked = await this.listLinking.link(scope, plan.level, plan.lists);
    const code = await this.documents.add(scope, this.assemble(scope, plan, linked, { id, files, now }));
    const shares = shared.length === 0 ? [] : await this.shares.share(scope, shared, null, now);
    return { id, code, files: this.filesWithLinks(files, shares) };
  }

  /** As the last step of that transaction. */
  record(scope: Scope, { input, level }: FilingPlan, { id, code }: FiledDocument, files: readonly NewFile[]): Promise<void> {
    const ids = files.map((file) => file.id);
    const subject = { documentId: id, code, levelId: level.node.id, unitId: input.unitId, files: ids };
    return this.audit.record(scope.actor, scope.clientId, 'document.create', subject, eventFiles(files));
  }

  private filesWithLinks(files: readonly { id: string }[], shares: readonly Share[]): FiledDocument['files'] {
    const linkOf = new Map(shares.map(({ fileId, id }) => [fileId, this.links.urlOf(id)]));
    return files.map(({ id }) => ({ id, link: linkOf.get(id) ?? null }));
  }

  private assemble(
    scope: Scope,
    { input, level, box, values }: FilingPlan,
    linked: LinkedRows,
    { id, files, now }: { id: string; files: readonly NewFile[]; now: Date },
  ): NewDocument {
    const keyOf = new Map([...values.map(({ field, key }) => [field.code, key] as const), ...linked.keys]);
    return {
      id,
      clientId: scope.clientId,
      unitId: input.unitId,
      nodeCode: level.node.code,
      status: initialStatus(box),
      boxId: box?.id ?? null,
      dueDay: dueDay(level, keyOf),
      createdAt: now,
      createdBy: scope.actor.userId,
      externalKey: input.externalKey,
      values: values.map(({ field, text, key }) => ({ fieldCode: field.code, text, key })),
      rows: linked.rows,
      files,
    };
  }
}

const within = (path: FieldPath, problem: FieldProblem): FieldProblem =>
  problem.path[0] === 'values' && problem.path.length === 1 ? { ...problem, path: [...path, ...problem.path] } : problem;
