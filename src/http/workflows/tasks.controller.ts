import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListMyTasks } from '#application/workflows/list-my-tasks.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { TasksAnswer, TasksQuery } from './tasks.dto';

@ApiTags('Workflow')
@Controller('api/Workflow')
export class TasksController {
  constructor(
    private readonly listMyTasks: ListMyTasks,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'My open tasks',
    description: 'What waits for the caller in running flows of the client, of all definitions: what is due first comes first.',
    permission: 'workflow:view',
    reach: 'place',
    query: TasksQuery,
    answer: { status: 200, description: 'One page of tasks.', type: TasksAnswer },
  })
  @Get('Cliente/:idCliente/tarefas')
  async list(@CurrentScope() scope: Scope, @Query() { Pagina = 1, TamanhoPagina }: TasksQuery): Promise<TasksAnswer> {
    return TasksAnswer.from(await this.listMyTasks.execute(scope, Pagina, TamanhoPagina), this.timeZone);
  }
}
