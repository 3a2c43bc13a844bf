import type { Scope } from '#domain/access/scope';
import type { WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';

/** Workflow definitions of the clients within the scope; those of other clients are treated as absent. */
export abstract class WorkflowDefinitions {
  /** Ordered by name, including inactive ones. */
  abstract list(scope: Scope): Promise<WorkflowDefinition[]>;
  abstract find(scope: Scope, id: string): Promise<WorkflowDefinition | null>;
  /** The design of flows that were activated at this revision of the definition. */
  abstract design(scope: Scope, definitionId: string, revision: number): Promise<WorkflowDesign | null>;
  /** The PDF of the design's model; null when it has none. */
  abstract model(scope: Scope, definitionId: string, revision: number): Promise<Uint8Array | null>;
}
