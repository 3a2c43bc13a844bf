import { Injectable } from '@nestjs/common';
import {
  type FormValue,
  PdfForms,
  type Sheet,
  type SheetPart,
  WorkflowDefinitions,
  WorkflowDiagrams,
  Workflows,
} from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { Indexer, Level } from '#domain/trees/client-structure';
import type { DiagramWords } from '#domain/workflows/diagram-words';
import { formLevel } from '#domain/workflows/form-level';
import type { Workflow, WorkflowReference } from '#domain/workflows/workflow';
import type { WorkflowDefinition } from '#domain/workflows/workflow-definition';
import type { Texts } from './flow-form';
import { Flows } from './flows';

/** A generated file. */
export interface MadeFile {
  name: string;
  content: Uint8Array;
}

/** The definition at the flow's revision, and its form. */
interface Followed {
  flow: Workflow;
  definition: WorkflowDefinition;
  level: Level | null;
}

/** Operation 6.6. */
@Injectable()
export class GetFlowModel {
  constructor(
    private readonly flows: Flows,
    private readonly workflows: Workflows,
    private readonly definitions: WorkflowDefinitions,
    private readonly forms: PdfForms,
    private readonly diagrams: WorkflowDiagrams,
  ) {}

  /** The definition's model, or a PDF drawn from its form, filled with the flow's values. */
  async execute(scope: Scope, reference: WorkflowReference): Promise<MadeFile> {
    const followed = await this.followed(scope, reference);
    const { flow, definition, level } = followed;
    const { model, form } = definition.design;
    const texts: Texts = level ? await this.workflows.valuesOf(scope, flow) : new Map<string, string>();
    if (!model) {
      const name = form?.name ?? definition.name;
      return { name: `${name}.pdf`, content: await this.forms.draw(sheetOf(followed, texts)) };
    }
    const pdf = await this.definitions.model(scope, flow.definitionId, flow.revision);
    if (!pdf) throw new Error(`a model without its PDF: ${flow.definitionId} ${flow.revision}`);
    const indexers = level?.indexers ?? [];
    const values = new Map(indexers.map((indexer) => [indexer.field.id, valueOf(indexer, texts)]));
    const byName = new Map(Object.entries(model.fields).map(([name, fieldId]) => [name, values.get(fieldId) ?? '']));
    const byLabel = indexers.map((indexer) => [indexer.field.label, valueOf(indexer, texts)] as const);
    return { name: withEnding(model.name, 'pdf'), content: await this.forms.fill(pdf, { byName, byLabel }) };
  }

  /** A diagram of the definition at the flow's revision. */
  async diagram(scope: Scope, reference: WorkflowReference, words: DiagramWords): Promise<MadeFile> {
    const { definition, level } = await this.followed(scope, reference);
    return { name: withEnding(definition.name, 'bpmn'), content: new TextEncoder().encode(this.diagrams.write(definition, level, words)) };
  }

  private async followed(scope: Scope, reference: WorkflowReference): Promise<Followed> {
    const flow = await this.flows.find(scope, reference);
    const definition = await this.definitions.find(scope, flow.definitionId);
    if (!definition) throw new Error(`a flow without a definition: ${flow.definitionId}`);
    // A flow keeps the design with which it began, even if the definition has changed.
    const design = flow.revision === definition.revision ? definition.design : await this.flows.designOf(scope, flow);
    return { flow, definition: { ...definition, design }, level: design.form && formLevel(design.form, scope.client.structure.lists) };
  }
}

const withEnding = (name: string, ending: string) => (name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`);

/** Without a form: the list of tasks. */
function sheetOf({ flow, definition: { name, design }, level }: Followed, texts: Texts): Sheet {
  const subtitle = `${name} · ${flow.code}`;
  if (!level) {
    const parts = design.steps.flatMap(({ name: step, group, tasks }): SheetPart[] =>
      group
        ? [{ kind: 'heading', text: step }, ...tasks.map((task) => ({ kind: 'line', text: task.name }) as const)]
        : [{ kind: 'heading', text: step }],
    );
    return { title: name, subtitle, parts };
  }
  const parts = level.indexers.flatMap((indexer, index): SheetPart[] => {
    const { list } = indexer;
    const begins = list !== null && level.indexers[index - 1]?.list !== list;
    return [...(begins ? [{ kind: 'heading', text: list.name } as const] : []), partOf(indexer, texts)];
  });
  return { title: design.form?.name ?? name, subtitle, parts };
}

/** A check box without a value is passed as an empty text, which leaves it unset. */
function valueOf({ field: { id, type } }: Indexer, texts: Texts): FormValue {
  const text = texts.get(id) ?? '';
  return type === 'checkbox' && text !== '' ? text === 'true' : text;
}

function partOf({ field: { id, label, type, options } }: Indexer, texts: Texts): SheetPart {
  const value = texts.get(id) ?? '';
  if (type === 'options') return { kind: 'options', label, value, options };
  return type === 'checkbox' ? { kind: 'checkbox', label, value: value === 'true' } : { kind: 'text', label, value };
}
