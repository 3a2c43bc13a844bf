import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { QueryResult } from 'typeorm';
import { newId } from '#application/support/ids';
import type { WorkflowFilter } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { Sql, type Parameter } from '#infrastructure/typeorm/sql';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { TypeOrmWorkflows } from '#infrastructure/typeorm/workflows/typeorm-workflows';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { onEveryServer } from './support/implementations';
import { fullScansOf, inWords, type PlanRow } from './support/plans';
import { serverArchive, type Archive } from './support/typeorm-archive';

const CROWD = 20_000;
const TASKS = ['Revisão', 'Assinatura', 'Conferência'].map((name) => ({ name, id: newId() }));
const RARE = { name: 'Rara', id: newId() };

/** Keeps the statements that an adapter would run; nothing is found but what the test says. */
class RecordingUnitOfWork extends TypeOrmUnitOfWork {
  readonly statements: { sql: string; parameters: Parameter[] }[] = [];
  found: object[] = [];

  override async query(sql: string, parameters: unknown[] = []): Promise<QueryResult> {
    this.statements.push({ sql, parameters: parameters as Parameter[] });
    const found = this.found.splice(0);
    return Object.assign(new QueryResult(), { raw: found, records: found });
  }
}

/** Of three clients, half of them over, with one or two executions each. */
async function addCrowd({ sql }: Archive): Promise<void> {
  const clients = [DEMO.client, DEMO.otherClient, newId()];
  const flows: Parameter[][] = [];
  const executions: Parameter[][] = [];
  for (let code = 1; code <= CROWD; code++) {
    const clientId = idBytes(clients[code % 3]!);
    const over = code % 2 === 0;
    flows.push([
      code,
      newId(),
      clientId,
      code % 5 === 0 ? DEMO.approval : DEMO.checking,
      1,
      over ? 2 : 1,
      code,
      userId('demo'),
      over ? code : null,
    ]);
    const task = code % 997 === 0 ? RARE : TASKS[code % 3]!;
    executions.push([newId(), code, clientId, 1, task.id, task.id, task.name, userId('demo'), code, over ? code : null, over ? 1 : 0]);
  }
  await sql.insert(
    'workflow',
    ['code', 'id', 'client_id', 'definition_id', 'revision', 'status', 'started_at', 'started_by', 'ended_at'],
    flows,
  );
  await sql.insert(
    'workflow_execution',
    ['id', 'workflow_code', 'client_id', 'visit', 'step_id', 'task_id', 'task_name', 'user_id', 'started_at', 'ended_at', 'done'],
    executions,
  );
  for (const table of ['workflow', 'workflow_execution']) await sql.rows(`ANALYZE TABLE ${table}`);
}

const isFullScan = fullScansOf(/^(workflow|execution|comment|user_account|attached)$/, CROWD);

