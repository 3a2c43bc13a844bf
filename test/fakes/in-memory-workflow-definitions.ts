import { WorkflowDefinitions } from '#application/ports/workflow-definitions';
import type { Scope } from '#domain/access/scope';
import type { WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';
import type { DesignEntry, InMemoryDatabase } from './in-memory-database';

export class InMemoryWorkflowDefinitions extends WorkflowDefinitions {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async list(scope: Scope): Promise<WorkflowDefinition[]> {
    const { workflowDefinitions, workflowDesigns } = this.database.tables;
    return [...workflowDefinitions.values()]
      .filter(({ clientId }) => scope.reaches.some(({ structure }) => structure.clientId === clientId))
      .map((entry) => ({ ...entry, design: workflowDesigns.get(entry.revision)!.design }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async find(scope: Scope, id: string): Promise<WorkflowDefinition | null> {
    return (await this.list(scope)).find((each) => each.id === id) ?? null;
  }

  async design(scope: Scope, definitionId: string, revision: number): Promise<WorkflowDesign | null> {
    return this.entry(scope, definitionId, revision)?.design ?? null;
  }

  async model(scope: Scope, definitionId: string, revision: number): Promise<Uint8Array | null> {
    const content = this.entry(scope, definitionId, revision)?.model;
    return content ? Buffer.from(content, 'base64') : null;
  }

  private entry(scope: Scope, definitionId: string, revision: number): DesignEntry | null {
    const entry = this.database.tables.workflowDesigns.get(revision);
    const isWithin = scope.reaches.some(({ structure }) => structure.clientId === entry?.clientId);
    return entry && isWithin && entry.definitionId === definitionId ? entry : null;
  }
}
