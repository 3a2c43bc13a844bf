import { ApiProperty } from '@nestjs/swagger';
import type { MyTasks } from '#application/workflows/list-my-tasks.use-case';
import type { TimeZone } from '#application/support/time-zone';
import type { PlaceQuery } from '../auth/place-query';
import { Guid, Integer } from '../validation/decorators';

export class TasksQuery implements PlaceQuery {
  @Guid({ description: 'Client of the flows.', required: true })
  idCliente!: string;

  @Integer({ description: 'Page, from 1.', min: 1, max: 1_000_000_000, example: 1 })
  Pagina?: number;

  @Integer({ description: "Tasks per page; the user's own number unless given.", min: 1, max: 500 })
  TamanhoPagina?: number;
}

export class TaskAnswer {
  @ApiProperty({ format: 'uuid' }) idWorkflowEtapaExecucao!: string;
  @ApiProperty({ example: 'Análise' }) tarefa!: string;
  @ApiProperty({ format: 'uuid' }) idWorkflow!: string;
  @ApiProperty({ example: 1024 }) codigoWorkflow!: number;
  @ApiProperty({ format: 'uuid' }) idConfWorkflow!: string;
  @ApiProperty({ example: 'Aprovação de Contrato' }) nomeConfWorkflow!: string;
  @ApiProperty({ format: 'date-time' }) dataInicio!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) prazo!: string | null;
  @ApiProperty({ description: 'Whether the deadline has passed.' }) atrasada!: boolean;

  static from(task: MyTasks['tasks'][number], at: Date, timeZone: TimeZone): TaskAnswer {
    return {
      idWorkflowEtapaExecucao: task.executionId,
      tarefa: task.taskName,
      idWorkflow: task.workflowId,
      codigoWorkflow: task.workflowCode,
      idConfWorkflow: task.definitionId,
      nomeConfWorkflow: task.definitionName,
      dataInicio: timeZone.iso(task.startedAt),
      prazo: task.dueAt && timeZone.iso(task.dueAt),
      atrasada: task.dueAt !== null && task.dueAt < at,
    };
  }
}

export class TasksAnswer {
  @ApiProperty({ example: 3 }) QtdTarefas!: number;
  @ApiProperty({ example: 1 }) TotalPaginas!: number;
  @ApiProperty({ type: [TaskAnswer] }) Tarefas!: TaskAnswer[];

  static from({ tasks, total, pages, at }: MyTasks, timeZone: TimeZone): TasksAnswer {
    return {
      QtdTarefas: total,
      TotalPaginas: pages,
      Tarefas: tasks.map((task) => TaskAnswer.from(task, at, timeZone)),
    };
  }
}
