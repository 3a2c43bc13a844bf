import { Injectable } from '@nestjs/common';
import type { Intake } from '#application/files/intake';
import { newId } from '#application/ids';
import { Boxes } from '#application/ports/boxes';
import { Clock } from '#application/ports/clock';
import { DocumentRepository } from '#application/ports/document.repository';
import { ShareLinks } from '#application/ports/share-links';
import { ShareRepository } from '#application/ports/share.repository';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import type { Box } from '#domain/boxes/box';
import { initialStatus, type NewDocument } from '#domain/documents/document';
import { dueDay, LevelIndexing, type IndexerInput } from '#domain/documents/indexing';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { NewFile } from '#domain/files/document-file';
import type { Level } from '#domain/trees/client-structure';
import { FileAcceptance, type FileInput } from './file-acceptance';
import { ListLinking, type LinkedRows, type ListPlan } from './list-linking';

export interface CreateDocumentInput {
  unitId: string;
  nodeId: string;
  /** Null: an electronic document. */
  boxCode: number | null;
  values: readonly IndexerInput[];
  files: readonly FileInput[];
  /** Holds the files that came with the request, and takes those that are fetched. */
  intake: Intake;
}

export interface CreatedDocument {
  id: string;
  code: number;
  files: { id: string; link: string | null }[];
}

/** Everything that was checked, ready to be written. */
interface Plan {
  level: Level;
  box: Box | null;
  values: NewDocument['values'];
  lists: readonly ListPlan[];
}

/** Operations 4.2, 4.3 and 4.9: the three versions differ on the wire only. */
@Injectable()
export class CreateDocument {
  constructor(
    private readonly boxes: Boxes,
    private readonly listLinking: ListLinking,
    private readonly acceptance: FileAcceptance,
    private readonly documents: DocumentRepository,
    private readonly shares: ShareRepository,
    private readonly links: ShareLinks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, input: CreateDocumentInput): Promise<CreatedDocument> {
    const plan = await this.check(scope, input);
    const files = await this.acceptance.fetchAndCheck(input.files, input.intake);
    return this.store(scope, input, plan, files);
  }

  /** Finds everything that is wrong with the request, before any link is followed. */
  private async check(scope: Scope, input: CreateDocumentInput): Promise<Plan> {
    const level = scope.level(input.nodeId);
    const indexing = LevelIndexing.read(level, input.values);
    const [box, lists, fileProblems] = await Promise.all([
      input.boxCode === null ? null : this.boxes.find(scope, input.unitId, input.boxCode),
      this.listLinking.plan(scope, indexing.entries),
      this.acceptance.check(input.files),
    ]);
    const invalid: FieldProblem[] = [...indexing.invalid];
    if (input.boxCode !== null && !box) invalid.push({ path: ['boxCode'], code: 'BOX_UNKNOWN', details: { code: input.boxCode } });
    const refused = [...indexing.refused, ...lists.problems, ...fileProblems];
    if (invalid.length > 0) throw new DomainError('INPUT_INVALID', [...invalid, ...refused]);
    if (refused.length > 0) throw new DomainError('RULES_BROKEN', refused);
    const values = indexing.values.map(({ field, text, key }) => ({ fieldCode: field.code, text, key }));
    return { level, box, values, lists: lists.plans };
  }

  /** Bytes are in the store already; rows, and the keys' leaving the journal, come in one transaction. */
  private async store(scope: Scope, input: CreateDocumentInput, plan: Plan, files: readonly NewFile[]): Promise<CreatedDocument> {
    const id = newId();
    const now = this.clock.now();
    const shared = files.filter((_, index) => input.files[index]?.share).map((file) => file.id);
    const keys = files.map((file) => file.key);
    const { code, shares } = await this.unitOfWork.run(
      async () => {
        const linked = await this.listLinking.link(scope, plan.lists);
        await input.intake.claim(keys);
        const document = this.assemble(scope, input, plan, linked, { id, files, now });
        const code = await this.documents.add(scope, document);
        return { code, shares: shared.length === 0 ? [] : await this.shares.share(scope, shared, null, now) };
      },
      async () => (await this.documents.find(scope, id)) !== null,
    );
    input.intake.landed(keys);
    const linkOf = new Map(shares.map((share) => [share.fileId, this.links.urlOf(share.id)]));
    return { id, code, files: files.map((file) => ({ id: file.id, link: linkOf.get(file.id) ?? null })) };
  }

  private assemble(
    scope: Scope,
    input: CreateDocumentInput,
    { level, box, values }: Plan,
    linked: LinkedRows,
    { id, files, now }: { id: string; files: readonly NewFile[]; now: Date },
  ): NewDocument {
    const keyOf = new Map([...values.map((value) => [value.fieldCode, value.key] as const), ...linked.keys]);
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
      values,
      rows: linked.rows,
      files,
    };
  }
}
