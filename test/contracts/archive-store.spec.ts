import type { ArchiveImage, Kind, Thing } from '#domain/provisioning/archive-image';
import { KINDS, type MutableImage } from '#domain/provisioning/kinds';
import type { Sessions } from '#application/ports/users';
import { TypeOrmSessions } from '#infrastructure/typeorm/users/typeorm-sessions';
import { differences } from '#domain/provisioning/differences';
import { stableId } from '#application/support/stable-id';
import { idOf } from '#infrastructure/typeorm/id-bytes';
import { DEMO, userId } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

type Edit = (image: MutableImage) => void;

const WRITERS = 6;
const PROFILE = stableId('profile', 'Leitor');
const id = (name: string) => stableId('contract test', name);

function mutable(image: ArchiveImage): MutableImage {
  return Object.fromEntries(KINDS.map((kind) => [kind, new Map(image[kind] as ReadonlyMap<string, never>)])) as unknown as MutableImage;
}

const change =
  <K extends Kind>(kind: K, thingId: string, changes: Partial<Thing<K>>): Edit =>
  (image) => {
    const things = image[kind] as Map<string, Thing<K>>;
    things.set(thingId, { ...things.get(thingId)!, ...changes });
  };

const add =
  <K extends Kind>(kind: K, thing: Thing<K> & { id: string }): Edit =>
  (image) => {
    (image[kind] as Map<string, Thing<K>>).set(thing.id, thing);
  };

const both =
  (...edits: Edit[]): Edit =>
  (image) =>
    edits.forEach((edit) => edit(image));

const LEVEL = {
  id: id('level'),
  clientId: DEMO.client,
  parentId: DEMO.finance,
  name: 'Recibos',
  path: 'Financeiro > Recibos',
  retention: null,
  reading: null,
  decimal: null,
  lists: [{ listId: DEMO.staff, mandatory: true }],
};
const LIST = {
  id: id('list'),
  clientId: DEMO.client,
  name: 'Obras',
  kind: 'autocomplete',
  allowsInclusion: true,
  parentListId: null,
} as const;
const FIELD = {
  id: id('field'),
  clientId: DEMO.client,
  levelId: LEVEL.id,
  listId: null,
  position: 0,
  label: 'Valor',
  type: 'options',
  mandatory: true,
  min: null,
  max: 9,
  pattern: '^.*$',
  mask: null,
  options: ['Á, "b"', 'c\\d'],
  parentFieldId: null,
  parentOperator: null,
  isKey: false,
  isImportMandatory: false,
  lockedAfterValue: false,
} as const;
const KEY_FIELD = {
  ...FIELD,
  id: id('key'),
  levelId: null,
  listId: LIST.id,
  mandatory: false,
  label: 'Código',
  type: 'text',
  options: [],
} as const;
const BOX = { id: id('box'), clientId: DEMO.client, code: 6001, unitId: null, typeId: DEMO.archiveBox, provisional: 'P-1', parentId: null };
const USER = {
  id: id('user'),
  login: 'Maçã',
  name: 'Nova',
  email: 'nova@exemplo.com.br',
  active: false,
  passwordHash: 'plain:x',
  service: false,
  homeClientId: DEMO.client,
  grants: [{ clientId: DEMO.client, unitId: DEMO.unit, levelId: DEMO.contracts, profileId: PROFILE }],
};

/** What is changed, how, and the clients whose structure is another one then. */
const CASES: [string, Edit, ('client' | 'otherClient')[]][] = [
  ['a unit', add('units', { id: id('unit'), name: 'Unidade Nova', cnpj: '11222333000181' }), []],
  ["a unit's name", change('units', DEMO.otherUnit, { name: 'Unidade Austral' }), ['otherClient']],
  ['a box type', add('boxTypes', { id: id('type'), name: 'Pasta' }), []],
  ['a profile', add('profiles', { id: id('profile'), name: 'Auditor', permissions: ['document:view'] }), []],
  ["a profile's permissions", change('profiles', PROFILE, { permissions: [] }), []],
  ['a client', add('clients', { id: id('client'), name: 'Terceira', unitIds: [DEMO.unit], defaultProfileId: PROFILE }), []],
  ["a client's units", change('clients', DEMO.client, { unitIds: [DEMO.unit, DEMO.otherUnit].sort() }), ['client']],
  ['a list with its field', both(add('lists', LIST), add('fields', { ...KEY_FIELD, isKey: true, isImportMandatory: true })), ['client']],
  ['a level with a field', both(add('levels', LEVEL), add('fields', FIELD)), ['client']],
  ["a level's rule", change('levels', DEMO.invoices, { retention: null }), ['client']],
  ["a level's name", change('levels', DEMO.otherLevel, { name: 'Papéis', path: 'Geral > Papéis' }), ['otherClient']],
  ['a box', add('boxes', BOX), ['client']],
  ['a box within a box', both(add('boxes', BOX), add('boxes', { ...BOX, id: id('sub'), code: 6002, parentId: BOX.id })), ['client']],
  ['a signature origin', add('origins', { id: id('origin'), clientId: DEMO.otherClient, message: 'Assinado por mim' }), ['otherClient']],
  ['a user', add('users', USER), []],
  ["a user's grants", change('users', userId('leitor'), { grants: USER.grants }), []],
  [
    'two logins, swapped',
    both(change('users', userId('leitor'), { login: 'financeiro' }), change('users', userId('financeiro'), { login: 'leitor' })),
    [],
  ],
];

