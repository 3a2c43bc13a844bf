import { Injectable } from '@nestjs/common';
import { FileAcceptance, type FileInput } from '#application/files/file-acceptance';
import { AuditTrail } from '#application/ports/audit-trail';
import { Boxes } from '#application/ports/structure';
import { DocumentRepository, ShareLinks, ShareRepository } from '#application/ports/documents';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import { initialStatus, type NewDocument } from '#domain/documents/document';
import { dueDay, LevelIndexing, type Indexed, type IndexerInput } from '#domain/documents/indexing';
import type { FieldPath, FieldProblem } from '#domain/errors';
import { eventFiles, type NewFile } from '#domain/files/document-file';
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

/** A plan with what is known when it is written; the bytes of its files are stored already. */
export interface Filing {
  scope: Scope;
  plan: FilingPlan;
  id: string;
  files: readonly NewFile[];
  at: Date;
}

export interface FiledDocument {
  id: string;
  code: number;
  files: { id: string; link: string | null }[];
}

/** Files documents, for every operation that creates one. */
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
    private readonly timeZone: TimeZone,
  ) {}

  /** Collects all problems of the request before any link is fetched. */
  async examine(scope: Scope, input: FilingInput): Promise<{ plan: FilingPlan; invalid: FieldProblem[]; refused: FieldProblem[] }> {
    const level = scope.level(input.nodeId);
    const { path = [], boxCode } = input;
    const indexing = LevelIndexing.read(level, input.values, this.timeZone);
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

  /** In the transaction that claims the files. All documents are of one client. */
  async file(filings: readonly Filing[]): Promise<FiledDocument[]> {
    const documents: { scope: Scope; document: NewDocument }[] = [];
    for (const filing of filings) {
      const { scope, plan } = filing;
      documents.push({ scope, document: this.assemble(filing, await this.listLinking.link(scope, plan.level, plan.lists)) });
    }
    const codes = await this.documents.addAll(documents);
    const shared = filings.flatMap(({ scope: { clientId }, plan, files, at }) =>
      files.filter((_, index) => plan.input.files[index]?.share).map(({ id }) => ({ id, clientId, at })),
    );
    const shares = shared.length === 0 ? [] : await this.shares.shareNew(shared);
    const linkOf = new Map(shares.map(({ fileId, id }) => [fileId, this.links.urlOf(id)]));
    return filings.map(({ id, files }, index) => ({
      id,
      code: codes[index] as number,
      files: files.map((file) => ({ id: file.id, link: linkOf.get(file.id) ?? null })),
    }));
  }

  /** As the last step of that transaction. */
  async record(filings: readonly Filing[], filed: readonly FiledDocument[]): Promise<void> {
    const changes = filings.map(({ scope, plan: { input, level }, files }, index) => {
      const { id, code } = filed[index] as FiledDocument;
      const subject = { documentId: id, code, levelId: level.node.id, unitId: input.unitId, files: files.map((file) => file.id) };
      return { author: scope.actor, action: 'document.create' as const, subject, files: eventFiles(files) };
    });
    const [first] = filings;
    if (first) await this.audit.recordChanges(first.scope.clientId, changes);
  }

  private assemble({ scope, plan: { input, level, box, values }, id, files, at }: Filing, linked: LinkedRows): NewDocument {
    const keyOf = new Map([...values.map(({ field, key }) => [field.code, key] as const), ...linked.keys]);
    return {
      id,
      clientId: scope.clientId,
      unitId: input.unitId,
      nodeCode: level.node.code,
      status: initialStatus(box),
      boxId: box?.id ?? null,
      dueDay: dueDay(level, keyOf),
      createdAt: at,
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
