import { ApiProperty } from '@nestjs/swagger';
import type { TimeZone } from '#application/support/time-zone';
import type { AssociateInput } from '#application/workflows/associate-documents.use-case';
import type { CompleteStepInput, WorkflowState } from '#application/workflows/complete-step.use-case';
import type { UpdateFormInput } from '#application/workflows/update-form.use-case';
import type { SentValue } from '#domain/documents/sent-value';
import type { FieldProblem } from '#domain/errors';
import { WORKFLOW_STATUS } from '#domain/workflows/workflow';
import type { PlaceQuery } from '../auth/place-query';
import { Guid, GuidList, isUnread, ListOf, readable, Text, Value } from '../validation/decorators';
import { CurrentTaskAnswer } from './workflow-details.dto';
import { FlowReference } from './flow-reference.dto';
import { NamedBody } from './named.dto';

export class ClientPath implements PlaceQuery {
  @Guid({ description: 'Client that owns the flow.', required: true })
  idCliente!: string;
}

export class StepPath extends ClientPath {
  @Guid({ description: 'Step execution (6.5).', required: true })
  idWorkflowEtapaExecucao!: string;
}

/** Operation 6.3. */
export class AssociateBody extends FlowReference {
  @GuidList({ description: 'Documents.', required: true, max: 1000 })
  documentos!: string[];

  static checkMembers(body: Partial<AssociateBody>): FieldProblem[] {
    return FlowReference.referenceProblems(body);
  }

  static toInput(body: AssociateBody, unread: readonly FieldProblem[]): AssociateInput {
    return { flow: FlowReference.toReadable(body), documentIds: (readable(body.documentos) ?? []).map(readable), unread };
  }
}

export class FormChangeBody {
  @Guid({ description: 'List that the field belongs to; empty for a field of the form itself.' })
  idLista?: string;

  @Guid({ description: 'Field of the form (6.1).', required: true })
  idCampo!: string;

  @Value({ description: 'New value; empty takes the old one away.', required: true, allowEmpty: true })
  valor!: SentValue;
}

/** Operation 6.7. */
export class UpdateFormBody extends FlowReference {
  @ListOf(() => FormChangeBody, { description: 'At least one field. Of a list the key fields; the row fills the others.', required: true })
  campos!: FormChangeBody[];

  static checkMembers(body: Partial<UpdateFormBody>): FieldProblem[] {
    return [
      ...FlowReference.referenceProblems(body),
      ...(body.campos?.length === 0 ? [{ path: ['campos'], code: 'REQUIRED' } as const] : []),
    ];
  }

  static toInput({ idWorkflowEtapaExecucao }: StepPath, body: UpdateFormBody, unread: readonly FieldProblem[]): UpdateFormInput {
    return {
      executionId: readable(idWorkflowEtapaExecucao),
      flow: FlowReference.toReadable(body),
      fields: (readable(body.campos) ?? []).map(({ idLista, idCampo, valor }, index) => ({
        ...(!isUnread(idLista) && { listId: idLista ?? null }),
        fieldId: readable(idCampo),
        value: readable(valor),
        path: ['campos', index],
      })),
      unread,
    };
  }
}

export class CompleteBody extends NamedBody {
  @Text({ description: 'Comment; needed where the task asks for one.', max: 4000, allowEmpty: true })
  comentario?: string;

  @Guid({ description: 'The way to take where several lead on and no condition decides: a task, or the end.' })
  idProximaTarefa?: string;

  static toInput({ idWorkflowEtapaExecucao }: StepPath, body: CompleteBody, unread: readonly FieldProblem[]): CompleteStepInput {
    return {
      executionId: readable(idWorkflowEtapaExecucao),
      comment: body.comentario?.trim() || null,
      nextTaskId: body.idProximaTarefa ?? null,
      named: NamedBody.toNamed(body),
      unread,
    };
  }
}

export class WorkflowStateAnswer {
  @ApiProperty({ format: 'uuid' }) idWorkflow!: string;
  @ApiProperty({ example: 1043818 }) codigoWorkflow!: number;
  @ApiProperty({ enum: [1, 2, 3], description: '1 running, 2 finished, 3 cancelled.' }) status!: number;
  @ApiProperty({ type: [CurrentTaskAnswer], description: 'As in 6.5; empty when the flow has ended.' }) etapaAtual!: CurrentTaskAnswer[];

  static from({ id, code, status, tasks, at }: WorkflowState, timeZone: TimeZone): WorkflowStateAnswer {
    return {
      idWorkflow: id,
      codigoWorkflow: code,
      status: WORKFLOW_STATUS[status],
      etapaAtual: tasks.map((task) => CurrentTaskAnswer.from(task, timeZone, at)),
    };
  }
}
