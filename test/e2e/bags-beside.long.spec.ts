import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ExportArchive } from '#application/provisioning/export-archive.use-case';
import { PasswordHasher } from '#application/ports/users';
import { stableId } from '#application/support/stable-id';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import type { ContractDefinition } from '#domain/provisioning/contract-definition';
import { BagRefused } from '#src/cli/portable-archive/bag-refused';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { beforeItBegins, change, whileItRestores } from './support/another-operator';
import { eventRows } from './support/audited';
import { IDS, loggedIn } from './support/api';
import { changedBag } from './support/changed-bag';
import { runCommand } from './support/command';
import { SIGNING, type Service } from './support/service';
import { ARCHIVE, CLIENT, inAnother, manifestOf, twoBags, type TwoBags } from './support/two-bags';
import { whenShown } from './support/when-shown';
import { acervo } from './support/in-process';
import './support/in-portuguese';

describe('importing a bag during other changes', () => {
  let bags: TwoBags;
  beforeAll(async () => {
    bags = await twoBags();
  });
  afterAll(() => bags?.stop());

  async function brokenOff(other: Service, from = bags.first, ...words: string[]): Promise<void> {
    const broken = bags.path('interrompido');
    await cp(from, broken, { recursive: true });
    const output = whenShown('[import]', () => appendFileSync(join(broken, 'data/flows.jsonl'), '{}\n'));
    await expect(acervo(other.app, ['bag', 'import', broken, ...words], output)).rejects.toThrow(/a importação parou no meio/);
    await rm(broken, { recursive: true });
  }

  it('does not overwrite concurrent changes of another operator', () =>
    inAnother(async (other) => {
      await acervo(other.app, ['bag', 'import', bags.others]);
      const renamed = ({ boxTypes }: ArchiveDefinition) => ({ boxTypes: [...boxTypes, 'Tubo'] });
      const hash = jest.spyOn(other.app.get(PasswordHasher), 'hash');
      beforeItBegins(other, () => change(other, renamed));
      await acervo(other.app, ['bag', 'import', bags.first]);
      expect(await other.database.query("SELECT name FROM box_type WHERE name = 'Tubo'")).toHaveLength(1);
      // One a user would take as long as the archive cannot be used by other operators.
      expect(hash).not.toHaveBeenCalled();
    }));

  it('matches existing units, box types and profiles under any name', () =>
    inAnother(async (other) => {
      const here = { units: [], boxTypes: [], profiles: [], clients: [], users: [] } as Record<string, { id: string; name: string }[]>;
      const { definition } = await bags.service.app.get(ExportArchive).execute({ ids: true, passwordHashes: false });
      for (const kind of ['units', 'boxTypes', 'profiles'] as const)
        here[kind] = definition[kind].map((thing) => ({
          ...(thing as { id: string; name: string }),
          name: `${(thing as { name: string }).name} daqui`,
        }));
      await change(other, () => here as Partial<ArchiveDefinition>);
      await acervo(other.app, ['bag', 'import', bags.first]);
      const [unit] = (await other.database.query('SELECT name FROM service_unit WHERE id = ?', [IDS.unit])) as { name: string }[];
      expect(unit).toEqual({ name: 'Unidade Central daqui' });
      expect((await loggedIn(other.url)).token).not.toBeNull();
    }));

  it('reports a concurrent import, without duplicates', () =>
    inAnother(async (other) => {
      const refused: unknown[] = [];
      const second = () => acervo(other.app, ['bag', 'import', bags.first, '--continue']).catch((error: unknown) => refused.push(error));
      beforeItBegins(other, second);
      await acervo(other.app, ['bag', 'import', bags.first]);
      expect(refused).toEqual([new BagRefused([`outra importação do cliente "${CLIENT}" está em andamento`])]);
      await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', bags.path('de dois'), '--with-password-hashes']);
      expect(await manifestOf(bags.path('de dois'))).toBe(await manifestOf(bags.first));
    }));

  it.each<[string, Parameters<typeof whileItRestores>[1] | null]>([
    ['its client is made', null],
    ['the rest of its records comes', 'addDocuments'],
    ['its contracts come', 'addSignatures'],
    ['it says that it has ended', 'finish'],
  ])('stops before %s when another import holds the lease', async (_, last) =>
    inAnother(async (other) => {
      const count = async (table: string) => (await other.database.query(`SELECT * FROM ${table}`)).length;
      const takeAway = () => other.database.query("UPDATE repeatable_call SET claim_id = 'of another' WHERE user_id = ?", [IDS.client]);
      if (last === null) beforeItBegins(other, takeAway);
      else whileItRestores(other, last, takeAway);
      const importing = acervo(other.app, ['bag', 'import', bags.first]);
      await expect(importing).rejects.toThrow(/perdeu a vez para outra; --continue retoma/);
      expect(await count('client')).toBe(last === null ? 0 : 1);
      expect((await count('workflow')) > 0).toBe(last !== null && last !== 'addDocuments');
      expect((await count('contract')) > 0).toBe(last === 'finish');
      expect(await eventRows(other, "e.action = 'archive.import'")).toHaveLength(last === null ? 0 : 1);
    }),
  );

  it('is not merged with a client created meanwhile', () =>
    inAnother(async (other) => {
      const added = ({ clients }: ArchiveDefinition) => ({ clients: [...clients, { name: CLIENT, units: [], levels: [] }] });
      beforeItBegins(other, () => change(other, added));
      await expect(acervo(other.app, ['bag', 'import', bags.first])).rejects.toThrow(
        /o cliente "Empresa Exemplo" passou a existir neste acervo/,
      );
    }));

  it('is the inspected one, also for the client description', () =>
    inAnother(async (other) => {
      const changed = bags.path('trocado');
      await cp(bags.first, changed, { recursive: true });
      const yaml = join(changed, ARCHIVE);
      const output = whenShown('[verify]', () =>
        writeFileSync(yaml, readFileSync(yaml, 'utf8').replace('profile: Leitor', 'profile: Administrador')),
      );
      await expect(acervo(other.app, ['bag', 'import', changed], output)).rejects.toThrow(
        `${ARCHIVE}: o arquivo mudou depois de conferido`,
      );
      expect(await other.database.query('SELECT id FROM client')).toEqual([]);
    }));

  it('is identified by the manifest that was read', () =>
    inAnother(async (other) => {
      const changed = bags.path('outro manifesto');
      await changedBag(bags.first, changed, ARCHIVE, (text) => text.replace('profile: Leitor', 'profile: Administrador'));
      await cp(join(bags.first, 'tagmanifest-sha256.txt'), join(changed, 'tagmanifest-sha256.txt'));
      const name = 'manifest-sha256.txt';
      const output = whenShown('[verify]', () => copyFileSync(join(bags.first, name), join(changed, name)));
      await expect(acervo(other.app, ['bag', 'import', changed], output)).rejects.toThrow(`${name}: o conteúdo não corresponde`);
    }));

  describe('an interrupted import', () => {
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

    it('continues once for concurrent runs', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        const all = await Promise.allSettled([1, 2, 3].map(() => acervo(other.app, ['bag', 'import', bags.first, '--continue'])));
        expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
        for (const each of all) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(BagRefused);
        await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', bags.path('de muitos'), '--with-password-hashes']);
        expect(await manifestOf(bags.path('de muitos'))).toBe(await manifestOf(bags.first));
      }));

    it('cannot be exported before it is complete', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        const words = ['export', '--client', CLIENT, '--to', bags.path('pela metade')];
        await expect(acervo(other.app, ['bag', ...words])).rejects.toThrow(
          /"Empresa Exemplo" ainda não está inteiro neste acervo: .*--continue a retoma/,
        );
        expect((await readdir(bags.path('.'))).filter((name) => name.startsWith('pela metade'))).toEqual([]);
        const ran = await runCommand(other, ['bag', ...words], SIGNING);
        expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(/ainda não está inteiro neste acervo/)]);
      }));

    it('adds its contracts to one created meanwhile', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        await change(other, withContract('2019/007'));
        await acervo(other.app, ['bag', 'import', bags.first, '--continue']);
        expect(await numbers(other)).toEqual(['2019/007', '2020/001']);
      }));

    it('grants access at the level of the bag under any name', () =>
      inAnother(async (other) => {
        await acervo(other.app, ['bag', 'import', bags.others]);
        const [id, from] = [stableId('user', 'outro'), bags.path('com nível')];
        const grants = `grants:\n      - client: ${CLIENT}\n        level: [Financeiro]\n        profile: Leitor\n`;
        const guest = `users:\n  - id: ${id}\n    login: outro\n    name: Outro Usuário\n    ${grants}`;
        await changedBag(bags.first, from, ARCHIVE, (text) => text.replace('users:\n', guest));
        await brokenOff(other, from, '--shared-users');
        const level = () =>
          other.database.query("SELECT id FROM tree_node WHERE client_id = ? AND name LIKE 'Finan%'", [idBytes(IDS.client)]);
        const [before] = (await level()) as [{ id: string }];
        await other.database.query("UPDATE tree_node SET name = 'Finanças' WHERE id = ?", [before.id]);
        await expect(acervo(other.app, ['bag', 'import', from, '--continue'])).rejects.toThrow(/--shared-users/);
        await acervo(other.app, ['bag', 'import', from, '--continue', '--shared-users']);
        const given = 'SELECT n.name FROM user_grant g JOIN tree_node n ON n.id = g.node_id WHERE g.user_id = ? AND g.client_id = ?';
        expect(await other.database.query(given, [id, idBytes(IDS.client)])).toEqual([{ name: 'Finanças' }]);
      }));

    it('reports both contracts with the same number', () =>
      inAnother(async (other) => {
        await brokenOff(other);
        await change(other, withContract('2020/001'));
        const [ours, theirs] = [stableId('a contract of the test', '2020/001'), stableId('contract', CLIENT, '2020/001')];
        const message = `o contrato "2020/001" do bag (${theirs}) não é o contrato "2020/001" deste acervo (${ours})`;
        await expect(acervo(other.app, ['bag', 'import', bags.first, '--continue'])).rejects.toThrow(message);
        expect(await numbers(other)).toEqual(['2020/001']);
      }));

    it('completes under names changed meanwhile', () =>
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
        await acervo(other.app, ['bag', 'import', bags.first, '--continue']);
        expect(await numbers(other)).toEqual(['2020/001']);
        expect((await loggedIn(other.url)).token).not.toBeNull();
      }));
  });
});
