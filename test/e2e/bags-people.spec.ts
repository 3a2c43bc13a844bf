import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PasswordHasher } from '#application/ports/secrets';
import { stableId } from '#application/stable-id';
import type { ArchiveDefinition } from '#domain/archive/archive-definition';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import { bag } from '#src/cli/bag/bag-command';
import { DEMO_PASSWORD } from '#src/cli/demo/demo-archive';
import { IDS, loggedIn } from './support/api';
import { changedBag } from './support/changed-bag';
import type { Service } from './support/service';
import { ARCHIVE, CLIENT, inAnother, manifestOf, MOVED, OTHER, twoBags, type TwoBags } from './support/two-bags';

describe('people of a bag', () => {
  let bags: TwoBags;
  beforeAll(async () => {
    bags = await twoBags();
  });
  afterAll(() => bags?.stop());

  const grantsOf = ({ database }: Service, userId: string) =>
    database.query('SELECT client_id, unit_id, node_id FROM user_grant WHERE user_id = ?', [userId]);

  it('says of others whom its records name who they are, and no more', async () => {
    const { users } = parse(await readFile(join(bags.first, ARCHIVE), 'utf8')) as ArchiveDefinition;
    const named = { id: MOVED, login: 'financeiro', name: 'Financeiro', passwordHash: NO_PASSWORD_HASH, grants: [] };
    expect(users.filter(({ id }) => id === MOVED)).toEqual([named]);
  });

  it.each([
    ['after', [1, 0]],
    ['before', [0, 1]],
  ])('comes %s the client that has a user whom its records name', async (_, order) =>
    inAnother(async (other) => {
      const both = [bags.first, bags.others];
      for (const index of order) await bag(other.app, ['import', both[index]!]);
      expect(await grantsOf(other, MOVED)).toEqual([{ client_id: IDS.otherClient, unit_id: IDS.otherUnit, node_id: null }]);
      for (const [index, client] of [CLIENT, OTHER].entries()) {
        const again = bags.path(`${client} ${order.join()}`);
        await bag(other.app, ['export', '--client', client, '--to', again, '--with-password-hashes']);
        expect([client, await manifestOf(again)]).toEqual([client, await manifestOf(both[index]!)]);
      }
      expect((await loggedIn(other.url, 'financeiro')).token).not.toBeNull();
    }),
  );

  describe('cannot be used against people of others', () => {
    const HASH = async () => bags.service.app.get(PasswordHasher).hash(DEMO_PASSWORD);
    /** A bag of the one client that has somebody of the other as its own, and says how to log in as that one. */
    async function claiming(login: string): Promise<string> {
      const id = stableId('user', login);
      const hash = await HASH();
      const own = `users:\n  - id: ${id}\n    login: ${login}\n    name: Outra Pessoa\n    passwordHash: ${hash}\n    grants:\n      - client: ${CLIENT}\n        profile: Administrador\n`;
      await changedBag(bags.first, bags.path('alheio'), ARCHIVE, (text) => text.replace('users:\n', own));
      return bags.path('alheio');
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
        await bag(other.app, ['import', bags.others]);
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
        const without = bags.path('sem senhas');
        await bag(bags.service.app, ['export', '--client', OTHER, '--to', without]);
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
