import type { Clock } from '#application/ports/clock';
import type { WorkflowImage } from '#domain/archive/archive-image';
import { ofKind, type Difference } from '#domain/archive/differences';
import type { Sql } from '../sql';

/** Writes definitions of workflows. A design is never changed: flows follow the one under which they began. */
export class WorkflowWriter {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly all: readonly Difference[],
  ) {}

  async write(): Promise<void> {
    for (const { id, before, after, attributes } of ofKind(this.all, 'workflows')) {
      if (!after) await this.remove(id);
      else if (!before) await this.add(after);
      else await this.change(after, attributes.includes('design') || attributes.includes('modelContent'));
    }
  }

  private async remove(id: string): Promise<void> {
    await this.sql.write('DELETE FROM workflow_definition WHERE id = ?', [id]);
    await this.sql.write('DELETE FROM workflow_design WHERE definition_id = ?', [id]);
  }

  private async add(workflow: WorkflowImage): Promise<void> {
    const { id, clientId, name, active, activation, levelIds } = workflow;
    const revision = await this.addDesign(workflow);
    await this.sql.insert(
      'workflow_definition',
      ['id', 'client_id', 'name', 'active', 'activation', 'levels', 'revision'],
      [[id, clientId, name, active ? 1 : 0, activation, writtenLevels(levelIds), revision]],
    );
  }

  private async change(workflow: WorkflowImage, isRedesigned: boolean): Promise<void> {
    const { id, name, active, activation, levelIds } = workflow;
    await this.sql.write('UPDATE workflow_definition SET name = ?, active = ?, activation = ?, levels = ? WHERE id = ?', [
      name,
      active ? 1 : 0,
      activation,
      writtenLevels(levelIds),
      id,
    ]);
    if (!isRedesigned) return;
    await this.sql.write('UPDATE workflow_definition SET revision = ? WHERE id = ?', [await this.addDesign(workflow), id]);
  }

  private async addDesign({ id, clientId, design, modelContent }: WorkflowImage): Promise<number> {
    const { insertedCode } = await this.sql.write(
      'INSERT INTO workflow_design (definition_id, client_id, design, model, created_at) VALUES (?, ?, ?, ?, ?)',
      [id, clientId, JSON.stringify(design), modelContent, this.clock.now().getTime()],
    );
    return insertedCode;
  }
}

const writtenLevels = (ids: readonly string[]) => (ids.length === 0 ? null : JSON.stringify(ids));
