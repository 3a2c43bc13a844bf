import { DEMO, userId } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const BLOCK_MS = 300_000;

/** Users as far as logging in is concerned. */
describeContract('Accounts', (archive) => {
  const fail = async (login: string, times: number, limit: number) => {
    for (let time = 0; time < times; time++) await archive.accounts.countFailure(login, limit, BLOCK_MS);
  };

  it('finds an account by its folded login', async () => {
    expect(await archive.accounts.findByLogin('demo')).toEqual({
      userId: userId('demo'),
      login: 'demo',
      name: 'Usuário de Demonstração',
      passwordHash: 'plain:Acervo@2026',
      service: false,
      active: true,
      homeClientId: DEMO.client,
    });
  });

  it.each(['', 'dem', 'demo1', 'demo ', '%', 'd_mo', "' OR 1=1 --", 'ninguem', '📎'])('finds no account for %j', async (login) => {
    expect(await archive.accounts.findByLogin(login)).toBeNull();
    expect(await archive.accounts.isBlocked(login)).toBe(false);
  });

  it('blocks only the login that reached the limit of consecutive failures', async () => {
    await fail('leitor', 5, 6);
    expect(await archive.accounts.isBlocked('leitor')).toBe(false);
    await fail('leitor', 1, 6);
    expect(await archive.accounts.isBlocked('leitor')).toBe(true);
    await fail('leitor', 1, 6);
    expect(await archive.accounts.isBlocked('leitor')).toBe(true);
    expect(await archive.accounts.isBlocked('demo')).toBe(false);
  });

  it('restarts counting after a block', async () => {
    await fail('patient', 6, 6);
    expect(await archive.accounts.isBlocked('patient')).toBe(true);
    archive.moveDatabaseClock(BLOCK_MS);
    expect(await archive.accounts.isBlocked('patient')).toBe(false);
    await fail('patient', 5, 6);
    expect(await archive.accounts.isBlocked('patient')).toBe(false);
    await fail('patient', 1, 6);
    expect(await archive.accounts.isBlocked('patient')).toBe(true);
  });

  it('restarts counting after failures are cleared', async () => {
    await fail('financeiro', 6, 6);
    await archive.accounts.clearFailures('financeiro');
    await archive.accounts.clearFailures('never failed');
    expect(await archive.accounts.isBlocked('financeiro')).toBe(false);
    await fail('financeiro', 5, 6);
    expect(await archive.accounts.isBlocked('financeiro')).toBe(false);
  });

  it('counts failures of unknown logins of any length', async () => {
    const login = `ninguém 📎 ${'x'.repeat(10_000)}`;
    await fail(login, 1, 1);
    expect(await archive.accounts.isBlocked(login)).toBe(true);
  });

  it('counts 20 concurrent failures', async () => {
    await atOnce(19, () => fail('crowd', 1, 20));
    expect(await archive.accounts.isBlocked('crowd')).toBe(false);
    await fail('crowd', 1, 20);
    expect(await archive.accounts.isBlocked('crowd')).toBe(true);
  });
});
