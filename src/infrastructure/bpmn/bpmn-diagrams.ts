import { Injectable } from '@nestjs/common';
import { WorkflowDiagrams } from '#application/ports/workflows';
import type { Level } from '#domain/trees/client-structure';
import type { DiagramWords } from '#domain/workflows/diagram-words';
import type { Condition, Exit, Step, Task, WorkflowDefinition } from '#domain/workflows/workflow-definition';
import { writeBpmn, type BpmnFlow, type BpmnGraph, type BpmnNode, type BpmnSubProcess, type BpmnTask } from '#libs/bpmn';

const NAMESPACE = 'https://acervo.example/workflow';
const [START, END] = ['Start', 'End'];
const nodeId = (id: string) => `Step_${id}`;

/** ADR 0022 says why groups are sub-processes. */
@Injectable()
export class BpmnDiagrams extends WorkflowDiagrams {
  write(definition: WorkflowDefinition, form: Level | null, words: DiagramWords): string {
    const { id, name } = definition;
    return writeBpmn({
      id: `Workflow_${id}`,
      name,
      namespace: NAMESPACE,
      exporter: 'acervo',
      ...new Drawing(definition, form, words).graph(),
    });
  }
}

class Drawing {
  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly form: Level | null,
    private readonly words: DiagramWords,
  ) {}

  graph(): BpmnGraph {
    const { steps } = this.definition.design;
    const [first] = steps;
    return {
      nodes: [{ id: START, kind: 'startEvent' }, ...steps.flatMap((step) => this.nodes(step)), { id: END, kind: 'endEvent' }],
      flows: [...(first ? [flow(START, nodeId(first.id))] : []), ...steps.flatMap((step) => this.flows(step))],
    };
  }

  private nodes(step: Step): BpmnNode[] {
    const node = step.group === null ? this.task(step.tasks[0] as Task, nodeId(step.id)) : this.subProcess(step, step.group);
    return step.exits.length > 1 ? [node, { id: decisionOf(step), kind: 'exclusiveGateway' }] : [node];
  }

  private task(task: Task, id: string): BpmnTask {
    const { name, responsible } = task;
    const consensus = 'consensus' in responsible ? { repeatedUntil: this.words.consensus(responsible.consensus) } : {};
    return { id, kind: kindOf(task), name, documentation: this.words.task(task), ...consensus };
  }

  /** All begin at once. Of `one` the first that ends takes the others with it, which only the end of a sub-process can say. */
  private subProcess({ id: stepId, name, tasks }: Step, group: 'all' | 'one'): BpmnSubProcess {
    const id = nodeId(stepId);
    const [start, split, join, end] = [`${id}_start`, `${id}_split`, `${id}_join`, `${id}_end`];
    const inner = tasks.map((task) => this.task(task, nodeId(task.id)));
    const meeting = group === 'all' ? join : end;
    return {
      id,
      kind: 'subProcess',
      name,
      documentation: this.words.group(group),
      nodes: [
        { id: start, kind: 'startEvent' },
        { id: split, kind: 'parallelGateway' },
        ...inner,
        ...(group === 'all'
          ? ([
              { id: join, kind: 'parallelGateway' },
              { id: end, kind: 'endEvent' },
            ] as const)
          : []),
        ...(group === 'one' ? ([{ id: end, kind: 'terminateEndEvent' }] as const) : []),
      ],
      flows: [
        flow(start, split),
        ...inner.flatMap((task) => [flow(split, task.id), flow(task.id, meeting)]),
        ...(group === 'all' ? [flow(join, end)] : []),
      ],
    };
  }

  private flows(step: Step): BpmnFlow[] {
    const id = nodeId(step.id);
    const [only, ...others] = step.exits;
    if (only && others.length === 0) return [flow(id, this.target(only), only.label ?? undefined)];
    const decision = decisionOf(step);
    const isByForm = step.exits.some(({ when }) => when !== null);
    const ways = step.exits.map((exit, index): BpmnFlow => ({
      // Several ways may lead to the same step.
      id: `Flow_${decision}_${index + 1}`,
      from: decision,
      to: this.target(exit),
      ...this.condition(exit, isByForm),
    }));
    return [flow(id, decision), ...ways];
  }

  private target({ to }: Exit): string {
    return to === this.definition.design.endId ? END : nodeId(to);
  }

  private condition({ to, label, when }: Exit, isByForm: boolean): Pick<BpmnFlow, 'name' | 'condition' | 'isDefault'> {
    if (isByForm && !when) return { isDefault: true, ...(label !== null && { name: label }) };
    const condition = when ? this.expression(when) : this.words.choice(to);
    const name = label ?? (when ? condition : undefined);
    return { condition, ...(name !== undefined && { name }) };
  }

  private expression({ fieldId, operator, value }: Condition): string {
    const indexer = this.form?.indexers.find(({ field }) => field.id === fieldId);
    const label = indexer ? [indexer.list?.name, indexer.field.label].filter(Boolean).join(' / ') : fieldId;
    return `${label} ${operator} "${value}"`;
  }
}

const decisionOf = ({ id }: Step) => `Decision_${id}`;

function flow(from: string, to: string, name?: string): BpmnFlow {
  return { id: `Flow_${from}_${to}`, from, to, ...(name !== undefined && { name }) };
}

/** Externals get a message; the activation itself does what is done by api. */
function kindOf({ responsible: { type } }: Task): BpmnTask['kind'] {
  if (type === 'api') return 'serviceTask';
  return type === 'selected-external' || type === 'selected-externals' ? 'sendTask' : 'userTask';
}
