import { DEMO, userId } from '../builders/demo';
import type { Archive, ArchiveContract } from './support/archive';
import { atOnce } from './support/deferred';

const UNTIL = new Date('2126-11-21T12:05:00.000Z');

/** Users as far as logging in is concerned. */
export const accountsContract: ArchiveContract = (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    beforeAll(async () => {
      archive = await open();
    });
    afterAll(() => archive.close());
    const fail = async (login: string, times: number, limit: number) => {
      for (let time = 0; time < times; time++) await archive.accounts.countFailure(login, limit, UNTIL);
    };

    it('finds an account by its folded login', async () => {
      expect(await archive.accounts.findByLogin('demo')).toEqual({
        userId: userId('demo'),
        login: 'demo',
        name: 'Usuário de Demonstração',
        passwordHash: 'plain:Acervo@2026',
        active: true,
        inactiveFrom: null,
        homeClientId: DEMO.client,
      });
    });

    it.each(['', 'dem', 'demo1', 'demo ', '%', 'd_mo', "' OR 1=1 --", 'ninguem', '📎'])('knows no login %j', async (login) => {
      expect(await archive.accounts.findByLogin(login)).toBeNull();
      expect(await archive.accounts.blockedUntil(login)).toBeNull();
    });

    it('blocks a login from the limit of failures in a row on, and it alone', async () => {
      await fail('leitor', 5, 6);
      expect(await archive.accounts.blockedUntil('leitor')).toBeNull();
      await fail('leitor', 1, 6);
      expect(await archive.accounts.blockedUntil('leitor')).toEqual(UNTIL);
      await fail('leitor', 1, 6);
      expect(await archive.accounts.blockedUntil('leitor')).toEqual(UNTIL);
      expect(await archive.accounts.blockedUntil('demo')).toBeNull();
    });

    it('counts anew after a block that is over', async () => {
      for (let time = 0; time < 6; time++) await archive.accounts.countFailure('patient', 6, new Date(Date.now() - 1000));
      await fail('patient', 5, 6);
      expect(await archive.accounts.blockedUntil('patient')).toBeNull();
      await fail('patient', 1, 6);
      expect(await archive.accounts.blockedUntil('patient')).toEqual(UNTIL);
    });

    it('counts anew once failures are cleared', async () => {
      await fail('financeiro', 6, 6);
      await archive.accounts.clearFailures('financeiro');
      await archive.accounts.clearFailures('never failed');
      expect(await archive.accounts.blockedUntil('financeiro')).toBeNull();
      await fail('financeiro', 5, 6);
      expect(await archive.accounts.blockedUntil('financeiro')).toBeNull();
    });

    it('counts failures of logins that nobody has, of any length', async () => {
      const login = `ninguém 📎 ${'x'.repeat(10_000)}`;
      await fail(login, 1, 1);
      expect(await archive.accounts.blockedUntil(login)).toEqual(UNTIL);
    });

    it('misses none of 20 failures at once', async () => {
      await atOnce(19, () => fail('crowd', 1, 20));
      expect(await archive.accounts.blockedUntil('crowd')).toBeNull();
      await fail('crowd', 1, 20);
      expect(await archive.accounts.blockedUntil('crowd')).toEqual(UNTIL);
    });

    it('replaces the password hash of one user', async () => {
      const hash = `$argon2id$v=19$m=19456,t=2,p=1$${'c'.repeat(120)}`;
      const verified = (await archive.accounts.findByLogin('outro'))?.passwordHash ?? '';
      await archive.accounts.replacePasswordHash(userId('outro'), 'another hash', 'lost race');
      await archive.accounts.replacePasswordHash(userId('outro'), verified, hash);
      expect((await archive.accounts.findByLogin('outro'))?.passwordHash).toBe(hash);
      expect((await archive.accounts.findByLogin('demo'))?.passwordHash).toBe('plain:Acervo@2026');
    });
  });
};
