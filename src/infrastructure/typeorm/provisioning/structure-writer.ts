import { In, type EntitySchema } from 'typeorm';
import type { ArchiveImage, FieldImage, LevelImage } from '#domain/provisioning/archive-image';
import { ofKind, type Difference } from '#domain/provisioning/differences';
import { FieldEntity, ListRowValueEntity, NodeFieldEntity, NodeListEntity, TreeNodeEntity, ValueListEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { batches, grouped, inBatches } from '../batches';
import { RowKeeper } from './row-keeper';

/** Writes levels, fields and lists, which reference each other by database codes. */
export class StructureWriter {
  private readonly levelCodes = new Map<string, number>();
  private readonly fieldCodes = new Map<string, number>();

  constructor(
    private readonly rows: RowKeeper,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly after: ArchiveImage,
    private readonly all: readonly Difference[],
  ) {}

  async write(): Promise<void> {
    const changed = [...ofKind(this.all, 'levels'), ...ofKind(this.all, 'fields')];
    const clients = [...new Set(changed.flatMap(({ before, after }) => [before, after].flatMap((thing) => thing?.clientId ?? [])))];
    await this.load(TreeNodeEntity, this.levelCodes, 'clientId', clients);
    await this.load(FieldEntity, this.fieldCodes, 'clientId', clients);
    await this.remove();
    await this.lists();
    await this.levels();
    await this.fields();
    await this.attach();
    await this.parents();
    await this.retention();
  }

  private async load(
    target: EntitySchema<{ id: string; clientId: string; code: number }>,
    codes: Map<string, number>,
    by: 'id' | 'clientId',
    ids: readonly string[],
  ): Promise<void> {
    const { manager } = this.unitOfWork;
    const rows = await inBatches(ids, (batch) => manager.find(target, { select: { id: true, code: true }, where: { [by]: In(batch) } }));
    for (const { id, code } of rows) codes.set(id, code);
  }

  private async remove(): Promise<void> {
    const { manager } = this.unitOfWork;
    for (const { id: listId, clientId } of this.gone('lists')) await this.rows.removeList({ clientId, listId });
    for (const [clientId, codes] of codesByClient(this.gone('fields'), this.fieldCodes)) {
      await manager.delete(NodeFieldEntity, { clientId, fieldCode: In(codes) });
      await manager.delete(ListRowValueEntity, { clientId, fieldCode: In(codes) });
      await manager.delete(FieldEntity, { clientId, code: In(codes) });
    }
    for (const [clientId, codes] of codesByClient(this.gone('levels'), this.levelCodes)) {
      await manager.delete(NodeFieldEntity, { clientId, nodeCode: In(codes) });
      await manager.delete(NodeListEntity, { clientId, nodeCode: In(codes) });
      await manager.delete(TreeNodeEntity, { clientId, code: In(codes) });
    }
  }

  private gone(kind: 'lists' | 'fields' | 'levels'): Owned[] {
    return ofKind(this.all, kind).flatMap(({ before, after }) => (before && !after ? [before] : []));
  }

  private async lists(): Promise<void> {
    for (const { id, before, after: list } of ofKind(this.all, 'lists')) {
      if (!list) continue;
      const { clientId, ...row } = list;
      if (before) await this.unitOfWork.manager.update(ValueListEntity, { id, clientId }, row);
      else await this.unitOfWork.insert(ValueListEntity, [list]);
    }
  }

  /** New levels are added parents first; changed ones follow, when their parents have codes. */
  private async levels(): Promise<void> {
    const found = ofKind(this.all, 'levels');
    let waiting = found.filter(({ before }) => before === null).map(({ after }) => after as LevelImage);
    while (waiting.length > 0) {
      const ready = waiting.filter(({ parentId }) => parentId === null || this.levelCodes.has(parentId));
      if (ready.length === 0) throw new Error('levels without end');
      await this.unitOfWork.insert(TreeNodeEntity, ready.map((level) => this.rowOfLevel(level))); // prettier-ignore
      await this.load(
        TreeNodeEntity,
        this.levelCodes,
        'id',
        ready.map(({ id }) => id),
      );
      waiting = waiting.filter((level) => !ready.includes(level));
    }
    for (const { before, after: level } of found) {
      if (!before || !level) continue;
      const { id, clientId, ...row } = this.rowOfLevel(level);
      await this.unitOfWork.manager.update(TreeNodeEntity, { id, clientId }, row);
    }
  }

  private rowOfLevel({ id, clientId, parentId, name, path, reading, decimal }: LevelImage) {
    const parentCode = parentId === null ? null : (this.levelCodes.get(parentId) as number);
    return { id, clientId, parentCode, name, path, reading, decimalMark: decimal };
  }

  private async fields(): Promise<void> {
    const found = ofKind(this.all, 'fields');
    const added = found.filter(({ before }) => before === null).map(({ after }) => after as FieldImage);
    await this.unitOfWork.insert(FieldEntity, added.map(rowOfField));
    await this.load(
      FieldEntity,
      this.fieldCodes,
      'id',
      added.map(({ id }) => id),
    );
    for (const { before, after: field } of found) {
      if (!before || !field) continue;
      const { id, clientId, ...row } = rowOfField(field);
      await this.unitOfWork.manager.update(FieldEntity, { id, clientId }, row);
    }
  }

  /** If the fields or lists of a level or their order differ, all of them are rewritten. */
  private async attach(): Promise<void> {
    const touched = new Set([
      ...ofKind(this.all, 'levels').map(({ id }) => id),
      ...ofKind(this.all, 'fields').flatMap(({ before, after }) => [before?.levelId, after?.levelId]),
    ]);
    const fields = new Map<string, FieldImage[]>();
    for (const field of this.after.fields.values()) {
      if (field.levelId) fields.set(field.levelId, [...(fields.get(field.levelId) ?? []), field]);
    }
    for (const level of [...this.after.levels.values()].filter(({ id }) => touched.has(id))) {
      const code = this.levelCodes.get(level.id) as number;
      const own = (fields.get(level.id) ?? []).sort((a, b) => a.position - b.position);
      const { manager } = this.unitOfWork;
      const at = { clientId: level.clientId, nodeCode: code };
      await manager.delete(NodeFieldEntity, at);
      await manager.delete(NodeListEntity, at);
      await this.unitOfWork.insert(
        NodeFieldEntity,
        own.map(({ id, mandatory }, position) => ({ ...at, fieldCode: this.fieldCodes.get(id) as number, mandatory, position })),
      );
      await this.unitOfWork.insert(
        NodeListEntity,
        level.lists.map((list, index) => ({ ...list, ...at, position: own.length + index })),
      );
    }
  }

  private async parents(): Promise<void> {
    for (const { before, after: field } of ofKind(this.all, 'fields')) {
      if (!field || (!before && field.parentFieldId === null)) continue;
      const parentCode = field.parentFieldId === null ? null : (this.fieldCodes.get(field.parentFieldId) ?? null);
      const { id, clientId, parentOperator } = field;
      await this.unitOfWork.manager.update(FieldEntity, { id, clientId }, { parentCode, parentOperator });
    }
  }

  private async retention(): Promise<void> {
    for (const { before, after: level } of ofKind(this.all, 'levels')) {
      if (!level || (!before && level.retention === null)) continue;
      const { id, clientId, retention } = level;
      await this.unitOfWork.manager.update(
        TreeNodeEntity,
        { id, clientId },
        {
          retentionFieldCode: retention ? (this.fieldCodes.get(retention.fieldId) as number) : null,
          retentionMonths: retention?.months ?? null,
        },
      );
    }
  }
}

interface Owned {
  id: string;
  clientId: string;
}

/** The codes of these, each client's in batches. */
function* codesByClient(
  things: readonly Owned[],
  codes: ReadonlyMap<string, number>,
): Iterable<[clientId: string, codes: readonly number[]]> {
  const ofClient = grouped(things, ({ clientId }) => clientId);
  for (const clientId of new Set(things.map((thing) => thing.clientId)))
    for (const batch of batches(ofClient(clientId).flatMap(({ id }) => codes.get(id) ?? []))) yield [clientId, batch];
}

/** Without its parent, which may be added later. */
function rowOfField(field: FieldImage) {
  const { levelId: _level, mandatory: _mandatory, parentFieldId: _parent, parentOperator: _operator, options, ...row } = field;
  return { ...row, options: options.length === 0 ? null : [...options] };
}
