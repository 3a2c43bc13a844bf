import { differences } from '#domain/provisioning/differences';
import { stableId } from '#application/support/stable-id';
import { KINDS } from '#domain/provisioning/kinds';
import { DEMO, userId } from '../builders/demo';
import { describeContract } from './support/implementations';

const [ADMIN, READER] = [stableId('profile', 'Administrador'), stableId('profile', 'Leitor')];
/** Boxes have operations of their own. */
const LEFT_OUT = 'boxes';

describeContract('ArchiveStore, of one client,', (archive) => {
  it('reads what is its own, as the whole image has it, and what is shared', async () => {
    const [whole, part] = [await archive.store.read(), await archive.store.read(DEMO.client)];
    expect([...part.clients.keys()]).toEqual([DEMO.client]);
    expect(part.profiles).toEqual(whole.profiles);
    expect(part.boxTypes).toEqual(whole.boxTypes);
    expect([...part.units.keys()]).toEqual(whole.clients.get(DEMO.client)?.unitIds);
    expect([...part.users.keys()].sort()).toEqual((['demo', 'financeiro', 'leitor'] as const).map(userId).sort());
    expect(part[LEFT_OUT].size).toBe(0);
    for (const kind of KINDS.filter((each) => !['clients', 'profiles', 'boxTypes', 'units', 'users', LEFT_OUT].includes(each))) {
      const own = [...whole[kind].values()].filter((thing) => 'clientId' in thing && thing.clientId === DEMO.client);
      expect([kind, [...part[kind].values()]]).toEqual([kind, own]);
    }
    for (const user of part.users.values()) expect(user).toEqual(whole.users.get(user.id));
  });

  it('tells which clients use each profile and box type', async () => {
    const [profiles, types] = [await archive.store.usersOf('profiles'), await archive.store.usersOf('boxTypes')];
    expect([profiles.get(ADMIN), profiles.get(READER)]).toEqual([new Set([DEMO.client, DEMO.otherClient]), new Set([DEMO.client])]);
    expect(types.get(DEMO.archiveBox)).toEqual(new Set([DEMO.client]));
  });

  it('tells whose a profile and a box type are that a client added', async () => {
    const { store, unitOfWork } = archive;
    const [profile, type] = ['profile', 'box-type'].map((kind) => stableId(kind, 'Acrescentado'));
    await unitOfWork.run(async () => {
      const before = await store.read();
      const profiles = new Map([...before.profiles, [profile!, { id: profile!, name: 'Acrescentado', permissions: [] }]]);
      const after = { ...before, profiles, boxTypes: new Map([...before.boxTypes, [type!, { id: type!, name: 'Acrescentado' }]]) };
      await store.write(before, after, differences(before, after), DEMO.client);
    });
    expect(await store.ownersOf('profiles')).toEqual(new Map([[profile, DEMO.client]]));
    expect(await store.ownersOf('boxTypes')).toEqual(new Map([[type, DEMO.client]]));
    expect((await store.read()).profiles.get(profile!)).toEqual({ id: profile, name: 'Acrescentado', permissions: [] });
  });

  it('is locked alone', async () => {
    await archive.unitOfWork.run(async () => {
      await archive.store.lock(DEMO.client);
      expect((await archive.store.read(DEMO.client)).clients.size).toBe(1);
    });
  });
});