/** A filter for which all flows, or all executions, must be read is one index short. */
onEveryServer('plans of lists of flows', (implementation, server) => {
  describe(implementation, () => {
    let archive: Archive;
    let scope: Scope;
    beforeAll(async () => {
      archive = await serverArchive(server)();
      scope = await scopeOf(archive);
      await addCrowd(archive);
    });
    afterAll(() => archive.close());

    const keyword = () => (archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL');
    const plansOf = async (found: object[], ask: (workflows: TypeOrmWorkflows) => Promise<unknown>) => {
      const recording = new RecordingUnitOfWork(archive.dataSource);
      recording.found = found;
      await ask(new TypeOrmWorkflows(new Sql(archive.dataSource, recording), recording));
      const plans = await Promise.all(
        recording.statements.map(({ sql, parameters }) => archive.sql.rows<PlanRow>(`${keyword()} ${sql}`, parameters)),
      );
      return plans.map((plan) => ({ plan, words: inWords(plan) }));
    };

    const filters: [string, WorkflowFilter][] = [DEMO.checking, DEMO.approval].flatMap((definitionId): [string, WorkflowFilter][] => [
      ['all', { definitionId }],
      ['running', { definitionId, status: 'running' }],
      ['cancelled', { definitionId, status: 'cancelled' }],
      ['at a task', { definitionId, taskId: TASKS[0]!.id }],
      ['at a rare task', { definitionId, taskId: RARE.id }],
      ['at a task, finished', { definitionId, taskId: TASKS[0]!.id, status: 'finished' }],
    ]);

    it.each(filters)('use indexes for flows: %s', async (_, filter) => {
      for (const page of [1, 100]) {
        const plans = await plansOf([], (workflows) => workflows.page(scope, filter, page, 50));
        const counts = await plansOf([], (workflows) => workflows.count(scope, filter));
        expect([...plans, ...counts].filter(({ plan }) => plan.some(isFullScan)).map(({ words }) => words)).toEqual([]);
        // Walks the index in its order: no page is sorted.
        if (filter.taskId === undefined) expect(plans[0]!.plan[0]!.Extra).not.toContain('filesort');
      }
    });

    it('use indexes for the flows of a page, and for one flow', async () => {
      const codes = Array.from({ length: 50 }, (_, index) => ({ code: CROWD - index }));
      const flow = { code: 5, clientId: DEMO.client } as never;
      const plans = [
        ...(await plansOf(codes, (workflows) => workflows.page(scope, { definitionId: DEMO.checking }, 1, 50))),
        ...(await plansOf([{ MAX: 1 }], (workflows) => workflows.lastVisit(scope, flow))),
        ...(await plansOf([], (workflows) => workflows.find(scope, { id: newId() }))),
        ...(await plansOf([], (workflows) => workflows.find(scope, { code: 5 }))),
        ...(await plansOf([], (workflows) => workflows.findExecution(scope, newId()))),
        ...(await plansOf([], (workflows) => workflows.knowsTask(scope, DEMO.checking, RARE.id))),
        ...(await plansOf([], (workflows) => workflows.commentsOf(scope, flow))),
        ...(await plansOf([], (workflows) => workflows.filesOf(scope, flow))),
        // A flow may have more documents than a statement takes parameters.
        ...(await plansOf(
          Array.from({ length: 70_000 }, (_, index) => ({ id: 'x', code: index, node_code: 1 })),
          (workflows) => workflows.documentsOf(scope, flow, scope, new Date()),
        )),
      ];
      expect(plans.length).toBeGreaterThanOrEqual(12);
      expect(plans.filter(({ plan }) => plan.some(isFullScan)).map(({ words }) => words)).toEqual([]);
    });

    it.each([
      [
        'flows that were active in a period',
        'SELECT COUNT(*) AS total FROM workflow WHERE client_id = ? AND (ended_at IS NULL OR ended_at >= ?) AND started_at < ?',
        [DEMO.client, CROWD - 1000, CROWD],
      ],
      [
        'flows by status and delay',
        `SELECT workflow.definition_id, workflow.status, COUNT(*) AS flows, SUM(CASE WHEN EXISTS (SELECT execution.id FROM workflow_execution execution
           WHERE execution.workflow_code = workflow.code AND execution.client_id = ? AND execution.due_at < COALESCE(execution.ended_at, ?))
           THEN 1 ELSE 0 END) AS late FROM workflow WHERE workflow.client_id = ? GROUP BY workflow.definition_id, workflow.status`,
        [DEMO.client, CROWD, DEMO.client],
      ],
    ])('use indexes for %s', async (_, statement, parameters) => {
      expect((await archive.sql.rows<PlanRow>(`${keyword()} ${statement}`, parameters)).filter(isFullScan)).toEqual([]);
    });

    it.each([
      ['a table', 'SELECT note FROM workflow WHERE started_by = ?'],
      ['all executions', 'SELECT execution.id FROM workflow_execution execution WHERE execution.task_name = ?'],
    ])('differ from reading %s', async (_, statement) => {
      expect((await archive.sql.rows<PlanRow>(`${keyword()} ${statement}`, ['x'])).some(isFullScan)).toBe(true);
    });
  });
});
