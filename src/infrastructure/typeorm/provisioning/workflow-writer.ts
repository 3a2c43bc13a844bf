import type { Clock } from '#application/ports/unit-of-work';
import type { WorkflowImage } from '#domain/provisioning/archive-image';
import { ofKind, type Difference } from '#domain/provisioning/differences';
import { WorkflowDefinitionEntity, WorkflowDesignEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

/** Writes workflow definitions. Designs are immutable: a flow keeps the one with which it began. */
export class WorkflowWriter {
  constructor(
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
    private readonly all: readonly Difference[],
  ) {}

  async write(): Promise<void> {
    for (const { before, after, attributes } of ofKind(this.all, 'workflows')) {
      if (!after) await this.remove(before as WorkflowImage);
      else if (!before) await this.add(after);
      else await this.change(after, attributes.includes('design') || attributes.includes('modelContent'));
    }
  }

  private async remove({ id, clientId }: WorkflowImage): Promise<void> {
    await this.unitOfWork.manager.delete(WorkflowDefinitionEntity, { id, clientId });
    await this.unitOfWork.manager.delete(WorkflowDesignEntity, { definitionId: id, clientId });
  }

  private async add(workflow: WorkflowImage): Promise<void> {
    await this.unitOfWork.insert(WorkflowDefinitionEntity, [{ ...rowOf(workflow), revision: await this.addDesign(workflow) }]);
  }

  private async change(workflow: WorkflowImage, isRedesigned: boolean): Promise<void> {
    const redesigned = isRedesigned && { revision: await this.addDesign(workflow) };
    const { id, clientId, ...row } = rowOf(workflow);
    await this.unitOfWork.manager.update(WorkflowDefinitionEntity, { id, clientId }, { ...row, ...redesigned });
  }

  private addDesign({ id: definitionId, clientId, design, modelContent: model }: WorkflowImage): Promise<number> {
    return this.unitOfWork.insert(WorkflowDesignEntity, [{ definitionId, clientId, design, model, createdAt: this.clock.now() }]);
  }
}

const rowOf = ({ design: _design, modelContent: _model, levelIds, ...workflow }: WorkflowImage) => ({
  ...workflow,
  levels: levelIds.length === 0 ? null : [...levelIds],
});
