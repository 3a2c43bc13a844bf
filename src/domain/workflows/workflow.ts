import type { NewFile } from '#domain/files/document-file';
import type { Named } from './named';

/** Numbers of the wire: em execução, concluído, cancelado (operation 6.4). */
export const WORKFLOW_STATUS = { running: 1, finished: 2, cancelled: 3 } as const;
export type WorkflowStatus = keyof typeof WORKFLOW_STATUS;

export interface Workflow {
  /** Given by the database: `CodigoWorkflow`. */
  code: number;
  id: string;
  clientId: string;
  definitionId: string;
  /** The design it follows. */
  revision: number;
  status: WorkflowStatus;
  note: string | null;
  startedAt: Date;
  startedBy: string;
  endedAt: Date | null;
  /** For tasks that are still to come. */
  named: Named;
}

/** A flow is named by its id, by its code, or by both, which then must agree. */
export type WorkflowReference = { id: string; code?: number } | { id?: string; code: number };

export type NewWorkflow = Omit<Workflow, 'code'>;

/** One person's part in a task. */
export interface Execution {
  id: string;
  workflowCode: number;
  /** The visit to the step: tasks of a group that are open together share it. */
  visit: number;
  stepId: string;
  taskId: string;
  taskName: string;
  /** Exactly one of the two. */
  userId: string | null;
  email: string | null;
  startedAt: Date;
  /** When it should be over: `previsaoTermino`. */
  dueAt: Date | null;
  /** Done, or made needless by others. */
  endedAt: Date | null;
  done: boolean;
}

/** What is said with the end of a task. */
export interface Comment {
  taskName: string;
  /** Exactly one of the two. */
  userId: string | null;
  email: string | null;
  madeAt: Date;
  text: string;
}

/** A file of a flow itself. */
export interface WorkflowFile extends NewFile {
  workflowId: string;
  clientId: string;
  toSign: boolean;
  createdAt: Date;
}

/** Past the forecast, at its end or now. */
export function isLate({ dueAt, endedAt }: Pick<Execution, 'dueAt' | 'endedAt'>, now: Date): boolean {
  return dueAt !== null && (endedAt ?? now).getTime() > dueAt.getTime();
}
