import { Injectable } from '@nestjs/common';
import { Structures } from '#application/ports/structure';
import { ClientStructure, type NodeField, type NodeList, type TreeNode } from '#domain/trees/client-structure';
import type { Field, ListField } from '#domain/trees/field';
import type { ValueList } from '#domain/value-lists/value-list';
import {
  ClientEntity,
  FieldEntity,
  NodeFieldEntity,
  NodeListEntity,
  ServiceUnitEntity,
  TreeNodeEntity,
  ValueListEntity,
  WorkflowDefinitionEntity,
} from '../entities';
import { idBytes } from '../id-bytes';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

const MOST_KEPT = 500;
const MOST_TRIES = 5;

/** Caches the structures of clients in use; the version read with each request's grants shows when a copy is stale. */
@Injectable()
export class TypeOrmStructures extends Structures {
  private readonly kept = new Map<string, { version: number; structure: ClientStructure }>();

  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  async load(clientId: string, version: number): Promise<ClientStructure | null> {
    const known = this.kept.get(clientId);
    if (known && known.version >= version) return known.structure;
    const structure = await this.whole(clientId, version);
    if (!structure) return null;
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(clientId, { version, structure });
    return structure;
  }

  /** Read again if it was changed meanwhile: a level must not appear without the fields that an operator is removing with it. */
  private async whole(clientId: string, version: number): Promise<ClientStructure | null> {
    const client = () => this.unitOfWork.manager.findOneBy(ClientEntity, { id: clientId });
    let before = await client();
    for (let tries = 1; before; tries++) {
      const structure = await this.read(before, version);
      const after = await client();
      if (after?.structureVersion === before.structureVersion || tries === MOST_TRIES) return structure;
      before = after;
    }
    return null;
  }

  /** `version` is not read again: what is read may belong to a newer one. */
  private async read({ id: clientId, name }: ClientEntity, version: number): Promise<ClientStructure> {
    const { manager } = this.unitOfWork;
    const ofClient = { clientId };
    const [units, nodes, fieldRows, listRows, nodeFields, nodeLists, automatic] = await Promise.all([
      manager
        .createQueryBuilder(ServiceUnitEntity, 'service_unit')
        .innerJoin('client_unit', 'client_unit', 'client_unit.unitId = service_unit.id')
        .where('client_unit.clientId = :clientId', { clientId: idBytes(clientId) })
        .orderBy('service_unit.name')
        .getMany(),
      manager.find(TreeNodeEntity, { where: ofClient, order: { path: 'ASC', code: 'ASC' } }),
      manager.find(FieldEntity, { where: ofClient, order: { position: 'ASC', code: 'ASC' } }),
      manager.find(ValueListEntity, { where: ofClient, order: { name: 'ASC' } }),
      manager.findBy(NodeFieldEntity, ofClient),
      manager.findBy(NodeListEntity, ofClient),
      manager.find(WorkflowDefinitionEntity, {
        where: { ...ofClient, active: true, activation: 'automatic' },
        order: { name: 'ASC', id: 'ASC' },
      }),
    ]);
    const lists = listRows.map((row) => toList(row, fieldRows));
    const fieldOf = new Map(fieldRows.map((row) => [row.code, toField(row)]));
    const listOf = new Map(lists.map((list) => [list.id, list]));
    return new ClientStructure(
      clientId,
      name,
      units,
      nodes.map(toNode),
      nodeFields.map(({ clientId: _, fieldCode, ...row }): NodeField => ({ ...row, field: fieldOf.get(fieldCode) as Field })),
      nodeLists.map(({ clientId: _, listId, ...row }): NodeList => ({ ...row, list: listOf.get(listId) as ValueList })),
      lists,
      version,
      byLevel(automatic),
    );
  }
}

function byLevel(rows: readonly WorkflowDefinitionEntity[]): Map<string, string[]> {
  const starting = new Map<string, string[]>();
  for (const { id, levels } of rows) for (const levelId of levels ?? []) starting.set(levelId, [...(starting.get(levelId) ?? []), id]);
  return starting;
}

function toNode({ code, id, parentCode, name, path, retentionFieldCode, retentionMonths, decimalMark }: TreeNodeEntity): TreeNode {
  const retention = retentionFieldCode === null ? null : { referenceFieldCode: retentionFieldCode, months: retentionMonths ?? 0 };
  return { code, id, parentCode, name, path, retention, decimal: decimalMark };
}

export function toField({ code, id, label, type, min, max, pattern, mask, options, parentCode, parentOperator }: FieldEntity): Field {
  return { code, id, label, type, min, max, pattern, mask, options: options ?? [], parentCode, parentOperator };
}

function toList({ id, name, kind, allowsInclusion, parentListId }: ValueListEntity, rows: readonly FieldEntity[]): ValueList {
  const fields = rows
    .filter((field) => field.listId === id)
    .map((field): ListField => {
      const { isKey, lockedAfterValue } = field;
      return { ...toField(field), isKey, isImportMandatory: isKey || field.isImportMandatory, lockedAfterValue };
    });
  return { id, name, kind, allowsInclusion, parentListId, fields };
}
