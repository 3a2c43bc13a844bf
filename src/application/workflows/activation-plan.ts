import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { DocumentFiling, type FilingInput, type FilingPlan } from '#application/documents/document-filing';
import { FileAcceptance, type FileInput } from '#application/files/file-acceptance';
import { Boxes } from '#application/ports/structure';
import type { Scope } from '#domain/access/scope';
import { sentText } from '#domain/documents/sent-value';
import { definitionUnknown, DomainError, refuseAll, type FieldPath, type FieldProblem } from '#domain/errors';
import type { Level } from '#domain/trees/client-structure';
import { exitOf } from '#domain/workflows/exits';
import { formLevel } from '#domain/workflows/form-level';
import { unnamed, type Named } from '#domain/workflows/named';
import { lackingLabels, unmet } from '#domain/workflows/requirements';
import type { Step, WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';
import { FlowForm, formValues, labelProblems, type FormInput, type FormPlan } from './flow-form';
import { FlowProgress } from './flow-progress';
import { NamedPeople } from './named-people';

/** A file with its signing mark. */
export type SignableFile = FileInput & { sign: boolean };

export interface DocumentInput extends Omit<FilingInput, 'unitId' | 'nodeId' | 'externalKey' | 'files' | 'path'> {
  /** Null: it could not be read. */
  nodeId: string | null;
  files: readonly SignableFile[];
  path: FieldPath;
}

/** Unreadable members are null or missing, unreadable files left out. */
export interface ActivationInput {
  definitionId: string | null;
  named: Named;
  note: string | null;
  comment: string | null;
  form: { id: string | null; fields: readonly FormInput[] } | null;
  documents: readonly DocumentInput[];
  files: readonly SignableFile[];
  /** Selects the next task if several exits follow a first task that the activation completes. */
  nextTaskId: string | null;
  /** Problems of the request itself. */
  unread: readonly FieldProblem[];
  /** Unreadable properties: their members are not reported as missing. */
  unclear: ReadonlySet<string>;
}

export interface DocumentPlan extends FilingPlan {
  input: FilingInput & { files: readonly SignableFile[] };
}

/** A validated activation. */
export interface ActivationPlan {
  definition: WorkflowDefinition;
  documentScope: Scope | null;
  documents: readonly DocumentPlan[];
  level: Level | null;
  form: FormPlan | null;
}

/** Limit of reported problems; the documents of one call may have a thousand wrong values each. */
const ENOUGH_PROBLEMS = 100;

class Findings {
  readonly invalid: FieldProblem[] = [];
  readonly refused: FieldProblem[] = [];

  add({ invalid = [], refused = [] }: { invalid?: readonly FieldProblem[]; refused?: readonly FieldProblem[] }): void {
    this.invalid.push(...invalid);
    this.refused.push(...refused);
  }

  /** Whether the limit of reported problems is reached. */
  get areEnough(): boolean {
    return this.invalid.length + this.refused.length >= ENOUGH_PROBLEMS;
  }

  get areNone(): boolean {
    return this.invalid.length + this.refused.length === 0;
  }

  demandNone(): void {
    refuseAll(this.invalid, this.refused);
  }
}

/** Collects all problems of an activation before anything is written (operation 6.2). */
@Injectable()
export class ActivationPlanner {
  constructor(
    private readonly access: AccessPolicy,
    private readonly filing: DocumentFiling,
    private readonly boxes: Boxes,
    private readonly acceptance: FileAcceptance,
    private readonly people: NamedPeople,
    private readonly forms: FlowForm,
    private readonly progress: FlowProgress,
  ) {}

  /** The scope in which the caller files documents; null without documents. Checked first: without permission nothing else is revealed. */
  async documentScope({ actor, clientId }: Scope, { documents }: ActivationInput): Promise<Scope | null> {
    if (documents.length === 0) return null;
    const scope = await this.access.require(actor, 'document:create', { clientId });
    for (const { nodeId, path } of documents) if (nodeId !== null) scope.level(nodeId, [...path, 'nodeId']);
    return scope;
  }

  /** Without a definition (unknown or unreadable) it reports the other problems. */
  async plan(
    scope: Scope,
    documentScope: Scope | null,
    definition: WorkflowDefinition | null,
    input: ActivationInput,
  ): Promise<ActivationPlan> {
    const found = new Findings();
    found.add({ invalid: input.unread });
    if (found.areEnough) found.demandNone();
    const documents = await this.documents(documentScope as Scope, input, found);
    found.add({ refused: await this.acceptance.check(input.files) });
    found.add({ refused: [...input.files, ...input.documents.flatMap(({ files }) => files)].flatMap(signingProblems) });
    found.add(await this.people.problems(scope, input.named));
    if (!definition) {
      // As the only problem it has a code of its own.
      if (input.definitionId !== null && !found.areNone) found.add({ invalid: definitionUnknown().problems });
      found.demandNone();
      throw definitionUnknown();
    }
    const { design } = definition;
    const level = design.form && formLevel(design.form, scope.client.structure.lists);
    const form = await this.form(scope, design, level, input, found);
    const waiting = this.firstStep(design, level, documents, form, input, found);
    if (waiting) found.add({ refused: await this.people.problemsOf(scope, waiting) });
    found.demandNone();
    return { definition, documentScope, documents, level, form };
  }

  private async documents(scope: Scope, input: ActivationInput, found: Findings): Promise<DocumentPlan[]> {
    const plans: DocumentPlan[] = [];
    for (const { nodeId, ...document } of input.documents) {
      if (nodeId === null) found.add({ refused: await this.acceptance.check(document.files) });
      else {
        const { plan, ...problems } = await this.filing.examine(scope, await this.inUnit(scope, { ...document, nodeId }));
        plans.push(plan as DocumentPlan);
        found.add(problems);
      }
      if (found.areEnough) found.demandNone();
    }
    return plans;
  }

  /**
   * The call names no unit: a box numbered by a unit determines it; otherwise it is the first unit of the client in which the caller may
   * file at that level.
   */
  private async inUnit(scope: Scope, { path, ...document }: DocumentInput & { nodeId: string }): Promise<FilingInput> {
    const { node } = scope.level(document.nodeId);
    const units = scope.client.structure.units.filter(({ id }) => scope.reachesNode(scope.clientId, node.code, id));
    let [unit] = units;
    for (const candidate of document.boxCode === null ? [] : units) {
      if (!(await this.boxes.find(scope, candidate.id, document.boxCode as number))) continue;
      unit = candidate;
      break;
    }
    if (!unit) throw new DomainError('NOT_PERMITTED');
    return { ...document, unitId: unit.id, externalKey: null, path };
  }

  private async form(
    scope: Scope,
    { form }: WorkflowDesign,
    level: Level | null,
    input: ActivationInput,
    found: Findings,
  ): Promise<FormPlan | null> {
    if (!input.form) return null;
    const { id: formId, fields } = input.form;
    if (!form || !level || (formId !== null && formId !== form.id)) {
      if (formId !== null) found.add({ invalid: [{ path: ['form', 'formId'], code: 'UNKNOWN_ID' }] });
      return null;
    }
    // An empty value equals an absent one: a new form has no values to remove.
    const isSaid = ({ fieldId, value }: FormInput) => fieldId === null || value === null || sentText(value).trim() !== '';
    const said = fields.filter(isSaid);
    const unsaid = fields.filter((field) => !isSaid(field) && !level.fields.some(({ id }) => id === field.fieldId));
    const { plan, ...problems } = await this.forms.examine(scope, level, said);
    found.add(problems);
    found.add({ invalid: labelProblems(level, fields) });
    found.add({ invalid: unsaid.map(({ path }) => ({ path: [...path, 'fieldId'], code: 'UNKNOWN_ID' })) });
    return plan;
  }

  /**
   * Checks who must be named and, if the activation completes the first task, the task's requirements and its exit. Answers the step at
   * which the flow would wait, if it can be determined.
   */
  private firstStep(
    design: WorkflowDesign,
    level: Level | null,
    documents: readonly DocumentPlan[],
    form: FormPlan | null,
    input: ActivationInput,
    found: Findings,
  ): Step | null {
    const { unclear } = input;
    // Documents copy values into the form.
    const isFormUnclear = unclear.has('form') || unclear.has('documents');
    const lacking = (problems: FieldProblem[]) =>
      problems.filter(({ path: [property] }) => (property === 'form' ? !isFormUnclear : !unclear.has(String(property))));
    const { copied, texts } = level ? this.forms.foresee(level, documents, form) : { copied: new Map(), texts: new Map<string, string>() };
    if (form && !unclear.has('documents')) found.add({ refused: this.forms.parentProblems(form, copied) });
    const step = design.steps[0] as Step;
    const task = apiTask(step);
    if (!task) {
      if (input.nextTaskId !== null) found.add({ invalid: [{ path: ['nextTaskId'], code: 'UNKNOWN_ID' }] });
      found.add({ refused: lacking(unnamed(step, input.named)) });
      return step;
    }
    const isSaid = input.form !== null || copied.size > 0;
    found.add({
      refused: lacking(
        unmet(task, {
          comment: input.comment !== null,
          formLacks: isSaid && level ? lackingLabels(level, texts) : null,
          attachment: input.files.length > 0,
          document: input.documents.length > 0,
        }),
      ),
    });
    // An invalid form does not determine a decision.
    if (found.invalid.length > 0 || found.refused.some(({ path }) => path[0] === 'form')) return null;
    try {
      const exit = exitOf(design, step, formValues(level, texts), input.nextTaskId);
      found.add({ refused: this.progress.unnamedAfter(design, exit, input.named) });
      return this.progress.stepAfter(design, exit);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      found.add(error.kind === 'invalid' ? { invalid: error.problems } : { refused: error.problems });
      return null;
    }
  }
}

/** The task that an activation completes; null when the first task waits for a person. */
export const apiTask = (first: Step) => first.tasks.find(({ responsible }) => responsible.type === 'api') ?? null;

/** Only PDFs can be signed; a document's file must also be shared, so that the signer can open it. */
function signingProblems({ sign, share, extension, path }: SignableFile): FieldProblem[] {
  if (!sign) return [];
  return [
    ...(extension === 'pdf' ? [] : [{ path: [...path, 'sign'], code: 'SIGNING_NEEDS_PDF' } as const]),
    ...(share || path[0] !== 'documents' ? [] : [{ path: [...path, 'sign'], code: 'SIGNING_NEEDS_SHARE' } as const]),
  ];
}
