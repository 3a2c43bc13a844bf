import type { Clock } from '#application/ports/clock';
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
import type { Scope } from '#domain/access/scope';
import type { Named } from '#domain/workflows/named';
import type { Comment, Execution, NewWorkflow, Workflow, WorkflowFile, WorkflowReference } from '#domain/workflows/workflow';
import type { DocumentEntry, FlowEntry, InMemoryDatabase } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

const toWorkflow = ({ executions: _, texts: _t, comments: _c, files: _f, documents: _d, signing: _s, ...flow }: FlowEntry): Workflow =>
  flow;

export class InMemoryWorkflows extends Workflows {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  add(scope: Scope, flow: NewWorkflow): Promise<number> {
    return this.database.write((tables) => {
      if (flow.clientId !== scope.clientId) throw new Error('a flow outside the scope');
      const code = tables.nextCode();
      const nothing = { executions: [], texts: new Map(), comments: [], files: [], documents: [], signing: [] };
      tables.workflows.set(code, { ...flow, code, ...nothing });
      return code;
    });
  }

  async find(scope: Scope, { id, code }: WorkflowReference): Promise<Workflow | null> {
    const found = this.within(scope).find((flow) => (id ?? flow.id) === flow.id && (code ?? flow.code) === flow.code);
    return found ? toWorkflow(found) : null;
  }

  hold(scope: Scope, code: number): Promise<Workflow | null> {
    return this.find(scope, { code });
  }

