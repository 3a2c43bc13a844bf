import { ApiProperty } from '@nestjs/swagger';
import type { TimeZone } from '#application/support/time-zone';
import type { ListWorkflowsInput, WorkflowPage } from '#application/workflows/list-workflows.use-case';
import { WORKFLOW_STATUS, type WorkflowStatus } from '#domain/workflows/workflow';
import type { PlaceQuery } from '../auth/place-query';
import { Flag, Guid, Integer } from '../validation/decorators';

const STATUSES = Object.keys(WORKFLOW_STATUS) as WorkflowStatus[];

/** Operation 6.4. */
export class WorkflowsQuery implements PlaceQuery {
  @Guid({ description: 'Definition (6.1).', required: true })
  idConfWorkflow!: string;

  @Guid({ description: 'Client that owns it.', required: true })
  idCliente!: string;

  @Integer({ description: '1 running, 2 finished, 3 cancelled.', min: 1, max: 3 })
  Status?: number;

  @Guid({ description: 'Only flows that stand at this task.' })
  IdTarefa?: string;

  @Integer({ description: 'Page, from 1.', min: 1, max: 1_000_000_000, example: 1 })
  Pagina?: number;

  @Flag({ description: 'Answer the totals, too.' })
  BuscarQtdPaginas?: boolean;

  static toInput({ idConfWorkflow, Status, IdTarefa, Pagina = 1, BuscarQtdPaginas = false }: WorkflowsQuery): ListWorkflowsInput {
    const status = STATUSES.find((each) => WORKFLOW_STATUS[each] === Status);
    return {
      definitionId: idConfWorkflow,
      ...(status && { status }),
      ...(IdTarefa !== undefined && { taskId: IdTarefa }),
      page: Pagina,
      withTotals: BuscarQtdPaginas,
    };
  }
}

class CurrentStepAnswer {
  @ApiProperty({ format: 'uuid', description: 'The step: of a group the group, else the task itself.' }) IdEtapa!: string;
  @ApiProperty({ format: 'uuid' }) IdTarefa!: string;
  @ApiProperty({ example: 'Revisão' }) NomeTarefa!: string;
  @ApiProperty({ example: '2026-11-21T14:00:00.000-03:00' }) DataInicioTarefa!: string;
  @ApiProperty({ type: String, nullable: true }) DataFimTarefa!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Null: the task has no deadline.' }) PrevisaoTermino!: string | null;
  @ApiProperty() Atrasada!: boolean;
}

class ListedFlowAnswer {
  @ApiProperty({ format: 'uuid' }) IdWorkflow!: string;
  @ApiProperty({ example: 1043818 }) CodigoWorkflow!: number;
  @ApiProperty({ enum: [1, 2, 3] }) Status!: number;
  @ApiProperty({ example: '2026-11-21T14:00:00.000-03:00' }) DataInicio!: string;
  @ApiProperty({ type: String, nullable: true }) DataFim!: string | null;
  @ApiProperty({ type: String, nullable: true }) Observacao!: string | null;
  @ApiProperty({ type: CurrentStepAnswer, nullable: true, description: 'Of several the oldest; null when the flow has ended.' })
  EtapaAtual!: CurrentStepAnswer | null;
}

/** Answer of 6.4. */
export class WorkflowsAnswer {
  @ApiProperty({ type: Number, nullable: true, description: 'Null unless `BuscarQtdPaginas` is true.' })
  TotalDePaginasDaConsulta!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Null unless `BuscarQtdPaginas` is true.' })
  TotalDeRegistrosDaConsulta!: number | null;
  @ApiProperty({ type: [ListedFlowAnswer], description: 'Newest first.' }) Dados!: ListedFlowAnswer[];

  static from({ totals, flows }: WorkflowPage, timeZone: TimeZone): WorkflowsAnswer {
    const shown = (instant: Date | null) => instant && timeZone.iso(instant);
    return {
      TotalDePaginasDaConsulta: totals?.pages ?? null,
      TotalDeRegistrosDaConsulta: totals?.flows ?? null,
      Dados: flows.map(({ current, ...flow }) => ({
        IdWorkflow: flow.id,
        CodigoWorkflow: flow.code,
        Status: WORKFLOW_STATUS[flow.status],
        DataInicio: timeZone.iso(flow.startedAt),
        DataFim: shown(flow.endedAt),
        Observacao: flow.note,
        EtapaAtual: current && {
          IdEtapa: current.stepId,
          IdTarefa: current.taskId,
          NomeTarefa: current.taskName,
          DataInicioTarefa: timeZone.iso(current.startedAt),
          DataFimTarefa: shown(current.endedAt),
          PrevisaoTermino: shown(current.dueAt),
          Atrasada: current.late,
        },
      })),
    };
  }
}
