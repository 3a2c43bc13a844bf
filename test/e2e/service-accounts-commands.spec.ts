import { stableId } from '#application/support/stable-id';
import { Output } from '#src/cli/output';
import { Api, IDS, loggedIn } from './support/api';
import { demoText, openDesk } from './support/archive-files';
import { eventsOf } from './support/audited';
import { describeScene } from './support/describe-service';
import { acervo } from './support/in-process';
import { NOBODY } from './support/reading';
import { SEARCH } from './support/search-archive';
import { makeAccount, makeKey } from './support/service-accounts';
import { grant, PROFILES, tryLogin, USERS } from './support/users';

const USER = (login: string, more: string) =>
  `  - login: ${login}\n    name: ERP\n${more}    grants:\n      - client: Empresa Exemplo\n        unit: Unidade Central\n        profile: Leitor\n`;
const KEY = /acv_[0-9A-Za-z]{8}_[0-9A-Za-z]{47}/;

describeScene('service accounts of the operator', openDesk, (desk) => {
  let demo: Api;
  let text: string;
  beforeAll(async () => {
    demo = await loggedIn(desk.service.url);
    text = (await demoText()).trimEnd();
  });
  const with_ = (user: string) => `${text}\n${user}`;
  const run = (...words: string[]) => acervo(desk.service.app, words);
  const works = async (token: string) =>
    (await new Api(desk.service.url, token).get(SEARCH, { query: { IdCliente: IDS.client } })).status === 200;

  it('stand in the archive file, without a password', async () => {
    expect((await desk.apply(with_(USER('erp', '    service: true\n')))).written).toBe(true);
    const id = stableId('user', 'erp');
    const { json } = await demo.get('/api/ContaServico', { query: { texto: 'erp' } });
    expect(json.Contas).toMatchObject([{ idUsuario: id, login: 'erp', status: 'A', idCliente: IDS.client, idResponsavel: null }]);
    for (const passwordHashes of [true, false]) {
      const exported = await desk.export({ passwordHashes });
      expect(exported).toContain('login: erp\n    name: ERP\n    service: true\n    grants:');
    }
    expect((await desk.apply(await desk.export())).written).toBe(false);
    // A file that does not say it leaves it as it is.
    expect((await desk.apply(with_(USER('erp', '')))).written).toBe(false);
  });

  it('stay what they are, and get no password', async () => {
    const person = await desk.refused(with_(USER('demo2', '    password: Segredo@2026\n    service: true\n')));
    expect(person).toEqual([expect.stringContaining('user "demo2" is a service account, which has no password')]);
    const changed = text.replace('  - login: leitor\n', '  - login: leitor\n    service: true\n');
    expect(changed).not.toBe(text);
    const problems = await desk.refused(changed);
    expect(problems).toContainEqual(expect.stringContaining('user "leitor" is a person, and stays one'));
    expect(await desk.refused(with_(USER('erp', '    service: false\n')))).toEqual([
      expect.stringContaining('user "erp" is a service account, and stays one'),
    ]);
    const weak = await desk.refused(with_(USER('novo', '    password: acv_Abcdef12_x!\n')));
    expect(weak).toEqual([expect.stringContaining('the password of user "novo" is too weak')]);
    await expect(run('user', 'password', 'erp')).rejects.toThrow('service account');
    expect((await tryLogin(desk.service.url, 'erp', '')).status).not.toBe(201);
  });

  it('do not make a client administered: a person must hold user:manage', async () => {
    const account = await makeAccount(demo, [grant(PROFILES.admin)]);
    const { json } = await demo.get(`/api/Acervo/${IDS.client}`);
    const others = (json.profiles as { name: string }[]).filter(({ name }) => name !== 'Administrador');
    const { status } = await demo.call('PUT', `/api/Acervo/${IDS.client}`, { body: { profiles: others }, query: { simular: 'true' } });
    expect([status, (await demo.get(`${USERS}/${account.id}`)).json.permissoes[0].nomePerfil]).toEqual([422, 'Administrador']);
  });

  it('get keys by key create, with the rights of a person', async () => {
    const made = await run(
      'key',
      'create',
      'ERP',
      '--as',
      'demo',
      '--name',
      'produção',
      '--permission',
      'document:view',
      'file:view',
      '--days',
      '30',
    );
    const [key] = KEY.exec(made.text)!;
    expect([made.exitCode, await works(key)]).toEqual([0, true]);
    const { eventos } = await eventsOf(demo, { acao: 'chave_api.incluir', limite: 1 });
    expect(eventos[0]).toMatchObject({ idUsuario: stableId('user', 'demo'), origem: 'cli', objeto: { userId: stableId('user', 'erp') } });
    const lines: string[] = [];
    const output = Object.assign(new Output(), { line: (line: string) => lines.push(line) });
    expect((await acervo(desk.service.app, ['key', 'list', 'erp', '--as', 'demo'], output)).text).toBe('1 keys');
    expect(lines).toEqual([expect.stringMatching(/^[0-9a-f-]{36} {2}acv_\w{8} {2}produção {2}until .* used .* document:view file:view$/)]);
    const { id } = made.data as { id: string };
    expect((await run('key', 'revoke', 'erp', id, '--as', 'demo')).exitCode).toBe(0);
    expect(await works(key)).toBe(false);
    await expect(run('key', 'revoke', 'erp', id, '--as', 'demo')).rejects.toThrow(/no such key/);
  });

  it('are refused in words', async () => {
    const create = (login: string, as: string, ...more: string[]) =>
      run('key', 'create', login, '--as', as, '--name', 'x', '--permission', 'document:view', ...more);
    await expect(create('leitor', 'demo')).rejects.toThrow(/no such service account/);
    await expect(create('ninguem', 'demo')).rejects.toThrow(/no such service account/);
    await expect(create('erp', 'outro')).rejects.toThrow(/no such service account/);
    await expect(create('erp', 'leitor')).rejects.toThrow(/may not do that/);
    await expect(create('erp', 'ninguem')).rejects.toThrow(/no active user/);
    await expect(create('erp', 'demo', '--days', '366')).rejects.toThrow(/1 to 365/);
    await expect(create('erp', 'demo', '--network', 'rede')).rejects.toThrow(/no network/);
    await expect(create('erp', 'demo', '--level', NOBODY)).rejects.toThrow(/no such level/);
    await expect(run('key', 'create', 'erp', '--as', 'demo', '--name', 'x', '--permission', 'user:manage')).rejects.toThrow(/user:manage/);
    await makeKey(demo, { id: stableId('user', 'erp'), login: 'erp' });
  });
});
