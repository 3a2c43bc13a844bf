import { Injectable } from '@nestjs/common';
import { ReportRows } from '#application/ports/reports';
import type { ReportData, ThingKind } from '#domain/reports/report';
import type { Field } from '#domain/trees/field';
import type { ClientStructure, TreeNode } from '#domain/trees/client-structure';
import { Report, Table } from '../report';
import type { ReportReach, ReportRequest } from '../report-request';
import { slices } from './document-rows';

interface Thing {
  kind: ThingKind;
  id: string;
  name: string;
  /** Name of its parent. */
  place: string;
  type: string | null;
}

const TABLE = new Table<Thing>([
  ['thingKind', ({ kind }) => kind],
  ['thingId', ({ id }) => id],
  ['thingName', ({ name }) => name],
  ['thingPlace', ({ place }) => place],
  ['fieldType', ({ type }) => type],
]);

const fieldThing = (kind: Thing['kind'], { id, label, type }: Field, place: string): Thing => ({ kind, id, name: label, place, type });

/** The ids needed to configure an integration: units, clients, levels, their fields, lists, their fields, box types. */
@Injectable()
export class StructureReport extends Report {
  readonly id: string = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a09';
  readonly name: 'structure' | 'unit-structure' = 'structure';
  readonly kind: Report['kind'] = 'client';
  readonly needs = ['document:view', 'list:view'] as const;

  constructor(private readonly rows: ReportRows) {
    super();
  }

  open({ reach }: ReportRequest): ReportData {
    return TABLE.of(this.batchesOf(reach));
  }

  private async *batchesOf(reach: ReportReach): AsyncGenerator<readonly Thing[]> {
    yield unitsOf(reach);
    for (const structure of reach.structures) {
      yield* slices(thingsOf(reach, structure));
      const { clientId, clientName: place } = structure;
      const types = await this.rows.boxTypes(reach.scopes, { clientId, unitId: reach.unitId });
      yield types.map(({ id, name }): Thing => ({ kind: 'box-type', id, name, place, type: null }));
    }
  }
}

@Injectable()
export class UnitStructureReport extends StructureReport {
  override readonly id = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a14';
  override readonly name = 'unit-structure';
  override readonly kind = 'unit';
}

function unitsOf(reach: ReportReach): Thing[] {
  const units = new Map(
    reach.structures.flatMap(({ units }) => units.filter(({ id }) => isNamed(reach, id)).map((unit) => [unit.id, unit])),
  );
  return [...units.values()].map(({ id, name }) => ({ kind: 'unit', id, name, place: '', type: null }));
}

function isNamed({ scopes, unitId }: ReportReach, id: string): boolean {
  if (unitId !== null) return unitId === id;
  const served = (unitIds: 'all' | readonly string[]) => unitIds === 'all' || unitIds.includes(id);
  return scopes.every(({ reaches }) => reaches.some(({ parts }) => parts.some(({ unitIds }) => served(unitIds))));
}

function thingsOf(reach: ReportReach, structure: ClientStructure): Thing[] {
  const nodes = structure.nodes.filter(({ code }) => reach.reachesNode(structure, code));
  const lists = reach.listsOf(structure);
  return [
    { kind: 'client', id: structure.clientId, name: structure.clientName, place: '', type: null },
    ...nodes.map(({ id, name, path }): Thing => ({ kind: 'level', id, name, place: path, type: null })),
    ...nodes.flatMap((node) => fieldsOf(structure, node)),
    ...lists.map(({ id, name }): Thing => ({ kind: 'list', id, name, place: structure.clientName, type: null })),
    ...lists.flatMap(({ name, fields }) => fields.map((field) => fieldThing('list-field', field, name))),
  ];
}

/** Includes inherited fields: the same id at another place. */
function fieldsOf(structure: ClientStructure, { code, path }: TreeNode): Thing[] {
  const indexers = structure.levelByCode(code)?.indexers ?? [];
  return indexers.filter(({ list }) => list === null).map(({ field }) => fieldThing('field', field, path));
}
