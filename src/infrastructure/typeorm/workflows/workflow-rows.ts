import { NOBODY_NAMED } from '#domain/workflows/named';
import { WORKFLOW_STATUS, type Execution, type NewWorkflow, type Workflow, type WorkflowStatus } from '#domain/workflows/workflow';
import { WorkflowEntity, type WorkflowExecutionEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

/** Inserts a flow; answers `code`, or the code assigned by the database if null. */
export async function insertFlow(
  unitOfWork: TypeOrmUnitOfWork,
  { code, clientId, revision }: { code: number | null; clientId: string; revision: number },
  { named, ...head }: Omit<NewWorkflow, 'clientId' | 'revision'> & { emptied?: boolean },
): Promise<number> {
  const given = await unitOfWork.insert(WorkflowEntity, [{ ...head, chosen: named, clientId, revision, ...(code !== null && { code }) }]);
  return code ?? given;
}

const STATUS_OF = new Map<number, WorkflowStatus>(
  Object.entries(WORKFLOW_STATUS).map(([status, number]) => [number, status as WorkflowStatus]),
);

export const workflowStatusOf = (status: number): WorkflowStatus => STATUS_OF.get(status) ?? 'cancelled';

export const toWorkflow = ({ turns: _turns, emptied: _emptied, chosen, ...row }: WorkflowEntity): Workflow => ({
  ...row,
  named: chosen ?? NOBODY_NAMED,
});

export const toExecution = ({ code: _code, clientId: _client, ...row }: WorkflowExecutionEntity): Execution => row;
