import { newId } from '#application/support/ids';
import { HIGHEST_CODE } from '#domain/boxes/box';
import { BoxCustodyEntity, BoxTypeEntity } from '#infrastructure/typeorm/entities/index';
import { DEMO, scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';

/** Boxes and signature origins of the clients in reach. */
describeContract('Boxes', (archive) => {
  it('finds a box numbered by the client through any unit', async () => {
    const scope = await scopeOf(archive);
    const box = { id: expect.any(String), code: 5001, numberedBy: 'client', unitId: null, typeId: DEMO.archiveBox, parentId: null };
    expect(await archive.boxes.find(scope, DEMO.unit, 5001)).toEqual(box);
    expect(await archive.boxes.find(scope, DEMO.otherUnit, 5001)).toEqual(box);
  });

  it('finds a box numbered by a unit through this unit only', async () => {
    const scope = await scopeOf(archive);
    const box = { id: expect.any(String), code: 5002, numberedBy: 'unit', unitId: DEMO.unit, typeId: DEMO.archiveBox, parentId: null };
    expect(await archive.boxes.find(scope, DEMO.unit, 5002)).toEqual(box);
    expect(await archive.boxes.find(scope, DEMO.otherUnit, 5002)).toBeNull();
    expect(await archive.boxes.idsOf(scope, 5002)).toEqual([(await archive.boxes.find(scope, DEMO.unit, 5002))!.id]);
  });

  it.each([5003, 9999, 0, -1, 2 ** 52])('finds no box %d of this client', async (code) => {
    const scope = await scopeOf(archive);
    expect(await archive.boxes.find(scope, DEMO.otherUnit, code)).toBeNull();
    expect(await archive.boxes.idsOf(scope, code)).toEqual([]);
  });

  it('lists the boxes within the scope by code, up to the limit', async () => {
    const both = await scopeOf(archive, 'demo', 'outro');
    const all = await archive.boxes.list(both, 10);
    expect(all.map(({ code, clientId, typeName, typeId }) => [code, clientId, typeName, typeId])).toEqual([
      [5001, DEMO.client, 'Caixa Arquivo', DEMO.archiveBox],
      [5002, DEMO.client, 'Caixa Arquivo', DEMO.archiveBox],
      [5003, DEMO.otherClient, 'Container', DEMO.container],
    ]);
    expect(await archive.boxes.list(both, 2)).toEqual(all.slice(0, 2));
    expect(await archive.boxes.list(await scopeOf(archive, 'outro'), 10)).toEqual(all.slice(2));
  });

  it('lists pages of the boxes of one client, of any type or code', async () => {
    const scope = await scopeOf(archive);
    const own = { typeId: DEMO.archiveBox, typeName: 'Caixa Arquivo', parentId: null, provisional: null, outerCode: null };
    const boxes = [
      { ...own, id: expect.any(String), code: 5001, numberedBy: 'client', unitId: null },
      { ...own, id: expect.any(String), code: 5002, numberedBy: 'unit', unitId: DEMO.unit },
    ];
    expect(await archive.boxes.page(scope, {}, 1, 10)).toEqual(boxes);
    expect(await archive.boxes.page(scope, {}, 2, 1)).toEqual(boxes.slice(1));
    expect(await archive.boxes.page(scope, { code: 5002 }, 1, 10)).toEqual(boxes.slice(1));
    expect(await archive.boxes.page(scope, { typeId: DEMO.container }, 1, 10)).toEqual([]);
    expect([await archive.boxes.count(scope, {}), await archive.boxes.count(scope, { code: 5003 })]).toEqual([2, 0]);
  });

  it('adds boxes with given and next codes, of the client and of units together', async () => {
    const scope = await scopeOf(archive, 'outro');
    const box = { unitId: null, typeId: DEMO.container, parentId: null, provisional: 'P-1' };
    const add = (more: object = {}) => archive.boxes.add(scope, { ...box, id: newId(), code: null, ...more }, new Date());
    const unit = { unitId: DEMO.otherUnit };
    expect([await add(), await add(unit)]).toEqual([5004, 5005]);
    expect([await add({ code: 10 }), await add({ code: 10 }), await add({ ...unit, code: 10 })]).toEqual([10, null, null]);
    expect([await add({ ...unit, code: HIGHEST_CODE - 1 }), await add()]).toEqual([HIGHEST_CODE - 1, HIGHEST_CODE]);
    expect([await add(), await add(unit), await add({ code: 4 }), await add(), await add()]).toEqual([1, 2, 4, 3, 5]);
    const [own] = await archive.boxes.page(scope, { code: 10 }, 1, 10);
    expect(own).toMatchObject({ ...box, code: 10, numberedBy: 'client', typeName: 'Container' });
  });

  it('gives codes to boxes that are added at once, one each', async () => {
    const scope = await scopeOf(archive);
    const box = { typeId: DEMO.archiveBox, parentId: null, provisional: null, code: null };
    const add = (unitId: string | null) =>
      archive.unitOfWork.run(async () => {
        await archive.store.lock(DEMO.client);
        return archive.boxes.add(scope, { ...box, unitId, id: newId() }, new Date());
      });
    const codes = await Promise.all(Array.from({ length: 6 }, (_, index) => add(index % 2 === 0 ? DEMO.unit : null)));
    expect(codes.sort()).toEqual([5003, 5004, 5005, 5006, 5007, 5008]);
    const custody = { clientId: DEMO.client, unitId: DEMO.unit };
    expect(await archive.dataSource.manager.countBy(BoxCustodyEntity, custody)).toBe(4);
  });

  it('finds boxes by who numbers them', async () => {
    const scope = await scopeOf(archive);
    const outer = await archive.boxes.numbered(scope, DEMO.unit, 5002);
    expect(outer).toEqual(await archive.boxes.find(scope, DEMO.unit, 5002));
    expect(await archive.boxes.numbered(scope, null, 5002)).toBeNull();
  });

  it('knows the types of the service and of the client, by name', async () => {
    const scope = await scopeOf(archive);
    const own = { id: newId(), name: 'Caixa própria', clientId: DEMO.client };
    await archive.dataSource.manager.insert(BoxTypeEntity, [own, { id: newId(), name: 'Caixa alheia', clientId: DEMO.otherClient }]);
    const types = [
      { id: DEMO.archiveBox, name: 'Caixa Arquivo' },
      { id: own.id, name: own.name },
      { id: DEMO.container, name: 'Container' },
    ];
    expect(await archive.boxes.types(scope, 9)).toEqual(types);
    expect(await archive.boxes.types(scope, 1)).toEqual(types.slice(0, 1));
    expect(await archive.boxes.types(scope, 1, own.id)).toEqual([types[1]]);
    // What it uses, all the same.
    await archive.boxes.add(
      scope,
      { id: newId(), code: null, unitId: null, typeId: own.id, parentId: null, provisional: null },
      new Date(),
    );
    await archive.dataSource.manager.update(BoxTypeEntity, own.id, { clientId: DEMO.otherClient });
    expect(await archive.boxes.types(scope, 9)).toEqual(types);
  });

  it('lists the signature origins within the scope', async () => {
    const [origin, ...others] = await archive.signatureOrigins.list(await scopeOf(archive));
    expect(origin).toMatchObject({ clientId: DEMO.client, message: expect.stringMatching(/^Assinado eletronicamente/) });
    expect(others).toEqual([]);
    expect(await archive.signatureOrigins.list(await scopeOf(archive, 'outro'))).toEqual([]);
  });
});
