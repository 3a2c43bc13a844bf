import type { NamedComment, NamedExecution } from '#application/ports/workflows';
import { NOBODY_NAMED, type Named } from '#domain/workflows/named';
import {
  WORKFLOW_STATUS,
  type Comment,
  type Execution,
  type NewWorkflow,
  type Workflow,
  type WorkflowFile,
  type WorkflowStatus,
} from '#domain/workflows/workflow';
import { ColumnsOf, flag, json, moment, momentOrNull, named, plain } from '../columns-of';
import type { Sql } from '../sql';
import { FILE_HEAD, toHeldFile, type FileHead, type HeldFileRow } from '../documents/file-row';

/** A flow beside its client and its design. */
export const FLOW_HEAD = new ColumnsOf<Omit<NewWorkflow, 'clientId' | 'revision'>>({
  id: plain('id'),
  definitionId: plain('definition_id'),
  status: named('status', WORKFLOW_STATUS),
  note: plain('note'),
  startedAt: moment('started_at'),
  startedBy: plain('started_by'),
  endedAt: momentOrNull('ended_at'),
  named: json('chosen', NOBODY_NAMED),
});

/** Answers the flow's code. */
export function insertFlow(
  sql: Sql,
  { code, clientId, revision }: { code: number | null; clientId: string; revision: number },
  flow: Omit<NewWorkflow, 'clientId' | 'revision'>,
): Promise<number> {
  return sql.insertCoded('workflow', code, ['client_id', 'revision', ...FLOW_HEAD.names], [clientId, revision, ...FLOW_HEAD.values(flow)]);
}

/** What hangs off a flow, beside whose it is. */
export const EXECUTION = new ColumnsOf<Omit<Execution, 'workflowCode'>>({
  id: plain('id'),
  visit: plain('visit'),
  stepId: plain('step_id'),
  taskId: plain('task_id'),
  taskName: plain('task_name'),
  userId: plain('user_id'),
  email: plain('email'),
  startedAt: moment('started_at'),
  dueAt: momentOrNull('due_at'),
  endedAt: momentOrNull('ended_at'),
  done: flag('done'),
});

export const COMMENT = new ColumnsOf<Comment>({
  taskName: plain('task_name'),
  userId: plain('user_id'),
  email: plain('email'),
  madeAt: moment('made_at'),
  text: plain('comment'),
});

export const FLOW_FILE = new ColumnsOf<FileHead & { toSign: boolean }>({ ...FILE_HEAD, toSign: flag('to_sign') });

export interface WorkflowRow {
  code: number;
  id: string;
  client_id: string;
  definition_id: string;
  revision: number;
  status: number;
  note: string | null;
  started_at: number;
  started_by: string;
  ended_at: number | null;
  chosen: string | null;
}

export const WORKFLOW_COLUMNS =
  'w.code, w.id, w.client_id, w.definition_id, w.revision, w.status, w.note, w.started_at, w.started_by, w.ended_at, w.chosen';

const STATUS_OF = new Map<number, WorkflowStatus>(
  Object.entries(WORKFLOW_STATUS).map(([status, number]) => [number, status as WorkflowStatus]),
);

export const workflowStatusOf = (status: number): WorkflowStatus => STATUS_OF.get(status) ?? 'cancelled';

const instant = (ms: number | null) => (ms === null ? null : new Date(Number(ms)));

export const toWorkflow = (row: WorkflowRow): Workflow => ({
  code: row.code,
  id: row.id,
  clientId: row.client_id,
  definitionId: row.definition_id,
  revision: row.revision,
  status: workflowStatusOf(row.status),
  note: row.note,
  startedAt: new Date(row.started_at),
  startedBy: row.started_by,
  endedAt: instant(row.ended_at),
  named: row.chosen === null ? NOBODY_NAMED : (JSON.parse(row.chosen) as Named),
});

export interface ExecutionRow {
  id: string;
  workflow_code: number;
  visit: number;
  step_id: string;
  task_id: string;
  task_name: string;
  user_id: string | null;
  email: string | null;
  started_at: number;
  due_at: number | null;
  ended_at: number | null;
  done: number;
  user_name?: string | null;
}

export const EXECUTION_COLUMNS =
  'e.id, e.workflow_code, e.visit, e.step_id, e.task_id, e.task_name, e.user_id, e.email, e.started_at, e.due_at, e.ended_at, e.done';

export const toExecution = (row: ExecutionRow): Execution => ({
  id: row.id,
  workflowCode: row.workflow_code,
  visit: row.visit,
  stepId: row.step_id,
  taskId: row.task_id,
  taskName: row.task_name,
  userId: row.user_id,
  email: row.email,
  startedAt: new Date(row.started_at),
  dueAt: instant(row.due_at),
  endedAt: instant(row.ended_at),
  done: row.done === 1,
});

export const toNamedExecution = (row: ExecutionRow): NamedExecution => ({ ...toExecution(row), userName: row.user_name ?? null });

export interface CommentRow {
  task_name: string;
  user_id: string | null;
  user_name: string | null;
  email: string | null;
  made_at: number;
  comment: string;
}

export const toComment = (row: CommentRow): NamedComment => ({
  taskName: row.task_name,
  userId: row.user_id,
  userName: row.user_name,
  email: row.email,
  madeAt: new Date(row.made_at),
  text: row.comment,
});

export interface WorkflowFileRow extends HeldFileRow {
  workflow_id: string;
  to_sign: number;
}

/** For `workflow_file f JOIN workflow w`. */
export const WORKFLOW_FILE_COLUMNS =
  'f.id, w.id AS workflow_id, f.client_id, f.object_key, f.size, f.sha256, f.name, f.extension, f.version, f.to_sign, f.created_at';

export const toWorkflowFile = (row: WorkflowFileRow): WorkflowFile => ({
  workflowId: row.workflow_id,
  toSign: row.to_sign === 1,
  ...toHeldFile(row),
});
