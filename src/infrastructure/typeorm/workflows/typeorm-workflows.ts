import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import {
  Participants,
  Workflows,
  type ListedWorkflow,
  type NamedComment,
  type NamedExecution,
  type Participant,
  type WorkflowDocument,
  type WorkflowFilter,
} from '#application/ports/workflows';
import { Clock } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import type { Named } from '#domain/workflows/named';
import {
  WORKFLOW_STATUS,
  type Comment,
  type Execution,
  type NewWorkflow,
  type Workflow,
  type WorkflowFile,
  type WorkflowReference,
} from '#domain/workflows/workflow';
import { indexName } from '../entities/table';
import { idBytes } from '../id-bytes';
import { WorkflowExecutionEntity, WorkflowEntity } from '../entities';
import { ofClients, reached, withinClients } from '../scope-condition';
import { forced } from '../search/entries';
import { toGrant, type GrantRow } from '../users/typeorm-sessions';
import { places, Sql, type Parameter } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { WorkflowContents } from './workflow-contents';
import { WorkflowSteps } from './workflow-steps';
import { insertFlow, toExecution, toWorkflow } from './workflow-rows';

/** Raw SQL (pages, counts): they read indexes only, as the contract tests verify by their plans. */
@Injectable()
export class TypeOrmWorkflows extends Workflows {
  private readonly contents: WorkflowContents;
  private readonly steps: WorkflowSteps;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
    this.contents = new WorkflowContents(sql, unitOfWork);
    this.steps = new WorkflowSteps(unitOfWork);
  }

  async add(scope: Scope, flow: NewWorkflow): Promise<number> {
    return insertFlow(this.unitOfWork, { ...reached(scope, flow), code: null }, flow);
  }

  async find(scope: Scope, { id, code }: WorkflowReference): Promise<Workflow | null> {
    const named = { ...(id !== undefined && { id }), ...(code !== undefined && { code }) };
    const row = await this.unitOfWork.manager.findOneBy(WorkflowEntity, { ...named, clientId: withinClients(scope) });
    return row && toWorkflow(row);
  }

  /** The update comes first: it locks the row, which a read would not do on every engine. */
  async hold(scope: Scope, code: number): Promise<Workflow | null> {
    await this.unitOfWork.manager.increment(WorkflowEntity, { code, clientId: withinClients(scope) }, 'turns', 1);
    return this.find(scope, { code });
  }

  /** Codes from indexes only, then the flows of that page. */
  async page(scope: Scope, filter: WorkflowFilter, page: number, pageSize: number): Promise<ListedWorkflow[]> {
    const { from, parameters } = matching(scope, filter);
    const found = await this.sql.rows<{ code: number }>(
      `SELECT workflow.code AS code ${from} ORDER BY workflow.code DESC LIMIT ? OFFSET ?`,
      [...parameters, pageSize, (page - 1) * pageSize],
    );
    const codes = found.map((row) => row.code);
    if (codes.length === 0) return [];
    const { manager } = this.unitOfWork;
    const clientId = withinClients(scope);
    const [flows, executions] = await Promise.all([
      manager.find(WorkflowEntity, { where: { code: In(codes), clientId }, order: { code: 'DESC' } }),
      manager.find(WorkflowExecutionEntity, {
        where: { workflowCode: In(codes), endedAt: IsNull(), clientId },
        order: { startedAt: 'DESC', code: 'DESC' },
      }),
    ]);
    const oldest = new Map(executions.map((row) => [row.workflowCode, toExecution(row)]));
    return flows.map(toWorkflow).map((flow) => ({ ...flow, current: (flow.status === 'running' && oldest.get(flow.code)) || null }));
  }

  async count(scope: Scope, filter: WorkflowFilter): Promise<number> {
    const { from, parameters } = matching(scope, filter);
    return Number((await this.sql.first<{ total: number }>(`SELECT COUNT(*) AS total ${from}`, parameters))?.total ?? 0);
  }

  async knowsTask(scope: Scope, definitionId: string, taskId: string): Promise<boolean> {
    const within = ofClients(scope, 'execution');
    const row = await this.sql.first(
      `SELECT execution.id FROM workflow_execution execution
       JOIN workflow ON workflow.client_id = execution.client_id AND workflow.code = execution.workflow_code
       WHERE execution.task_id = ? AND workflow.definition_id = ? AND ${within.sql} LIMIT 1`,
      [taskId, definitionId, ...within.parameters],
    );
    return row !== null;
  }

  async setNamed(scope: Scope, { code }: Workflow, named: Named): Promise<void> {
    await this.unitOfWork.manager.update(WorkflowEntity, { code, clientId: withinClients(scope) }, { chosen: named });
  }

  async finish(scope: Scope, { code }: Workflow, at: Date): Promise<void> {
    await this.unitOfWork.manager.update(WorkflowEntity, { code, clientId: withinClients(scope) }, { status: 'finished', endedAt: at });
  }

  findExecution(scope: Scope, id: string): Promise<Execution | null> {
    return this.steps.find(scope, id);
  }

  lastVisit(scope: Scope, flow: Workflow): Promise<NamedExecution[]> {
    return this.steps.lastVisit(scope, flow);
  }

  async addExecutions(scope: Scope, flow: Workflow, executions: readonly Omit<Execution, 'workflowCode'>[]): Promise<void> {
    return this.steps.add(reached(scope, flow), executions);
  }

  endExecutions(scope: Scope, flow: Workflow, doneId: string, needless: readonly string[], at: Date): Promise<void> {
    return this.steps.end(scope, flow, doneId, needless, at);
  }

  valuesOf(scope: Scope, flow: Workflow): Promise<Map<string, string>> {
    return this.contents.valuesOf(scope, flow);
  }

  setValues(scope: Scope, flow: Workflow, texts: ReadonlyMap<string, string>): Promise<void> {
    return this.contents.setValues(scope, flow, texts);
  }

  commentsOf(scope: Scope, flow: Workflow): Promise<NamedComment[]> {
    return this.contents.commentsOf(scope, flow);
  }

  async addComment(scope: Scope, flow: Workflow, comment: Comment): Promise<void> {
    return this.contents.addComment(reached(scope, flow), comment);
  }

  filesOf(scope: Scope, flow: Workflow): Promise<WorkflowFile[]> {
    return this.contents.filesOf(scope, flow);
  }

  findFile(scope: Scope, fileId: string): Promise<WorkflowFile | null> {
    return this.contents.findFile(scope, fileId);
  }

  async addFiles(scope: Scope, flow: Workflow, files: readonly Omit<WorkflowFile, 'workflowId' | 'clientId'>[]): Promise<void> {
    return this.contents.addFiles(reached(scope, flow), files);
  }

  documentsOf(scope: Scope, flow: Workflow, documents: Scope, at: Date): Promise<WorkflowDocument[]> {
    return this.contents.documentsOf(scope, flow, documents, at);
  }

  hasDocuments(scope: Scope, flow: Workflow): Promise<boolean> {
    return this.contents.hasDocuments(scope, flow);
  }

  addDocuments(scope: Scope, flow: Workflow, codes: readonly number[], at: Date): Promise<number[]> {
    return this.contents.addDocuments(scope, flow, codes, at);
  }

  async markForSigning(scope: Scope, flow: Workflow, fileIds: readonly string[]): Promise<void> {
    return this.contents.markForSigning(reached(scope, flow), fileIds);
  }

  documentCodes(documents: Scope, ids: readonly string[]): Promise<Map<string, number>> {
    return this.contents.documentCodes(documents, ids);
  }
}

