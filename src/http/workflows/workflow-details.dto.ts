import { ApiProperty } from '@nestjs/swagger';
import type { TimeZone } from '#application/support/time-zone';
import type { CurrentTask } from '#application/workflows/flows';
import type { WorkflowDetails } from '#application/workflows/get-workflow.use-case';
import type { FieldProblem } from '#domain/errors';
import { isLate, WORKFLOW_STATUS } from '#domain/workflows/workflow';
import type { PlaceQuery } from '../auth/place-query';
import { Guid } from '../validation/decorators';
import { FlowReference } from './flow-reference.dto';

export class DetailsQuery extends FlowReference implements PlaceQuery {
  @Guid({ description: 'Client that owns the flow.', required: true })
  idCliente!: string;

  static check(query: DetailsQuery): FieldProblem[] {
    return FlowReference.referenceProblems(query);
  }
}

class ExecutionAnswer {
  @ApiProperty({ format: 'uuid', description: 'For 6.7 and `concluir`.' }) idWorkflowEtapaExecucao!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Name of the responsible user.' }) usuario!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Address of the external responsible.' }) email!: string | null;
  @ApiProperty({ enum: [0, 1], description: '1: done.' }) concluida!: number;
  @ApiProperty({ example: '2026-11-21T14:00:00.000-03:00' }) dataInicio!: string;
  @ApiProperty({ type: String, nullable: true }) dataFim!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Null: the task has no deadline.' }) previsaoTermino!: string | null;
  @ApiProperty() atrasada!: boolean;
}

export class CurrentTaskAnswer {
  @ApiProperty({ format: 'uuid' }) idTarefa!: string;
  @ApiProperty({ example: 'Revisão' }) nomeTarefa!: string;
  @ApiProperty({ type: [ExecutionAnswer] }) execucoesTarefa!: ExecutionAnswer[];

  static from({ id, name, executions }: CurrentTask, timeZone: TimeZone, now: Date): CurrentTaskAnswer {
    const shown = (instant: Date | null) => instant && timeZone.iso(instant);
    return {
      idTarefa: id,
      nomeTarefa: name,
      execucoesTarefa: executions.map((execution) => ({
        idWorkflowEtapaExecucao: execution.id,
        usuario: execution.userName,
        email: execution.email,
        concluida: execution.done ? 1 : 0,
        dataInicio: timeZone.iso(execution.startedAt),
        dataFim: shown(execution.endedAt),
        previsaoTermino: shown(execution.dueAt),
        atrasada: isLate(execution, now),
      })),
    };
  }
}

class FlowFileAnswer {
  @ApiProperty({ format: 'uuid', description: 'For 2.5.' }) idArquivo!: string;
  @ApiProperty() nomeArquivo!: string;
  @ApiProperty() assinar!: boolean;
}

class FlowDocumentFileAnswer {
  @ApiProperty({ format: 'uuid', description: 'For 2.5.' }) idArquivoDocumento!: string;
  @ApiProperty() nomeArquivo!: string;
  @ApiProperty() compartilhado!: boolean;
  @ApiProperty() assinar!: boolean;
}

class FlowDocumentAnswer {
  @ApiProperty({ format: 'uuid' }) idDocumento!: string;
  @ApiProperty({ example: 146491663 }) codigoDocumento!: number;
  @ApiProperty({ format: 'uuid' }) idArvoreOrganizacional!: string;
  @ApiProperty({ type: [FlowDocumentFileAnswer] }) arquivosDocumento!: FlowDocumentFileAnswer[];
}

class CommentAnswer {
  @ApiProperty({ example: 'Revisão' }) nomeTarefa!: string;
  @ApiProperty({ type: String, nullable: true }) usuario!: string | null;
  @ApiProperty({ type: String, nullable: true }) email!: string | null;
  @ApiProperty({ example: '2026-11-21T14:00:00.000-03:00' }) dataHora!: string;
  @ApiProperty() comentario!: string;
}

class FormValueAnswer {
  @ApiProperty({ format: 'uuid' }) idCampo!: string;
  @ApiProperty({ example: 'Título' }) nomeCampo!: string;
  @ApiProperty({ description: 'Empty: no value yet.' }) valor!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idLista!: string | null;
  @ApiProperty({ type: String, nullable: true }) nomeLista!: string | null;
}

/** Answer of 6.5. */
export class WorkflowDetailsAnswer {
  @ApiProperty({ enum: [1, 2, 3], description: '1 running, 2 finished, 3 cancelled.' }) status!: number;
  @ApiProperty({ type: [CurrentTaskAnswer], description: 'Several in a group; empty when the flow has ended.' })
  etapaAtual!: CurrentTaskAnswer[];
  @ApiProperty({ type: [FlowFileAnswer] }) anexosFluxo!: FlowFileAnswer[];
  @ApiProperty({ type: [FlowDocumentAnswer], description: 'Those on levels that the caller may see.' })
  documentosFluxo!: FlowDocumentAnswer[];
  @ApiProperty({ type: [CommentAnswer], description: 'Oldest first.' }) comentarios!: CommentAnswer[];
  @ApiProperty({ type: [FormValueAnswer], description: 'Every field of the form, in its order.' }) formulario!: FormValueAnswer[];

  static from({ flow, tasks, files, documents, comments, form, now }: WorkflowDetails, timeZone: TimeZone): WorkflowDetailsAnswer {
    return {
      status: WORKFLOW_STATUS[flow.status],
      etapaAtual: tasks.map((task) => CurrentTaskAnswer.from(task, timeZone, now)),
      anexosFluxo: files.map(({ id, name, toSign }) => ({ idArquivo: id, nomeArquivo: name, assinar: toSign })),
      documentosFluxo: documents.map((document) => ({
        idDocumento: document.id,
        codigoDocumento: document.code,
        idArvoreOrganizacional: document.nodeId,
        arquivosDocumento: document.files.map(({ id, name, shared, toSign }) => ({
          idArquivoDocumento: id,
          nomeArquivo: name,
          compartilhado: shared,
          assinar: toSign,
        })),
      })),
      comentarios: comments.map(({ taskName, userName, email, madeAt, text }) => ({
        nomeTarefa: taskName,
        usuario: userName,
        email,
        dataHora: timeZone.iso(madeAt),
        comentario: text,
      })),
      formulario: form.map(({ id, label, text, list }) => ({
        idCampo: id,
        nomeCampo: label,
        valor: text,
        idLista: list?.id ?? null,
        nomeLista: list?.name ?? null,
      })),
    };
  }
}
