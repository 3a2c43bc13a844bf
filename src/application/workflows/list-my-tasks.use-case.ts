import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { OpenTasks, type OpenTask } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';

export interface MyTasks {
  tasks: OpenTask[];
  total: number;
  pages: number;
  at: Date;
}

/** `GET /api/Workflow/Cliente/{idCliente}/tarefas`: what waits for the caller. */
@Injectable()
export class ListMyTasks {
  constructor(
    private readonly tasks: OpenTasks,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, page: number, pageSize = scope.actor.pageSize): Promise<MyTasks> {
    const { userId } = scope.actor;
    const [tasks, total] = await Promise.all([this.tasks.page(scope, userId, page, pageSize), this.tasks.count(scope, userId)]);
    return { tasks, total, pages: Math.max(1, Math.ceil(total / pageSize)), at: this.clock.now() };
  }
}
