import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { Clock } from '#application/ports/unit-of-work';
import { Workflows, type NamedComment, type WorkflowDocument } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { formLevel } from '#domain/workflows/form-level';
import type { Workflow, WorkflowFile, WorkflowReference } from '#domain/workflows/workflow';
import { Flows, type CurrentTask } from './flows';

export interface FormField {
  id: string;
  label: string;
  text: string;
  list: { id: string; name: string } | null;
}

/** Everything about one flow. */
export interface WorkflowDetails {
  flow: Workflow;
  tasks: CurrentTask[];
  files: WorkflowFile[];
  documents: (WorkflowDocument & { nodeId: string })[];
  comments: NamedComment[];
  form: FormField[];
  now: Date;
}

/** Operation 6.5. Documents not visible to the caller are left out. */
@Injectable()
export class GetWorkflow {
  constructor(
    private readonly access: AccessPolicy,
    private readonly flows: Flows,
    private readonly workflows: Workflows,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, reference: WorkflowReference): Promise<WorkflowDetails> {
    const flow = await this.flows.find(scope, reference);
    const now = this.clock.now();
    const [tasks, files, documents, comments, form] = await Promise.all([
      this.flows.currentTasks(scope, flow),
      this.workflows.filesOf(scope, flow),
      this.documentsOf(scope, flow, now),
      this.workflows.commentsOf(scope, flow),
      this.formOf(scope, flow),
    ]);
    return { flow, tasks, files, documents, comments, form, now };
  }

  private async documentsOf(scope: Scope, flow: Workflow, now: Date): Promise<WorkflowDetails['documents']> {
    const visible = await this.access.ofClient(scope.actor, 'document:view', scope.clientId);
    if (!visible) return [];
    const { structure } = scope.client;
    const documents = await this.workflows.documentsOf(scope, flow, visible, now);
    return documents.map((document) => ({ ...document, nodeId: structure.levelByCode(document.nodeCode)?.node.id ?? '' }));
  }

  private async formOf(scope: Scope, flow: Workflow): Promise<FormField[]> {
    const { form } = await this.flows.designOf(scope, flow);
    if (!form) return [];
    const texts = await this.workflows.valuesOf(scope, flow);
    return formLevel(form, scope.client.structure.lists).indexers.map(({ field, list }) => ({
      id: field.id,
      label: field.label,
      text: texts.get(field.id) ?? '',
      list: list && { id: list.id, name: list.name },
    }));
  }
}