  async page(scope: Scope, filter: WorkflowFilter, page: number, pageSize: number): Promise<ListedWorkflow[]> {
    return this.matching(scope, filter)
      .slice((page - 1) * pageSize, page * pageSize)
      .map((flow) => {
        const open = flow.executions.filter(({ endedAt }) => endedAt === null);
        const oldest = [...open].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())[0] ?? null;
        return { ...toWorkflow(flow), current: flow.status === 'running' ? oldest : null };
      });
  }

  async count(scope: Scope, filter: WorkflowFilter): Promise<number> {
    return this.matching(scope, filter).length;
  }

  async knowsTask(scope: Scope, definitionId: string, taskId: string): Promise<boolean> {
    const flows = this.within(scope).filter((flow) => flow.definitionId === definitionId);
    return flows.some(({ executions }) => executions.some((execution) => execution.taskId === taskId));
  }

  async findExecution(scope: Scope, id: string): Promise<Execution | null> {
    return (
      this.within(scope)
        .flatMap(({ executions }) => executions)
        .find((execution) => execution.id === id) ?? null
    );
  }

  async lastVisit(scope: Scope, { code }: Workflow): Promise<NamedExecution[]> {
    const { executions = [] } = this.entry(scope, code) ?? {};
    const last = Math.max(...executions.map(({ visit }) => visit));
    return executions.filter(({ visit }) => visit === last).map((execution) => ({ ...execution, userName: this.nameOf(execution.userId) }));
  }

  addExecutions(_scope: Scope, { code }: Workflow, executions: readonly Omit<Execution, 'workflowCode'>[]): Promise<void> {
    return this.change(code, (flow) => ({
      executions: [...flow.executions, ...executions.map((each) => ({ ...each, workflowCode: code }))],
    }));
  }

  endExecutions(_scope: Scope, { code }: Workflow, doneId: string, needless: readonly string[], at: Date): Promise<void> {
    const ended = (execution: Execution): Execution => {
      if (execution.endedAt !== null) return execution;
      if (execution.id === doneId) return { ...execution, endedAt: at, done: true };
      return needless.includes(execution.id) ? { ...execution, endedAt: at } : execution;
    };
    return this.change(code, (flow) => ({ executions: flow.executions.map(ended) }));
  }

  setNamed(_scope: Scope, { code }: Workflow, named: Named): Promise<void> {
    return this.change(code, () => ({ named }));
  }

  finish(_scope: Scope, { code }: Workflow, at: Date): Promise<void> {
    return this.change(code, () => ({ status: 'finished', endedAt: at }));
  }

  async valuesOf(scope: Scope, { code }: Workflow): Promise<Map<string, string>> {
    return new Map(this.entry(scope, code)?.texts);
  }

  setValues(_scope: Scope, { code }: Workflow, texts: ReadonlyMap<string, string>): Promise<void> {
    return this.change(code, (flow) => ({
      texts: new Map([...flow.texts, ...texts].filter(([id, text]) => (texts.get(id) ?? text) !== '')),
    }));
  }

  async commentsOf(scope: Scope, { code }: Workflow): Promise<NamedComment[]> {
    return (this.entry(scope, code)?.comments ?? []).map((comment) => ({ ...comment, userName: this.nameOf(comment.userId) }));
  }

  addComment(_scope: Scope, { code }: Workflow, comment: Comment): Promise<void> {
    return this.change(code, (flow) => ({ comments: [...flow.comments, comment] }));
  }

  async filesOf(scope: Scope, { code }: Workflow): Promise<WorkflowFile[]> {
    return [...(this.entry(scope, code)?.files ?? [])];
  }

  async findFile(scope: Scope, fileId: string): Promise<WorkflowFile | null> {
    return (
      this.within(scope)
        .flatMap(({ files }) => files)
        .find(({ id }) => id === fileId) ?? null
    );
  }

  addFiles(
    _scope: Scope,
    { code, id, clientId }: Workflow,
    files: readonly Omit<WorkflowFile, 'workflowId' | 'clientId'>[],
  ): Promise<void> {
    return this.change(code, () => ({ files: files.map((file) => ({ ...file, workflowId: id, clientId })) }));
  }

  async documentsOf(scope: Scope, { code }: Workflow, documents: Scope, at: Date): Promise<WorkflowDocument[]> {
    const flow = this.entry(scope, code);
    const { shares } = this.database.tables;
    const isShared = (fileId: string) =>
      [...shares.values()].some((share) => share.fileId === fileId && !share.revoked && (share.expiresAt === null || share.expiresAt > at));
    return this.documents(flow, documents).map((document) => ({
      id: document.id,
      code: document.code,
      nodeCode: document.nodeCode,
      files: liveFiles(document).map(({ id, name }) => ({ id, name, shared: isShared(id), toSign: flow?.signing.includes(id) ?? false })),
    }));
  }

  async hasDocuments(scope: Scope, { code }: Workflow): Promise<boolean> {
    return this.documents(this.entry(scope, code)).length > 0;
  }

  async addDocuments(_scope: Scope, { code }: Workflow, codes: readonly number[]): Promise<number[]> {
    const known = this.database.tables.workflows.get(code)?.documents ?? [];
    const added = [...new Set(codes)].filter((each) => !known.includes(each)).sort((a, b) => a - b);
    await this.change(code, (flow) => ({ documents: [...flow.documents, ...added] }));
    return added;
  }

  markForSigning(_scope: Scope, { code }: Workflow, fileIds: readonly string[]): Promise<void> {
    return this.change(code, (flow) => ({ signing: [...flow.signing, ...fileIds] }));
  }

  async documentCodes(documents: Scope, ids: readonly string[]): Promise<Map<string, number>> {
    const all = [...this.database.tables.documents.values()].filter((document) => ids.includes(document.id) && isSeen(document, documents));
    return new Map(all.map(({ id, code }) => [id, code]));
  }

  private documents(flow: FlowEntry | undefined, scope?: Scope): DocumentEntry[] {
    const { documents } = this.database.tables;
    const all = [...(flow?.documents ?? [])].sort((a, b) => a - b).flatMap((code) => documents.get(code) ?? []);
    return all.filter((document) => (scope ? isSeen(document, scope) : document.deletedAt === null));
  }

  private nameOf(userId: string | null): string | null {
    return [...this.database.tables.accounts.values()].find((account) => account.userId === userId)?.name ?? null;
  }

  private matching(scope: Scope, { definitionId, status, taskId }: WorkflowFilter): FlowEntry[] {
    const stands = (flow: FlowEntry) => flow.executions.some((each) => each.endedAt === null && each.taskId === taskId);
    return this.within(scope)
      .filter((flow) => flow.definitionId === definitionId && (status ?? flow.status) === flow.status)
      .filter((flow) => taskId === undefined || (flow.status === 'running' && stands(flow)))
      .sort((a, b) => b.code - a.code);
  }

  private within(scope: Scope): FlowEntry[] {
    const clients = scope.reaches.map(({ structure }) => structure.clientId);
    return [...this.database.tables.workflows.values()].filter(({ clientId }) => clients.includes(clientId));
  }

  private entry(scope: Scope, code: number): FlowEntry | undefined {
    return this.within(scope).find((flow) => flow.code === code);
  }

  private async change(code: number, change: (flow: FlowEntry) => Partial<FlowEntry>): Promise<void> {
    await this.database.write(({ workflows }) => {
      const flow = workflows.get(code)!;
      workflows.set(code, { ...flow, ...change(flow) });
    });
  }
}

const isSeen = ({ deletedAt, clientId, nodeCode, unitId }: DocumentEntry, scope: Scope) =>
  deletedAt === null && scope.reachesNode(clientId, nodeCode, unitId);

export class InMemoryParticipants extends Participants {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(scope: Scope, userIds: readonly string[]): Promise<ReadonlyMap<string, Participant>> {
    const accounts = [...this.database.tables.accounts.values()].filter(({ userId }) => userIds.includes(userId));
    return new Map(
      accounts.flatMap((account): [string, Participant][] => {
        const grants = account.grants.filter(({ clientId }) => clientId === scope.clientId);
        if (account.homeClientId !== scope.clientId && grants.length === 0) return [];
        const active = account.active && (!account.inactiveFrom || account.inactiveFrom > this.clock.now());
        return [[account.userId, { active, grants }]];
      }),
    );
  }
}
