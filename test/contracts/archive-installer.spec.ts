import { stableId } from '#application/support/stable-id';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { DEMO_ARCHIVE } from '#src/demo/demo-archive';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { describeContract } from './support/implementations';

const [demo, other] = DEMO_ARCHIVE.clients;
/** Its last client has a list row that breaks the rules of its field. */
const BROKEN: ArchiveDefinition = {
  ...DEMO_ARCHIVE,
  clients: [
    demo!,
    {
      ...other!,
      lists: [{ name: 'Pessoas', kind: 'consolidation', fields: [{ label: 'CPF', type: 'cpf', key: true }], rows: [{ CPF: '123' }] }],
    },
  ],
};

/** Brings a described archive into the database, all or nothing. */
describeContract('ArchiveInstaller', { empty: true, perTest: true }, (archive) => {
  it('installs into an empty archive, which is then no longer empty', async () => {
    expect(await archive.installer.isEmpty()).toBe(true);
    await archive.installer.install(DEMO_ARCHIVE);
    expect(await archive.installer.isEmpty()).toBe(false);
    expect((await scopeOf(archive)).clientId).toBe(DEMO.client);
    expect(await archive.accounts.findByLogin('demo')).toMatchObject({ userId: userId('demo'), active: true });
    expect(await archive.listRows.findByKey(await scopeOf(archive), DEMO.staff, 'p41003')).not.toBeNull();
  });

  it('installs a definition completely or not at all', async () => {
    await expect(archive.installer.install(BROKEN)).rejects.toThrow(/CPF/);
    expect(await archive.installer.isEmpty()).toBe(true);
    expect(await archive.structures.load(DEMO.client, 1)).toBeNull();
    expect(await archive.accounts.findByLogin('demo')).toBeNull();
    await archive.installer.install(DEMO_ARCHIVE);
    expect((await archive.structures.load(DEMO.client, 2))?.nodes).toHaveLength(5);
  });

  it('refuses a second installation and keeps the first', async () => {
    await archive.installer.install(DEMO_ARCHIVE);
    const scope = await scopeOf(archive);
    await expect(archive.installer.install(DEMO_ARCHIVE)).rejects.toThrow();
    expect((await archive.structures.load(DEMO.client, 2))?.nodes).toEqual(scope.client.structure.nodes);
    expect(await archive.boxes.list(scope, 10)).toHaveLength(2);
  });

  it('does not treat an archive with only a unit, a client or a user as empty', async () => {
    const nothing = { units: [], boxTypes: [], clients: [], profiles: [], users: [] };
    await archive.installer.install(nothing);
    expect(await archive.installer.isEmpty()).toBe(true);
    await archive.installer.install({ ...nothing, units: [{ name: 'Unidade Norte' }] });
    expect(await archive.installer.isEmpty()).toBe(false);
  });

  it('keeps every rule of a definition', async () => {
    const fields = [
      { label: 'Placa', type: 'text', min: 7, max: 7, pattern: '[A-Z]{3}-[0-9]+', mask: 'XXX-999' },
      { label: 'Ano', type: 'number', min: -1, max: 2_000_000_000_000, mandatory: true },
      { label: 'Venda', type: 'number', parent: 'Ano', operator: '>=' },
    ] as const;
    const lists = [
      { name: 'Motoristas', kind: 'autocomplete', fields: [{ label: 'Nome', type: 'text', key: true, lockedAfterValue: true }] },
    ] as const;
    const levels = [{ name: 'Frota', fields, lists: [{ name: 'Motoristas', mandatory: true }] }];
    const client = { name: 'Transportes', units: ['Norte', 'Leste'], levels, lists };
    const units = [{ name: 'Norte' }, { name: 'Leste', cnpj: '11222333000181' }];
    await archive.installer.install({ units, boxTypes: [], clients: [client], profiles: [], users: [] });
    const structure = (await archive.structures.load(stableId('client', 'Transportes'), 1))!;
    expect(structure.units.map(({ name, cnpj }) => [name, cnpj]).sort()).toEqual([
      ['Leste', '11222333000181'],
      ['Norte', null],
    ]);
    const level = structure.level(stableId('level', 'Transportes', 'Frota'))!;
    expect(level.indexers.map(({ field, mandatory }) => ({ ...field, mandatory }))).toMatchObject([
      { ...fields[0], mandatory: false },
      { ...fields[1], mandatory: true, parentCode: null, parentOperator: null },
      { label: 'Venda', parentCode: expect.any(Number), parentOperator: '>=' },
      { label: 'Nome', isKey: true, isImportMandatory: true, lockedAfterValue: true, mandatory: true },
    ]);
    expect(level.lists).toMatchObject([{ mandatory: true, list: { name: 'Motoristas' } }]);
  });
});
