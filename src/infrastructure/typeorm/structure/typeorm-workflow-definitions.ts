import { Injectable } from '@nestjs/common';
import { In, type FindOptionsWhere } from 'typeorm';
import { WorkflowDefinitions } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import type { WorkflowDefinition, WorkflowDesign } from '#domain/workflows/workflow-definition';
import { WorkflowDefinitionEntity, WorkflowDesignEntity } from '../entities';
import { withinClients } from '../scope-condition';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

@Injectable()
export class TypeOrmWorkflowDefinitions extends WorkflowDefinitions {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  list(scope: Scope): Promise<WorkflowDefinition[]> {
    return this.definitions({ clientId: withinClients(scope) });
  }

  async find(scope: Scope, id: string): Promise<WorkflowDefinition | null> {
    const [found] = await this.definitions({ id, clientId: withinClients(scope) });
    return found ?? null;
  }

  async design(scope: Scope, definitionId: string, revision: number): Promise<WorkflowDesign | null> {
    return (await this.ofRevision('design', scope, definitionId, revision))?.design ?? null;
  }

  async model(scope: Scope, definitionId: string, revision: number): Promise<Uint8Array | null> {
    const content = (await this.ofRevision('model', scope, definitionId, revision))?.model ?? null;
    return content === null ? null : Buffer.from(content, 'base64');
  }

  private async definitions(where: FindOptionsWhere<WorkflowDefinitionEntity>): Promise<WorkflowDefinition[]> {
    const { manager } = this.unitOfWork;
    const rows = await manager.find(WorkflowDefinitionEntity, { where, order: { name: 'ASC', id: 'ASC' } });
    const { clientId } = where;
    const designs = await manager.find(WorkflowDesignEntity, {
      select: { code: true, design: true },
      where: { code: In(rows.map(({ revision }) => revision)), clientId },
    });
    const designOf = new Map(designs.map(({ code, design }) => [code, design]));
    return rows.map(({ levels: _levels, ...row }) => ({ ...row, design: designOf.get(row.revision) as WorkflowDesign }));
  }

  /** Reads one column only, since a model may be large. */
  private ofRevision(
    column: 'design' | 'model',
    scope: Scope,
    definitionId: string,
    revision: number,
  ): Promise<WorkflowDesignEntity | null> {
    return this.unitOfWork.manager.findOne(WorkflowDesignEntity, {
      select: { code: true, [column]: true },
      where: { code: revision, definitionId, clientId: withinClients(scope) },
    });
  }
}
