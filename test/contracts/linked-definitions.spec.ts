import { stableId } from '#application/support/stable-id';
import { AccessPolicy } from '#application/access/access-policy';
import type { Scope } from '#domain/access/scope';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import type { ClientStructure } from '#domain/trees/client-structure';
import { addDocument, aDocument } from '../builders/a-document';
import { actorOf } from '../builders/demo';
import { describeContract } from './support/implementations';

const CLIENT = 'Guarda';
const UNIT = 'Norte';
const CLIENT_ID = stableId('client', CLIENT);
const boxId = (code: number, unit = '') => stableId('box', CLIENT, unit, String(code));

const DEFINITION: ArchiveDefinition = {
  units: [{ name: UNIT }],
  boxTypes: ['Caixa', 'Pasta'],
  profiles: [],
  users: [],
  clients: [
    {
      name: CLIENT,
      units: [UNIT],
      boxes: [
        { code: 10, type: 'Caixa', provisional: 'P-10', subBoxes: [{ code: 11, provisional: 'P-11' }, { code: 12 }] },
        { code: 10, type: 'Pasta', unit: UNIT, subBoxes: [{ code: 13 }] },
        { code: 20, type: 'Pasta' },
      ],
      lists: [
        { name: 'Estados', kind: 'autocomplete', fields: [{ label: 'UF', type: 'text', key: true }] },
        {
          name: 'Cidades',
          kind: 'consolidation',
          allowsInclusion: true,
          parent: 'Estados',
          fields: [
            { label: 'UF', type: 'text', key: true },
            { label: 'Fundação', type: 'date' },
            { label: 'Emancipação', type: 'date', parent: 'Fundação', operator: '>=' },
          ],
        },
      ],
      levels: [
        {
          name: 'Obras',
          fields: [{ label: 'Início', type: 'date' }],
          levels: [
            {
              name: 'Reformas',
              fields: [
                { label: 'Fim', type: 'date', parent: 'Início', operator: '>' },
                { label: 'Entrega', type: 'date', parent: 'Fim' },
              ],
            },
          ],
        },
      ],
    },
  ],
};

/** Parts of a definition that refer to each other: boxes within boxes, fields and lists with a parent. */
describeContract('ArchiveInstaller, references,', { empty: true }, (archive) => {
  let structure: ClientStructure;
  let scope: Scope;
  beforeAll(async () => {
    await archive.installer.install(DEFINITION);
    structure = (await archive.structures.load(CLIENT_ID, 1))!;
    const grant = { clientId: CLIENT_ID, structureVersion: 1, unitId: null, nodeId: null, permissions: ['document:view'] as const };
    scope = await new AccessPolicy(archive.structures).requireAnywhere({ ...actorOf('demo'), grants: [grant] }, 'document:view');
  });

  it('resolves the parent of a field in its level or a level above', () => {
    const { indexers } = structure.level(stableId('level', CLIENT, 'Obras', 'Reformas'))!;
    const [start, end, delivery] = indexers.map(({ field }) => field);
    expect([start!.parentCode, start!.parentOperator]).toEqual([null, null]);
    expect([end!.parentCode, end!.parentOperator]).toEqual([start!.code, '>']);
    expect([delivery!.parentCode, delivery!.parentOperator]).toEqual([end!.code, null]);
  });

  it('resolves parent lists and parent fields of lists', () => {
    const [cities, states] = [...structure.lists].sort((a, b) => a.name.localeCompare(b.name));
    expect([states!.parentListId, cities!.parentListId]).toEqual([null, states!.id]);
    const [, founded, freed] = cities!.fields;
    expect([founded!.parentCode, freed!.parentCode, freed!.parentOperator]).toEqual([null, founded!.code, '>=']);
  });

  it('finds a sub-box with its parent box', async () => {
    const unitId = stableId('unit', UNIT);
    expect(await archive.boxes.find(scope, unitId, 11)).toMatchObject({ id: boxId(11), numberedBy: 'client', parentId: boxId(10) });
    expect(await archive.boxes.find(scope, unitId, 13)).toMatchObject({
      id: boxId(13, UNIT),
      numberedBy: 'unit',
      unitId,
      typeId: stableId('box-type', 'Pasta'),
      parentId: boxId(10, UNIT),
    });
    expect((await archive.boxes.find(scope, unitId, 10))?.parentId).toBeNull();
    expect(await archive.boxes.find(scope, stableId('unit', 'Sul'), 13)).toBeNull();
  });

  it.each([
    [10, [boxId(10), boxId(10, UNIT), boxId(11), boxId(12), boxId(13, UNIT)]],
    [11, [boxId(11)]],
    [20, [boxId(20)]],
    [99, []],
  ])('finds the boxes of code %d with their sub-boxes', async (code, ids) => {
    expect((await archive.boxes.idsOf(scope, code)).sort()).toEqual([...ids].sort());
  });

  it('returns boxes and sub-boxes of found documents with all numbers', async () => {
    const added = async (boxOf: string | null) => {
      const document = aDocument(scope, {
        nodeId: stableId('level', CLIENT, 'Obras'),
        boxId: boxOf,
        status: boxOf ? 'stored' : 'electronic',
      });
      await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document));
      return document.id;
    };
    const ids = [await added(boxId(10)), await added(boxId(11)), await added(boxId(12)), await added(boxId(13, UNIT)), await added(null)];
    const outer = { code: 10, provisional: 'P-10' };
    const found = new Map((await archive.search.page(scope, { fields: [] }, 1, 10)).map((document) => [document.id, document]));
    expect(ids.map((id) => found.get(id)).map((it) => [it?.box, it?.subBox, it?.boxNumberedBy])).toEqual([
      [outer, null, 'client'],
      [outer, { code: 11, provisional: 'P-11' }, 'client'],
      [outer, { code: 12, provisional: null }, 'client'],
      [{ code: 10, provisional: null }, { code: 13, provisional: null }, 'unit'],
      [null, null, null],
    ]);
    const count = async (conditions: object) => archive.search.count(scope, { ...conditions, fields: [] });
    expect(await count({ boxIds: await archive.boxes.idsOf(scope, 10) })).toBe(4);
    expect(await count({ boxIds: await archive.boxes.idsOf(scope, 11) })).toBe(1);
    expect(await count({ boxTypeId: stableId('box-type', 'Caixa') })).toBe(3);
    expect(await count({ boxTypeId: stableId('box-type', 'Pasta') })).toBe(1);
    expect(await count({ boxIds: [] })).toBe(0);
  });
});
