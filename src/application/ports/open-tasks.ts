import type { Scope } from '#domain/access/scope';

/** A task of a running flow that waits for somebody. */
export interface OpenTask {
  executionId: string;
  taskName: string;
  startedAt: Date;
  dueAt: Date | null;
  workflowId: string;
  workflowCode: number;
  definitionId: string;
  definitionName: string;
}

/** Read model: what waits for one user in the client of the scope, over all definitions. */
export abstract class OpenTasks {
  /** What is due first comes first, then what has no deadline; `page` counts from 1. */
  abstract page(scope: Scope, userId: string, page: number, pageSize: number): Promise<OpenTask[]>;
  abstract count(scope: Scope, userId: string): Promise<number>;
}
