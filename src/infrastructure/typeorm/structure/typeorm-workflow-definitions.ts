import { Injectable } from '@nestjs/common';
import { WorkflowDefinitions } from '#application/ports/workflow-definitions';
import type { Scope } from '#domain/access/scope';
import type { Activation, WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';
import { ofClients } from '../scope-condition';
import { Sql, type Parameter } from '../sql';

interface DefinitionRow {
  id: string;
  client_id: string;
  name: string;
  active: number;
  activation: Activation;
  revision: number;
  design: string;
}

@Injectable()
export class TypeOrmWorkflowDefinitions extends WorkflowDefinitions {
  constructor(private readonly sql: Sql) {
    super();
  }

  list(scope: Scope): Promise<WorkflowDefinition[]> {
    return this.definitions(scope, '');
  }

  async find(scope: Scope, id: string): Promise<WorkflowDefinition | null> {
    const [found] = await this.definitions(scope, 'w.id = ? AND ', [id]);
    return found ?? null;
  }

  async design(scope: Scope, definitionId: string, revision: number): Promise<WorkflowDesign | null> {
    const design = await this.ofRevision('design', scope, definitionId, revision);
    return design === null ? null : (JSON.parse(design) as WorkflowDesign);
  }

  async model(scope: Scope, definitionId: string, revision: number): Promise<Uint8Array | null> {
    const content = await this.ofRevision('model', scope, definitionId, revision);
    return content === null ? null : Buffer.from(content, 'base64');
  }

  private async definitions(scope: Scope, condition: string, parameters: readonly Parameter[] = []): Promise<WorkflowDefinition[]> {
    const within = ofClients(scope, 'w');
    const rows = await this.sql.rows<DefinitionRow>(
      `SELECT w.*, d.design FROM workflow_definition w JOIN workflow_design d ON d.code = w.revision AND d.client_id = w.client_id
       WHERE ${condition}${within.sql} ORDER BY w.name, w.id`,
      [...parameters, ...within.parameters],
    );
    return rows.map(({ id, client_id: clientId, name, active, activation, revision, design }) => ({
      ...{ id, clientId, name, active: active === 1, activation, revision },
      design: JSON.parse(design) as WorkflowDesign,
    }));
  }

  private async ofRevision(column: 'design' | 'model', scope: Scope, definitionId: string, revision: number): Promise<string | null> {
    const within = ofClients(scope, 'd');
    const row = await this.sql.first<{ content: string | null }>(
      `SELECT d.${column} AS content FROM workflow_design d WHERE d.code = ? AND d.definition_id = ? AND ${within.sql}`,
      [revision, definitionId, ...within.parameters],
    );
    return row?.content ?? null;
  }
}
