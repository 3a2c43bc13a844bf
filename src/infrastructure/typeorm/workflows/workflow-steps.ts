import type { NamedExecution } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { Execution, Workflow } from '#domain/workflows/workflow';
import { ofClients } from '../scope-condition';
import { places, type Sql } from '../sql';
import { EXECUTION, EXECUTION_COLUMNS, toExecution, toNamedExecution, type ExecutionRow } from './workflow-rows';

/** The executions of flows; part of the repository of flows. */
export class WorkflowSteps {
  constructor(private readonly sql: Sql) {}

  async find(scope: Scope, id: string): Promise<Execution | null> {
    const within = ofClients(scope, 'e');
    const row = await this.sql.first<ExecutionRow>(
      `SELECT ${EXECUTION_COLUMNS} FROM workflow_execution e WHERE e.id = ? AND ${within.sql}`,
      [id, ...within.parameters],
    );
    return row && toExecution(row);
  }

  async lastVisit(scope: Scope, { code }: Workflow): Promise<NamedExecution[]> {
    const within = ofClients(scope, 'e');
    const rows = await this.sql.rows<ExecutionRow>(
      `SELECT ${EXECUTION_COLUMNS}, u.name AS user_name FROM workflow_execution e LEFT JOIN user_account u ON u.id = e.user_id
       WHERE e.workflow_code = ? AND ${within.sql}
         AND e.visit = (SELECT MAX(m.visit) FROM workflow_execution m WHERE m.workflow_code = ? AND m.client_id = ?) ORDER BY e.code`,
      [code, ...within.parameters, code, scope.clientId],
    );
    return rows.map(toNamedExecution);
  }

  async add({ code, clientId }: Workflow, executions: readonly Omit<Execution, 'workflowCode'>[]): Promise<void> {
    await this.sql.insert(
      'workflow_execution',
      ['workflow_code', 'client_id', ...EXECUTION.names],
      executions.map((execution) => [code, clientId, ...EXECUTION.values(execution)]),
    );
  }

  async end(scope: Scope, { code }: Workflow, doneId: string, needless: readonly string[], at: Date): Promise<void> {
    const within = ofClients(scope, 'workflow_execution');
    const ended = `UPDATE workflow_execution SET ended_at = ?, done = ? WHERE workflow_code = ? AND ended_at IS NULL AND ${within.sql}`;
    const before = (done: number) => [at.getTime(), done, code, ...within.parameters];
    await this.sql.write(`${ended} AND id = ?`, [...before(1), doneId]);
    if (needless.length > 0) await this.sql.write(`${ended} AND id IN (${places(needless)})`, [...before(0), ...needless]);
  }
}