/** The organisation of the whole archive; only a database keeps it. */
describeContract('ArchiveStore', (archive) => {
  const versions = async () => {
    const rows = await archive.sql.rows<{ id: Uint8Array; structure_version: number }>('SELECT c.id, c.structure_version FROM client c');
    return new Map(rows.map((row) => [idOf(row.id), row.structure_version]));
  };
  const write = (edit: (image: MutableImage) => void) =>
    archive.unitOfWork.run(async () => {
      await archive.store.lock();
      const before = await archive.store.read();
      const after = mutable(before);
      edit(after);
      await archive.store.write(before, after, differences(before, after));
      return { before, after };
    });

  /** What is remembered of users' grants, against what a process that has just started knows. */
  const expectRightsKnown = async () => {
    const starting = new TypeOrmSessions(archive.sql, archive.unitOfWork);
    const users = await archive.sql.rows<{ id: string }>('SELECT u.id FROM user_account u');
    const knownBy = (sessions: Sessions) => Promise.all(users.map(({ id: user }) => sessions.actor(user)));
    expect(await knownBy(archive.sessions)).toEqual(await knownBy(starting));
  };

  it('is ready when the schema has this version', async () => {
    await archive.store.ready();
  });

  it('reads everything, without dangling references', async () => {
    const image = await archive.store.read();
    expect(KINDS.map((kind) => [kind, image[kind].size])).toEqual([
      ['units', 2],
      ['boxTypes', 2],
      ['profiles', 2],
      ['clients', 2],
      ['lists', 3],
      ['levels', 7],
      ['fields', 18],
      ['boxes', 3],
      ['origins', 1],
      ['contracts', 1],
      ['services', 5],
      ['users', 4],
      ['workflows', 3],
      ['webhooks', 0],
    ]);
    for (const kind of KINDS) for (const [key, thing] of image[kind]) expect(thing.id).toBe(key);
    const known = new Set(KINDS.flatMap((kind) => [...image[kind].keys()]));
    // A workflow names its own steps, too.
    const others = KINDS.filter((kind) => kind !== 'workflows').map((kind) => [...image[kind].values()]);
    const named = JSON.stringify(others).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)!;
    expect(named.filter((each) => !known.has(each))).toEqual([]);
  });

  it('writes nothing when nothing differs', async () => {
    const known = await versions();
    const { before } = await write(() => undefined);
    expect(await archive.store.read()).toEqual(before);
    expect(await versions()).toEqual(known);
  });

  it.each(CASES)('writes %s and reverts it', async (_, edit, touched) => {
    await expectRightsKnown();
    const known = await versions();
    const { before, after } = await write(edit);
    await expectRightsKnown();
    expect(differences(await archive.store.read(), after)).toEqual([]);
    const now = await versions();
    const raised = [...known].filter(([client, version]) => now.get(client) !== version).map(([client]) => client);
    expect(raised.sort()).toEqual(touched.map((name) => DEMO[name]).sort());
    await write((image) => {
      for (const kind of KINDS) {
        const things = image[kind] as Map<string, unknown>;
        // Users are never removed (docs/archive-file.md).
        if (kind !== 'users') things.clear();
        for (const [key, thing] of before[kind]) things.set(key, thing);
      }
    });
    await expectRightsKnown();
    const left = differences(await archive.store.read(), before);
    expect(left.filter((difference) => difference.id !== USER.id)).toEqual([]);
  });

  it.each(CASES.slice(0, 8))('writes %s again after it was reverted', async (_, edit) => {
    const { after } = await write(edit);
    expect(differences(await archive.store.read(), after)).toEqual([]);
  });

  it('never gives a re-added client an earlier version', async () => {
    const client = { id: id('returning'), name: 'Volta', unitIds: [], defaultProfileId: null };
    await write(add('clients', client));
    const first = (await versions()).get(client.id)!;
    await write((image) => image.clients.delete(client.id));
    archive.clock.set(new Date(Date.now() + 2000));
    await write(add('clients', client));
    expect((await versions()).get(client.id)).toBeGreaterThan(first);
  });

  it('is rolled back with the transaction', async () => {
    const before = await archive.store.read();
    const failing = archive.unitOfWork.run(async () => {
      const after = mutable(before);
      CASES.forEach(([, edit]) => edit(after));
      await archive.store.write(before, after, differences(before, after));
      throw new Error('what came after');
    });
    await expect(failing).rejects.toThrow('what came after');
    expect(differences(await archive.store.read(), before)).toEqual([]);
  });

  it(`loses none of ${WRITERS} concurrent changes under the lock`, async () => {
    const before = (await archive.store.read()).units.size;
    await atOnce(WRITERS, (n) => write(add('units', { id: id(`at once ${n}`), name: `Unidade ${n}`, cnpj: null })));
    expect((await archive.store.read()).units.size).toBe(before + WRITERS);
  });
});