/** FROM and WHERE for a list of flows. */
function matching(scope: Scope, { definitionId, status, taskId }: WorkflowFilter): { from: string; parameters: Parameter[] } {
  const { clientId } = scope;
  const ofStatus = status === undefined ? '' : 'AND workflow.status = ?';
  // MySQL would sort those of another index.
  const inOrder = status === undefined && taskId === undefined ? forced(indexName('workflow', ['clientId', 'definitionId', 'code'])) : '';
  const atTask =
    taskId === undefined
      ? ''
      : `AND workflow.status = ${WORKFLOW_STATUS.running}
        AND workflow.code IN (SELECT execution.workflow_code FROM workflow_execution execution
        WHERE execution.client_id = ? AND execution.task_id = ? AND execution.ended_at IS NULL)`;
  return {
    from: `FROM workflow ${inOrder} WHERE workflow.client_id = ? AND workflow.definition_id = ? ${ofStatus} ${atTask}`,
    parameters: [
      idBytes(clientId),
      definitionId,
      ...(status === undefined ? [] : [WORKFLOW_STATUS[status]]),
      ...(taskId === undefined ? [] : [idBytes(clientId), taskId]),
    ],
  };
}

@Injectable()
export class TypeOrmParticipants extends Participants {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(scope: Scope, userIds: readonly string[]): Promise<ReadonlyMap<string, Participant>> {
    const { clientId } = scope;
    const ofUsers = `user_account.id IN (${places(userIds)})`;
    const columns = `user_account.id, user_account.active, user_account.inactive_from, user_grant.client_id, user_grant.unit_id,
      user_grant.node_id, profile.permissions, client.structure_version`;
    const rows = await this.sql.rows<GrantRow & { id: string; active: number; inactive_from: number | null }>(
      `SELECT ${columns} FROM user_account
         LEFT JOIN user_grant ON user_grant.user_id = user_account.id AND user_grant.client_id = user_account.home_client_id
         LEFT JOIN profile ON profile.id = user_grant.profile_id LEFT JOIN client ON client.id = user_grant.client_id
       WHERE ${ofUsers} AND user_account.home_client_id = ?
       UNION SELECT ${columns} FROM user_account JOIN user_grant ON user_grant.user_id = user_account.id
         JOIN profile ON profile.id = user_grant.profile_id JOIN client ON client.id = user_grant.client_id
       WHERE ${ofUsers} AND user_grant.client_id = ?`,
      [...userIds, idBytes(clientId), ...userIds, idBytes(clientId)],
    );
    const found = new Map<string, Participant>();
    for (const row of rows) {
      const active = row.active === 1 && (row.inactive_from === null || row.inactive_from > this.clock.now().getTime());
      found.set(row.id, { active, grants: [...(found.get(row.id)?.grants ?? []), ...toGrant(row)] });
    }
    return found;
  }
}
