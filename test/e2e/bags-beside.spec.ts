import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportArchive } from '#application/archive/export-archive.use-case';
import { PasswordHasher } from '#application/ports/secrets';
import { stableId } from '#application/stable-id';
import type { ArchiveDefinition } from '#domain/archive/archive-definition';
import type { ContractDefinition } from '#domain/archive/contract-definition';
import { DEMO_PASSWORD } from '#src/cli/demo/demo-archive';
import { bag } from '#src/cli/bag/bag-command';
import { BagRefused } from '#src/cli/bag/bag-refused';
import { beforeItBegins, change } from './support/another-operator';
import { IDS, loggedIn } from './support/api';
import { bagScene } from './support/bag-scene';
import { changedBag } from './support/changed-bag';
import { filed, filedElsewhere } from './support/reading';
import { SIGNING, startService, type Service } from './support/service';
import { whenShown } from './support/when-shown';

const CLIENT = 'Empresa Exemplo';
const OTHER = 'Outra Empresa';
const MOVED = stableId('user', 'financeiro');
const ARCHIVE = 'data/archive.yaml';

describe('a bag beside what others do', () => {
  let service: Service;
  let folder: string;
  let [first, others]: string[] = [];
  const path = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-bag-'));
    service = await startService(SIGNING);
    const [demo, moved] = [await loggedIn(service.url), await loggedIn(service.url, 'financeiro')];
    await bagScene(service, demo);
    await filed(moved);
    await filedElsewhere(await loggedIn(service.url, 'outro'));
    // Whom documents, flows and workflows of the one client name has another one by now.
    await service.database.query('UPDATE user_account SET home_client_id = ? WHERE id = ?', [IDS.otherClient, MOVED]);
    await service.database.query('UPDATE user_grant SET client_id = ?, unit_id = ?, node_id = NULL WHERE user_id = ?', [
      IDS.otherClient,
      IDS.otherUnit,
      MOVED,
    ]);
    [first, others] = [path('primeiro'), path('outra')];
    for (const [client, to] of [
      [CLIENT, first],
      [OTHER, others],
    ] as const)
      // prettier-ignore
      await bag(service.app, ['export', '--client', client, '--to', to, '--with-password-hashes']);
  });
  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const manifest = (of: string) => readFile(join(of, 'manifest-sha256.txt'), 'utf8');
  const grantsOf = ({ database }: Service, userId: string) =>
    database.query('SELECT client_id, unit_id, node_id FROM user_grant WHERE user_id = ?', [userId]);

  async function inAnother(work: (other: Service) => Promise<void>): Promise<void> {
    const other = await startService(SIGNING, { empty: true });
    try {
      await work(other);
    } finally {
      await other.stop();
    }
  }

  async function brokenOff(other: Service): Promise<void> {
    const broken = path('interrompido');
    await cp(first!, broken, { recursive: true });
    const output = whenShown('[import]', () => appendFileSync(join(broken, 'data/flows.jsonl'), '{}\n'));
    await expect(bag(other.app, ['import', broken], output)).rejects.toThrow(/a importação parou no meio/);
    await rm(broken, { recursive: true });
  }

  it.each([
    ['after', [1, 0]],
    ['before', [0, 1]],
  ])('comes %s the client that has a user whom its records name', async (_, order) =>
    inAnother(async (other) => {
      const bags = [first!, others!];
      for (const index of order) await bag(other.app, ['import', bags[index]!]);
      expect(await grantsOf(other, MOVED)).toEqual([{ client_id: IDS.otherClient, unit_id: IDS.otherUnit, node_id: null }]);
      for (const [index, client] of [CLIENT, OTHER].entries()) {
        const again = path(`${client} ${order.join()}`);
        await bag(other.app, ['export', '--client', client, '--to', again, '--with-password-hashes']);
        expect([client, await manifest(again)]).toEqual([client, await manifest(bags[index]!)]);
      }
      expect((await loggedIn(other.url, 'financeiro')).token).not.toBeNull();
    }),
  );

  it('leaves what another operator changes while it is looked at', () =>
    inAnother(async (other) => {
      await bag(other.app, ['import', others!]);
      const renamed = ({ boxTypes }: ArchiveDefinition) => ({ boxTypes: [...boxTypes, 'Tubo'] });
      const hash = jest.spyOn(other.app.get(PasswordHasher), 'hash');
      beforeItBegins(other, () => change(other, renamed));
      await bag(other.app, ['import', first!]);
      expect(await other.database.query("SELECT name FROM box_type WHERE name = 'Tubo'")).toHaveLength(1);
      // One a user would take as long as the archive cannot be used by other operators.
      expect(hash).not.toHaveBeenCalled();
    }));

  it('has the units, kinds of boxes and profiles that are here already, whatever they are called here', () =>
    inAnother(async (other) => {
      const here = { units: [], boxTypes: [], profiles: [], clients: [], users: [] } as Record<string, { id: string; name: string }[]>;
      const { definition } = await service.app.get(ExportArchive).execute({ ids: true, passwordHashes: false });
      for (const kind of ['units', 'boxTypes', 'profiles'] as const)
        here[kind] = definition[kind].map((thing) => ({
          ...(thing as { id: string; name: string }),
          name: `${(thing as { name: string }).name} daqui`,
        }));
      await change(other, () => here as Partial<ArchiveDefinition>);
      await bag(other.app, ['import', first!]);
      const [unit] = (await other.database.query('SELECT name FROM service_unit WHERE id = ?', [IDS.unit])) as { name: string }[];
      expect(unit).toEqual({ name: 'Unidade Central daqui' });
      expect((await loggedIn(other.url)).token).not.toBeNull();
    }));

  it('of two imports at once one is told of the other, and nothing is there twice', () =>
    inAnother(async (other) => {
      const refused: unknown[] = [];
      const second = () => bag(other.app, ['import', first!, '--continue']).catch((error: unknown) => refused.push(error));
      beforeItBegins(other, second);
      await bag(other.app, ['import', first!]);
      expect(refused).toEqual([new BagRefused([`outra importação do cliente "${CLIENT}" está em andamento`])]);
      await bag(other.app, ['export', '--client', CLIENT, '--to', path('de dois'), '--with-password-hashes']);
      expect(await manifest(path('de dois'))).toBe(await manifest(first!));
    }));

  it('does not become one with a client that an operator makes meanwhile', () =>
    inAnother(async (other) => {
      const added = ({ clients }: ArchiveDefinition) => ({ clients: [...clients, { name: CLIENT, units: [], levels: [] }] });
      beforeItBegins(other, () => change(other, added));
      await expect(bag(other.app, ['import', first!])).rejects.toThrow(/o cliente "Empresa Exemplo" passou a existir neste acervo/);
    }));

  it('is the one that was looked at, also where it says what the client is', () =>
    inAnother(async (other) => {
      const changed = path('trocado');
      await cp(first!, changed, { recursive: true });
      const yaml = join(changed, ARCHIVE);
      const output = whenShown('[verify]', () =>
        writeFileSync(yaml, readFileSync(yaml, 'utf8').replace('profile: Leitor', 'profile: Administrador')),
      );
      await expect(bag(other.app, ['import', changed], output)).rejects.toThrow(`${ARCHIVE}: o arquivo não é mais o que foi conferido`);
      expect(await other.database.query('SELECT id FROM client')).toEqual([]);
    }));

  describe('that was broken off', () => {
    const contract = (number: string, unit: string): ContractDefinition => ({
      id: stableId('a contract of the test', number),
      number,
      unit,
      from: '2026-01-01',
      dueDays: 5,
      services: [{ kind: 'fixed-fee', description: 'Mensalidade', unitPackage: { quantity: '1', price: '10' } }],
    });
    const withContract = (number: string) => ({ clients }: ArchiveDefinition) => ({
      clients: clients.map((client) => (client.name === CLIENT ? { ...client, contracts: [contract(number, client.units[0]!)] } : client)),
    }); // prettier-ignore
    const numbers = async ({ database }: Service) => {
      const found = (await database.query('SELECT number FROM contract ORDER BY number')) as { number: string }[];
      return found.map(({ number }) => number);
    };

    it('goes on once, however many go on with it', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        const all = await Promise.allSettled([1, 2, 3].map(() => bag(other.app, ['import', first!, '--continue'])));
        expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
        for (const each of all) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(BagRefused);
        await bag(other.app, ['export', '--client', CLIENT, '--to', path('de muitos'), '--with-password-hashes']);
        expect(await manifest(path('de muitos'))).toBe(await manifest(first!));
      }));

    it('brings its contracts beside one that was made meanwhile', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        await change(other, withContract('2019/007'));
        await bag(other.app, ['import', first!, '--continue']);
        expect(await numbers(other)).toEqual(['2019/007', '2020/001']);
      }));

    it('names both contracts where they have one number', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        await change(other, withContract('2020/001'));
        const [ours, theirs] = [stableId('a contract of the test', '2020/001'), stableId('contract', CLIENT, '2020/001')];
        const message = `o contrato "2020/001" do bag (${theirs}) não é o contrato "2020/001" deste acervo (${ours})`;
        await expect(bag(other.app, ['import', first!, '--continue'])).rejects.toThrow(message);
        expect(await numbers(other)).toEqual(['2020/001']);
      }));

    it('comes to its end under names that were given meanwhile', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        await change(other, ({ clients, users, units }) => {
          const named = (name: string) => `${name} (nova)`;
          return {
            units: units.map((unit) => ({ ...unit, name: named(unit.name) })),
            clients: clients.map((client) => ({
              ...client,
              name: named(client.name),
              units: client.units.map(named),
              boxes: (client.boxes ?? []).map((box) => (box.unit === undefined ? box : { ...box, unit: named(box.unit) })),
            })),
            users: users.map((user) => ({
              ...user,
              grants: user.grants.map((grant) => ({
                ...grant,
                client: named(grant.client),
                ...(grant.unit !== undefined && { unit: named(grant.unit) }),
              })),
            })),
          };
        });
        await bag(other.app, ['import', first!, '--continue']);
        expect(await numbers(other)).toEqual(['2020/001']);
        expect((await loggedIn(other.url)).token).not.toBeNull();
      }));
  });

  describe('cannot be used against people of others', () => {
    const HASH = async () => service.app.get(PasswordHasher).hash(DEMO_PASSWORD);
    /** A bag of the one client that has somebody of the other as its own, and says how to log in as that one. */
    async function claiming(login: string): Promise<string> {
      const id = stableId('user', login);
      const hash = await HASH();
      const own = `users:\n  - id: ${id}\n    login: ${login}\n    name: Outra Pessoa\n    passwordHash: ${hash}\n    grants:\n      - client: ${CLIENT}\n        profile: Administrador\n`;
      await changedBag(first!, path('alheio'), ARCHIVE, (text) => text.replace('users:\n', own));
      return path('alheio');
    }
    const account = async ({ database }: Service, id: string) => {
      const [found] = (await database.query('SELECT name, password_hash, home_client_id FROM user_account WHERE id = ?', [id])) as Record<
        string,
        unknown
      >[];
      return found!;
    };

    it.each([
      ['of another client', true],
      ['of none yet', false],
    ])('whoever can log in keeps the password and the name: a user %s', async (_, hasClient) =>
      inAnother(async (other) => {
        await bag(other.app, ['import', others!]);
        const id = stableId('user', 'outro');
        if (!hasClient) {
          await other.database.query('DELETE FROM user_grant WHERE user_id = ?', [id]);
          await other.database.query('UPDATE user_account SET home_client_id = NULL WHERE id = ?', [id]);
        }
        const { home_client_id: home, ...before } = await account(other, id);
        await bag(other.app, ['import', await claiming('outro')]);
        expect(await account(other, id)).toEqual({ ...before, home_client_id: hasClient ? home : IDS.client });
      }),
    );

    it.each([
      ['waits for a password gets none', true],
      ['was shut out at home stays shut out', false],
    ])('whoever %s', async (_, hasGrants) =>
      inAnother(async (other) => {
        const without = path('sem senhas');
        await bag(service.app, ['export', '--client', OTHER, '--to', without]);
        await bag(other.app, ['import', without]);
        await rm(without, { recursive: true });
        const id = stableId('user', 'outro');
        if (!hasGrants) await other.database.query('DELETE FROM user_grant WHERE user_id = ?', [id]);
        const before = await account(other, id);
        await bag(other.app, ['import', await claiming('outro')]);
        expect(await account(other, id)).toEqual(before);
        expect((await loggedIn(other.url, 'outro')).token).toBeNull();
        const clients = (await grantsOf(other, id)) as { client_id: string }[];
        expect(new Set(clients.map(({ client_id }) => client_id))).toEqual(new Set(hasGrants ? [IDS.client, IDS.otherClient] : []));
      }),
    );
  });
});
