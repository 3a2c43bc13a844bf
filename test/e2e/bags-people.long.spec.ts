import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PasswordHasher } from '#application/ports/users';
import { stableId } from '#application/support/stable-id';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { idBytes, textIn } from '#infrastructure/typeorm/id-bytes';
import { change } from './support/another-operator';
import { IDS, loggedIn } from './support/api';
import { changedBag } from './support/changed-bag';
import { readGrantsAnew } from './support/read-grants-anew';
import type { Service } from './support/service';
import { ARCHIVE, CLIENT, inAnother, manifestOf, MOVED, OTHER, twoBags, type TwoBags } from './support/two-bags';
import { acervo } from './support/in-process';
import './support/in-portuguese';

const OTHER_ID = '00000000-0000-4000-8000-000000000009';

const CLIENTS = `SELECT ${textIn('id')} AS id FROM client`;

describe('users of a bag', () => {
  let bags: TwoBags;
  beforeAll(async () => {
    bags = await twoBags();
  });
  afterAll(() => bags?.stop());

  const grantsOf = ({ database }: Service, userId: string) =>
    database.query(`SELECT ${textIn('client_id')} AS client_id, unit_id, node_id FROM user_grant WHERE user_id = ?`, [userId]);

  it('contains only the identity of other users named in records', async () => {
    const { users } = parse(await readFile(join(bags.first, ARCHIVE), 'utf8')) as ArchiveDefinition;
    const named = { id: MOVED, login: 'financeiro', name: 'Financeiro', passwordHash: NO_PASSWORD_HASH, active: false, grants: [] };
    expect(users.filter(({ id }) => id === MOVED)).toEqual([named]);
  });

  it('contains neither contact data nor credentials of users of other clients', () =>
    inAnother(async (other) => {
      for (const each of [bags.others, bags.first]) await acervo(other.app, ['bag', 'import', each]);
      const lent = stableId('user', 'leitor');
      await other.database.query('UPDATE user_account SET home_client_id = ?, email = ? WHERE id = ?', [
        idBytes(IDS.otherClient),
        'l@x.example',
        lent,
      ]);
      const to = bags.path('emprestado');
      await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', to, '--with-password-hashes']);
      const { users } = parse(await readFile(join(to, ARCHIVE), 'utf8')) as ArchiveDefinition;
      const found = users.find(({ id }) => id === lent)!;
      expect([found.email, found.passwordHash, found.grants.map(({ client }) => client)]).toEqual([undefined, NO_PASSWORD_HASH, [CLIENT]]);
      expect(users.find(({ login }) => login === 'demo')?.passwordHash).not.toBe(NO_PASSWORD_HASH);
    }));

  it('contains as little of users without home client who have access elsewhere', () =>
    inAnother(async (other) => {
      for (const each of [bags.others, bags.first]) await acervo(other.app, ['bag', 'import', each]);
      const [lent, theirs] = [stableId('user', 'leitor'), await grantsOf(other, MOVED)];
      expect(theirs).toHaveLength(1);
      await other.database.query('UPDATE user_grant SET user_id = ? WHERE user_id = ?', [lent, MOVED]);
      await readGrantsAnew(other);
      await other.database.query('UPDATE user_account SET home_client_id = NULL WHERE id = ?', [lent]);
      const to = bags.path('de ninguém');
      await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', to, '--with-password-hashes']);
      const { users } = parse(await readFile(join(to, ARCHIVE), 'utf8')) as ArchiveDefinition;
      const found = users.find(({ id }) => id === lent)!;
      expect([found.passwordHash, found.grants.map(({ client }) => client)]).toEqual([NO_PASSWORD_HASH, [CLIENT]]);
    }));

  it('restores identically after the client of a named user', () =>
    inAnother(async (other) => {
      const both = [bags.others, bags.first];
      for (const each of both) await acervo(other.app, ['bag', 'import', each]);
      expect(await grantsOf(other, MOVED)).toEqual([{ client_id: IDS.otherClient, unit_id: IDS.otherUnit, node_id: null }]);
      for (const [index, client] of [OTHER, CLIENT].entries()) {
        const again = bags.path(`${client} outra vez`);
        await acervo(other.app, ['bag', 'export', '--client', client, '--to', again, '--with-password-hashes']);
        expect([client, await manifestOf(again)]).toEqual([client, await manifestOf(both[index]!)]);
      }
      expect((await loggedIn(other.url, 'financeiro')).token).not.toBeNull();
    }));

  it('keeps users of its client without access, and no others', () =>
    inAnother(async (other) => {
      await acervo(other.app, ['bag', 'import', bags.first]);
      const shutOut = stableId('user', 'leitor');
      await other.database.query('DELETE FROM user_grant WHERE user_id = ?', [shutOut]);
      await readGrantsAnew(other);
      const [from, again] = [bags.path('sem acesso'), bags.path('sem acesso outra vez')];
      await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', from, '--with-password-hashes']);
      await inAnother(async (third) => {
        await acervo(third.app, ['bag', 'import', from]);
        expect(await account(third, shutOut)).toEqual(await account(other, shutOut));
        expect(await account(third, MOVED)).toMatchObject({ home_client_id: null, password_hash: NO_PASSWORD_HASH });
        await acervo(third.app, ['bag', 'export', '--client', CLIENT, '--to', again, '--with-password-hashes']);
        expect(await manifestOf(again)).toBe(await manifestOf(from));
      });
    }));

  it('gives no rights to users planted by another bag without consent of an operator', () =>
    inAnother(async (other) => {
      await acervo(other.app, ['bag', 'import', bags.first]);
      const planted = await account(other, MOVED);
      await expect(acervo(other.app, ['bag', 'import', bags.others])).rejects.toThrow(
        /"financeiro" .* já existe neste acervo e não é do bag/,
      );
      expect(await other.database.query(CLIENTS)).toEqual([{ id: IDS.client }]);
      await acervo(other.app, ['bag', 'import', bags.others, '--shared-users']);
      expect(await grantsOf(other, MOVED)).toEqual([{ client_id: IDS.otherClient, unit_id: IDS.otherUnit, node_id: null }]);
      expect(await account(other, MOVED)).toEqual(planted);
      expect((await loggedIn(other.url, 'financeiro')).token).toBeNull();
    }));

  it('does not move users that it does not mention', () =>
    inAnother(async (other) => {
      await acervo(other.app, ['bag', 'import', bags.others]);
      const guest = { id: stableId('user', 'visita'), login: 'visita', name: 'Visita', password: DEMO_PASSWORD };
      await change(other, ({ clients, users, units, profiles }) => ({
        clients: [...clients, { name: 'Terceira', units: [units[0]!.name], levels: [] }],
        users: [...users, { ...guest, grants: [{ client: 'Terceira', profile: profiles[0]!.name }] }],
      }));
      const homeOf = () =>
        other.database.query(`SELECT ${textIn('home_client_id')} AS home_client_id FROM user_account WHERE id = ?`, [guest.id]);
      await other.database.query('UPDATE user_account SET home_client_id = ? WHERE id = ?', [idBytes(IDS.otherClient), guest.id]);
      await acervo(other.app, ['bag', 'import', bags.first]);
      expect(await homeOf()).toEqual([{ home_client_id: IDS.otherClient }]);
    }));

  const account = async ({ database }: Service, id: string) => {
    const columns = 'login, name, email, active, password_hash, home_client_id';
    const [found] = (await database.query(`SELECT ${columns} FROM user_account WHERE id = ?`, [id])) as Record<string, unknown>[];
    return found!;
  };

  describe('cannot be used against users of others', () => {
    const THEIRS = stableId('user', 'outro');
    /** A bag of the one client that has somebody of the other as its own, and says how to log in as that one. */
    async function claiming(login: string): Promise<string> {
      const hash = await bags.service.app.get(PasswordHasher).hash(DEMO_PASSWORD);
      const own = `users:\n  - id: ${stableId('user', login)}\n    login: ${login}\n    name: Outra Pessoa\n    email: x@x.example\n    passwordHash: ${hash}\n    grants:\n      - client: ${CLIENT}\n        profile: Administrador\n`;
      await changedBag(bags.first, bags.path('alheio'), ARCHIVE, (text) => text.replace('users:\n', own));
      return bags.path('alheio');
    }

    it.each([
      ['at home at another client', ''],
      ['of no client', 'UPDATE user_account SET home_client_id = NULL'],
      ['who waits for a password', `UPDATE user_account SET password_hash = '${NO_PASSWORD_HASH}'`],
    ])('a user %s gets rights only with consent of an operator, and nothing else changes', async (_, update) =>
      inAnother(async (other) => {
        await acervo(other.app, ['bag', 'import', bags.others]);
        if (update !== '') await other.database.query(`${update} WHERE id = ?`, [THEIRS]);
        const [before, grants] = [await account(other, THEIRS), await grantsOf(other, THEIRS)];
        const bad = await claiming('outro');
        await expect(acervo(other.app, ['bag', 'import', bad])).rejects.toThrow(
          /"outro" .* já existe neste acervo e não é do bag; .* --shared-users/,
        );
        expect(await other.database.query(CLIENTS)).toEqual([{ id: IDS.otherClient }]);
        expect([await account(other, THEIRS), await grantsOf(other, THEIRS)]).toEqual([before, grants]);
        const { text } = await acervo(other.app, ['bag', 'import', bad, '--shared-users']);
        expect(text).toMatch(/\nacessos dados a usuários que já existiam aqui: outro\n1 hashes de senha do bag não foram usados: [^\n]*$/);
        expect(await account(other, THEIRS)).toEqual(before);
        const clients = (await grantsOf(other, THEIRS)) as { client_id: string }[];
        expect(new Set(clients.map(({ client_id }) => client_id))).toEqual(new Set([IDS.client, IDS.otherClient]));
      }),
    );

    it.each([
      ['with rights', 'demo', 'demo'],
      ['whom its records name', 'financeiro', 'financeiro'],
      ['under another login', 'demo', 'demonstração'],
    ])('a user %s with the id or login of another user is refused', async (_, login, here) =>
      inAnother(async (other) => {
        const id = login === here ? OTHER_ID : stableId('user', login);
        await change(other, ({ users }) => ({
          users: [...users, { id, login: here, name: 'Alguém', password: DEMO_PASSWORD, grants: [] }],
        }));
        for (const words of [[], ['--shared-users']])
          await expect(acervo(other.app, ['bag', 'import', bags.first, ...words])).rejects.toThrow(
            `"${login}" (${stableId('user', login)}) do bag tem o id ou o login de outro usuário deste acervo: "${here}" (${id})`,
          );
        expect(await other.database.query(CLIENTS)).toEqual([]);
        expect(await other.database.query('SELECT login FROM user_account')).toEqual([{ login: here }]);
      }),
    );

    it('its workflows give no tasks to users that it does not describe', () =>
      inAnother(async (other) => {
        await acervo(other.app, ['bag', 'import', bags.others]);
        await changedBag(bags.first, bags.path('tarefas'), ARCHIVE, (text) => text.replace('user: demo', 'user: outro'));
        await expect(acervo(other.app, ['bag', 'import', bags.path('tarefas')])).rejects.toThrow(
          /dá uma tarefa ao usuário "outro", que não tem acesso ao cliente/,
        );
        expect(await other.database.query(CLIENTS)).toEqual([{ id: IDS.otherClient }]);
      }));
  });
});
