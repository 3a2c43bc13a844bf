import { Injectable } from '@nestjs/common';
import { OpenTasks, type OpenTask } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { WORKFLOW_STATUS } from '#domain/workflows/workflow';
import { idBytes } from '../id-bytes';
import { Sql } from '../sql';

interface TaskRow {
  id: string;
  task_name: string;
  started_at: number;
  due_at: number | null;
  workflow_id: string;
  workflow_code: number;
  definition_id: string;
  definition_name: string;
}

const FROM = `FROM workflow_execution execution
  CROSS JOIN workflow ON workflow.client_id = execution.client_id AND workflow.code = execution.workflow_code AND workflow.status = ?
  WHERE execution.client_id = ? AND execution.user_id = ? AND execution.ended_at IS NULL`;

/** Raw SQL: a user's open executions are read from an index of their own, whatever the number of flows. */
@Injectable()
export class TypeOrmOpenTasks extends OpenTasks {
  constructor(private readonly sql: Sql) {
    super();
  }

  async page({ clientId }: Scope, userId: string, page: number, pageSize: number): Promise<OpenTask[]> {
    const rows = await this.sql.rows<TaskRow>(
      `SELECT task.*, definition.name AS definition_name
       FROM (SELECT execution.id, execution.task_name, execution.started_at, execution.due_at, execution.code,
         workflow.id AS workflow_id, workflow.code AS workflow_code, workflow.definition_id ${FROM}) task
         JOIN workflow_definition definition ON definition.id = task.definition_id AND definition.client_id = ?
       ORDER BY CASE WHEN task.due_at IS NULL THEN 1 ELSE 0 END, task.due_at, task.code LIMIT ? OFFSET ?`,
      [WORKFLOW_STATUS.running, idBytes(clientId), userId, idBytes(clientId), pageSize, (page - 1) * pageSize],
    );
    return rows.map((row) => ({
      executionId: row.id,
      taskName: row.task_name,
      startedAt: new Date(row.started_at),
      dueAt: row.due_at === null ? null : new Date(row.due_at),
      workflowId: row.workflow_id,
      workflowCode: row.workflow_code,
      definitionId: row.definition_id,
      definitionName: row.definition_name,
    }));
  }

  async count({ clientId }: Scope, userId: string): Promise<number> {
    const row = await this.sql.first<{ total: number }>(`SELECT COUNT(*) AS total ${FROM}`, [
      WORKFLOW_STATUS.running,
      idBytes(clientId),
      userId,
    ]);
    return Number(row?.total ?? 0);
  }
}
