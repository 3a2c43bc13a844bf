import { ApiProperty } from '@nestjs/swagger';
import type { Panel } from '#application/structure/get-panel.use-case';
import type { TimeZone } from '#application/support/time-zone';
import { writeDay } from '#domain/documents/calendar';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { PlaceQuery } from '../auth/place-query';
import { FoundDocumentAnswer, TotalAnswer } from '../documents/find-documents.dto';
import { Guid } from '../validation/decorators';
import { TaskAnswer } from '../workflows/tasks.dto';

export class PanelQuery implements PlaceQuery {
  @Guid({ description: 'Client that the panel is about.', required: true })
  idCliente!: string;
}

class StatusCount {
  @ApiProperty({ description: 'As in 4.4, without 4 (deleted).', example: 2 }) status!: number;
  @ApiProperty({ type: TotalAnswer }) total!: TotalAnswer;
}

class MonthCount {
  @ApiProperty({ example: '2026-11' }) mes!: string;
  @ApiProperty({ type: TotalAnswer }) total!: TotalAnswer;
}

class DueSoon {
  @ApiProperty({ example: '27/12/2026', description: 'The last day of those that count as soon, from today on.' }) ate!: string;
  @ApiProperty({ type: TotalAnswer }) total!: TotalAnswer;
  @ApiProperty({ type: [FoundDocumentAnswer], description: 'The first five by their day.' }) documentos!: FoundDocumentAnswer[];
}

class TasksOfPanel {
  @ApiProperty({ example: 3 }) total!: number;
  @ApiProperty({ type: [TaskAnswer], description: 'The first five by their deadline.' }) proximas!: TaskAnswer[];
}

class BilledStorage {
  @ApiProperty({ example: '2026-10', description: 'Month of the newest bills.' }) periodo!: string;
  @ApiProperty({ example: 12.3456, format: 'double' }) gigabytes!: number;
}

export class PanelAnswer {
  @ApiProperty({ type: [StatusCount] }) situacoes!: StatusCount[];
  @ApiProperty({
    type: [MonthCount],
    description: 'Documents registered in each of the last twelve months, oldest first, without deleted ones.',
  })
  cadastrosPorMes!: MonthCount[];
  @ApiProperty({ type: [FoundDocumentAnswer], description: 'The five newest.' }) recentes!: FoundDocumentAnswer[];
  @ApiProperty({ type: DueSoon, description: 'Due within thirty days.' }) vencendo!: DueSoon;
  @ApiProperty({ type: TasksOfPanel, nullable: true, description: 'What waits for the caller; null without the permission for flows.' })
  tarefas!: TasksOfPanel | null;
  @ApiProperty({
    type: BilledStorage,
    nullable: true,
    description: 'As the newest bills metered it; null without bills, or without the permission for them over the whole client.',
  })
  armazenamento!: BilledStorage | null;

  static from({ statuses, filed, recent, due, tasks, storage, at }: Panel, timeZone: TimeZone): PanelAnswer {
    return {
      situacoes: statuses.map(({ status, total }) => ({ status: DOCUMENT_STATUS[status], total: TotalAnswer.from(total) })),
      cadastrosPorMes: filed.map(({ month, total }) => ({ mes: month, total: TotalAnswer.from(total) })),
      recentes: recent.map((entry) => FoundDocumentAnswer.from(entry, timeZone)),
      vencendo: {
        ate: writeDay(due.until),
        total: TotalAnswer.from(due.total),
        documentos: due.next.map((entry) => FoundDocumentAnswer.from(entry, timeZone)),
      },
      tarefas: tasks && { total: tasks.total, proximas: tasks.next.map((task) => TaskAnswer.from(task, at, timeZone)) },
      armazenamento: storage && { periodo: storage.period, gigabytes: storage.gigabytes },
    };
  }
}
