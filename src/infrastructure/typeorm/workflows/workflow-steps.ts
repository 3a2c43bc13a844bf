import { In, IsNull } from 'typeorm';
import type { NamedExecution } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { Execution, Workflow } from '#domain/workflows/workflow';
import { WorkflowExecutionEntity } from '../entities';
import { withinClients } from '../scope-condition';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { toExecution } from './workflow-rows';

/** The executions of flows; part of the repository of flows. */
export class WorkflowSteps {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {}

  async find(scope: Scope, id: string): Promise<Execution | null> {
    const row = await this.unitOfWork.manager.findOneBy(WorkflowExecutionEntity, { id, clientId: withinClients(scope) });
    return row && toExecution(row);
  }

  async lastVisit(scope: Scope, { code }: Workflow): Promise<NamedExecution[]> {
    const { manager } = this.unitOfWork;
    const ofFlow = { workflowCode: code, clientId: withinClients(scope) };
    const visit = await manager.maximum(WorkflowExecutionEntity, 'visit', ofFlow);
    const rows = (await manager
      .createQueryBuilder(WorkflowExecutionEntity, 'execution')
      .leftJoinAndMapOne('execution.user', 'user_account', 'user_account', 'user_account.id = execution.userId')
      .select(['execution', 'user_account.id', 'user_account.name'])
      .where({ ...ofFlow, visit: visit ?? 0 })
      .orderBy('execution.code')
      .getMany()) as (WorkflowExecutionEntity & { user: { name: string } | null })[];
    return rows.map(({ user, ...row }) => ({ ...toExecution(row), userName: user?.name ?? null }));
  }

  async add({ code, clientId }: Workflow, executions: readonly Omit<Execution, 'workflowCode'>[]): Promise<void> {
    await this.unitOfWork.insert(
      WorkflowExecutionEntity,
      executions.map((execution) => ({ ...execution, workflowCode: code, clientId })),
    );
  }

  async end(scope: Scope, { code }: Workflow, doneId: string, needless: readonly string[], endedAt: Date): Promise<void> {
    const { manager } = this.unitOfWork;
    const open = { workflowCode: code, endedAt: IsNull(), clientId: withinClients(scope) };
    await manager.update(WorkflowExecutionEntity, { ...open, id: doneId }, { endedAt, done: true });
    if (needless.length > 0) await manager.update(WorkflowExecutionEntity, { ...open, id: In(needless) }, { endedAt, done: false });
  }
}
