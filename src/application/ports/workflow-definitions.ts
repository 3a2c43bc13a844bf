import type { Scope } from '#domain/access/scope';
import type { WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';

/** Definitions of workflows of the clients within the scope; one of another client is as absent as one that never existed. */
export abstract class WorkflowDefinitions {
  /** By name; inactive ones, too. */
  abstract list(scope: Scope): Promise<WorkflowDefinition[]>;
  abstract find(scope: Scope, id: string): Promise<WorkflowDefinition | null>;
  /** What a flow follows that was activated when this was the definition's revision. */
  abstract design(scope: Scope, definitionId: string, revision: number): Promise<WorkflowDesign | null>;
  /** The PDF of the design's model; null when it has none. */
  abstract model(scope: Scope, definitionId: string, revision: number): Promise<Uint8Array | null>;
}
