import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DataSource } from 'typeorm';
import { StatementLog } from '../support/statement-log';
import { Api, IDS, type Answer } from './support/api';
import { eventsOf } from './support/audited';
import { create, expectRefusal, type Refusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { NOBODY } from './support/reading';
import { SEARCH } from './support/search-archive';
import { askKey, keyIn, keysPath, makeAccount, makeKey, type MadeAccount, type MadeKey } from './support/service-accounts';
import { addProfile, daysFromNow, done, grant, PROFILES, refusedWith, setDatabaseClock, setGrants, setPassword, setStatus, USERS, userWith } from './support/users'; // prettier-ignore
import { usersScene } from './support/users-scene';

const problems = ({ erros = [] }: Refusal) => erros.map(({ campo, codigo }) => [campo, codigo]);
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As documented, in another way than the service does it. */
function checkOf(body: string): string {
  const value = crc32(body) % 62 ** 4;
  return [3, 2, 1, 0].map((power) => LETTERS[Math.floor(value / 62 ** power) % 62]).join('');
}

const search = (api: Api, level?: string) =>
  api.get(SEARCH, { query: { IdCliente: IDS.client, ...(level !== undefined && { IdArvoreOrganizacional: level }) } });
const works = async (api: Api) => (await search(api)).status === 200;
const ofKey = ({ id }: MadeKey, account: MadeAccount) => `${keysPath(account)}/${id}`;

describeScene('API keys', usersScene, ({ service, demo, finance, other, reader }) => {
  const refused = async (status: number, call: () => Promise<Answer>) => problems(await refusedWith(service, status, call));
  const replaced = async (key: MadeKey, account: MadeAccount, body?: object) =>
    keyIn(demo, await demo.post(`${ofKey(key, account)}/trocar`, body && { body }));
  afterEach(() => setDatabaseClock(service, null));

  it('have a form that secret scanners find, are shown once and kept as a digest', async () => {
    const account = await makeAccount(demo);
    const made = await askKey(demo, account, { redes: ['127.0.0.0/8'], validadeDias: 1, idArvoreOrganizacional: IDS.finance });
    const { chave, ...shown } = made.json as Record<string, string>;
    expect(chave).toMatch(/^acv_[0-9A-Za-z]{8}_[0-9A-Za-z]{47}$/);
    expect(chave!.slice(-4)).toBe(checkOf(chave!.slice(0, -4)));
    expect(shown).toMatchObject({
      nome: 'teste',
      prefixo: chave!.slice(0, 12),
      permissoes: ['document:view', 'file:view'],
      idArvoreOrganizacional: IDS.finance,
      redes: ['127.0.0.0/8'],
      ultimoUso: null,
    });
    expect(Math.round((Date.parse(shown.expiraEm!) - Date.parse(shown.dataCadastro!)) / 3_600_000)).toBe(24);
    const list = await demo.get(keysPath(account));
    expect([list.status, list.json]).toEqual([200, [shown]]);
    const rows = (await service.database.query('SELECT * FROM api_key WHERE user_id = ?', [account.id])) as { key_hash: string }[];
    expect(rows.map(({ key_hash }) => key_hash)).toEqual([createHash('sha256').update(chave!).digest('hex')]);
    expect(JSON.stringify(rows)).not.toContain(chave!.slice(13, 40));
  });

  it('call every operation as their account, in the place of a token', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account);
    expect(await works(key.api)).toBe(true);
    const bare = await demo.get(SEARCH, { query: { IdCliente: IDS.client }, token: null, headers: { authorization: key.text } });
    expect(bare.status).toBe(200);
    const [{ ultimoUso }] = (await demo.get(keysPath(account))).json as [{ ultimoUso: string }];
    expect(Math.abs(Date.parse(ultimoUso) - Date.now())).toBeLessThan(60_000);
    expect((await key.api.get(`${USERS}/${account.id}/Sessoes`)).json).toEqual([]);
    // There is no session to end.
    expect([(await key.api.post('/api/Autenticacao/Logout')).status, await works(key.api)]).toEqual([200, true]);
  });

  it('A25 do what both the account and the key may, as they are at the call', async () => {
    const filing = await addProfile(service, 'Arquivista', [
      'document:view',
      'document:create',
      'file:add',
      'document:share',
      'list:change',
    ]);
    const account = await makeAccount(demo, [grant(filing)]);
    const [reads, files] = [
      await makeKey(demo, account, { permissoes: ['document:view', 'list:view'] }),
      await makeKey(demo, account, { permissoes: ['document:view', 'document:create', 'file:add', 'document:share'] }),
    ];
    const filed = (key: MadeKey) => create(key.api, 'V3').then(({ status }) => status);
    expect([await filed(reads), await filed(files)]).toEqual([401, 201]);
    // The account has less.
    expectRefusal(await reads.api.get('/api/Lista/GetListas'), 401);
    done(await setGrants(demo, account.id, [grant(PROFILES.reader)]));
    expect([await filed(files), await works(files.api)]).toEqual([401, true]);
    done(await setGrants(demo, account.id, []));
    expectRefusal(await search(files.api), 401);
    done(await setGrants(demo, account.id, [grant(filing, IDS.finance)]));
    expect(await filed(files)).toBe(201);
  });

  it('A25 reach the level that they are for, within those of the account', async () => {
    const account = await makeAccount(demo);
    const of = (idArvoreOrganizacional: string) => makeKey(demo, account, { idArvoreOrganizacional });
    const [wide, narrow, elsewhere] = [await of(IDS.finance), await of(IDS.invoices), await of(IDS.staff)];
    const reached = async ({ api }: MadeKey) =>
      Promise.all([IDS.finance, IDS.invoices, IDS.records].map(async (level) => (await search(api, level)).status));
    expect([await reached(wide), await reached(narrow), await reached(elsewhere)]).toEqual([
      [200, 200, 401],
      [401, 200, 401],
      [401, 401, 200],
    ]);
    done(await setGrants(demo, account.id, [grant(PROFILES.reader, IDS.invoices)]));
    expect([await reached(wide), await reached(narrow), await reached(elsewhere)]).toEqual([
      [401, 200, 401],
      [401, 200, 401],
      [401, 401, 401],
    ]);
  });

  it('A25 reach nothing of another client, whatever their account is given', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account);
    const [{ id }] = (await service.database.query('SELECT id FROM user_grant WHERE user_id = ?', [account.id])) as [{ id: string }];
    await service.database.query(
      `INSERT INTO user_grant (id, user_id, client_id, profile_id)
       SELECT ?, user_id, (SELECT home_client_id FROM user_account WHERE login_key = 'outro'), profile_id FROM user_grant WHERE id = ?`,
      [crypto.randomUUID(), id],
    );
    await service.database.query('UPDATE user_account SET rights = rights + 1 WHERE id = ?', [account.id]);
    expect(await works(key.api)).toBe(true);
    expectRefusal(await key.api.get(SEARCH, { query: { IdCliente: IDS.otherClient } }), 401);
  });

  it('A24 are refused alike, whatever the reason', async () => {
    const account = await makeAccount(demo);
    const inactive = await makeAccount(demo);
    const [key, ended, far, late, off] = [
      await makeKey(demo, account, { redes: ['127.0.0.1', '::1'] }),
      await makeKey(demo, account),
      await makeKey(demo, account, { redes: ['203.0.113.0/24', '2001:db8::/32'] }),
      await makeKey(demo, account, { validadeDias: 1 }),
      await makeKey(demo, inactive),
    ];
    expect([await works(key.api), await works(ended.api), await works(late.api), await works(off.api)]).toEqual([true, true, true, true]);
    expect((await demo.delete(ofKey(ended, account))).json).toBe('Chave encerrada com sucesso.');
    done(await setStatus(demo, inactive.id, 'I'));
    const unknown = `acv_${'a'.repeat(8)}_${'b'.repeat(43)}`;
    const texts = [ended.text, far.text, off.text, `${unknown}${checkOf(unknown)}`, `${unknown}0000`, key.text.slice(0, -1), 'abc.def.ghi'];
    setDatabaseClock(service, daysFromNow(2));
    const answers = [await search(late.api)];
    setDatabaseClock(service, null);
    for (const text of texts) answers.push(await search(new Api(service.url, text)));
    const refusals = answers.map((answer) => {
      const { idRequisicao: _id, ...body } = expectRefusal(answer, 401) as unknown as Record<string, unknown>;
      return [body, answer.headers.get('www-authenticate')];
    });
    expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(refusals[0]).toEqual([expect.objectContaining({ codigo: 'TOKEN_INVALIDO' }), 'Bearer realm="acervo", error="invalid_token"']);
    expect(await works(key.api)).toBe(true);
  });

  it('A25 are made by who holds all of it', async () => {
    const account = await makeAccount(finance, [grant(PROFILES.reader, IDS.finance)]);
    expect(await refused(422, () => askKey(finance, account, { permissoes: ['document:view', 'file:view'] }))).toEqual([
      ['permissoes[0]', 'PERMISSAO_ALEM_DA_PROPRIA'],
      ['permissoes[1]', 'PERMISSAO_ALEM_DA_PROPRIA'],
    ]);
    const key = await makeKey(finance, account, { idArvoreOrganizacional: IDS.finance });
    expect((await search(key.api, IDS.invoices)).status).toBe(200);
    expect(await refused(401, () => askKey(finance, account, { idArvoreOrganizacional: IDS.staff }))).toEqual([]);
    const half = await addProfile(service, 'Meio administrador', ['user:manage', 'document:view', 'file:view']);
    const some = await userWith(demo, [grant(half)]);
    const own = await makeAccount(some.api, [grant(half)].slice(1));
    done(await setGrants(some.api, own.id, [grant(await addProfile(service, 'Meio leitor', ['document:view']))]));
    expect(await refused(422, () => askKey(some.api, own, { permissoes: ['document:view', 'document:delete', 'user:manage'] }))).toEqual([
      ['permissoes[1]', 'PERMISSAO_ALEM_DA_PROPRIA'],
      ['permissoes[2]', 'CONTA_NAO_ADMINISTRA'],
    ]);
  });

  it('are refused with all that is wrong', async () => {
    const account = await makeAccount(demo);
    const body = { nome: '', validadeDias: 366, permissoes: ['document:view', 'tudo'], redes: ['10.0.0.0/33', 'rede', '10.0.0.0/8'] };
    expect(await refused(400, () => askKey(demo, account, body))).toEqual([
      ['nome', 'OBRIGATORIO'],
      ['validadeDias', 'FORA_DO_INTERVALO'],
      ['permissoes[1]', 'OPCAO_INVALIDA'],
      ['redes[0]', 'FORMATO_INVALIDO'],
      ['redes[1]', 'FORMATO_INVALIDO'],
    ]);
    expect(await refused(400, () => askKey(demo, account, { permissoes: [] }))).toEqual([['permissoes', 'OBRIGATORIO']]);
    for (const idArvoreOrganizacional of [NOBODY, IDS.otherLevel])
      expect(await refused(400, () => askKey(demo, account, { idArvoreOrganizacional }))).toEqual([
        ['idArvoreOrganizacional', 'ID_INEXISTENTE'],
      ]);
  });

  it('are of service accounts, for who may change these', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account);
    const person = await userWith(demo, [grant(PROFILES.reader)]);
    await refused(404, () => askKey(demo, person));
    for (const api of [finance, other]) {
      await refused(404, () => askKey(api, account));
      await refused(404, () => api.get(keysPath(account)));
      await refused(404, () => api.delete(ofKey(key, account)));
      await refused(404, () => api.post(`${ofKey(key, account)}/trocar`));
    }
    for (const api of [reader, key.api]) await refused(401, () => api.get(keysPath(account)));
    const second = await makeAccount(demo);
    for (const path of [ofKey(key, second), `${keysPath(account)}/${NOBODY}`]) {
      await refused(404, () => demo.delete(path));
      await refused(404, () => demo.post(`${path}/trocar`));
    }
    expect(await works(key.api)).toBe(true);
  });

  it('are replaced, with an overlap', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account, { validadeDias: 30, permissoes: ['document:view'], idArvoreOrganizacional: IDS.finance });
    const next = await replaced(key, account);
    expect([await works(key.api), await works(next.api)]).toEqual([true, true]);
    const [newer, older] = (await demo.get(keysPath(account))).json as Record<string, string>[];
    const { idChave, prefixo, dataCadastro, expiraEm, ultimoUso: _used, ...terms } = newer!;
    expect([idChave, next.text.startsWith(prefixo!)]).toEqual([next.id, true]);
    expect(older).toMatchObject(terms);
    expect(Math.round((Date.parse(expiraEm!) - Date.parse(dataCadastro!)) / 86_400_000)).toBe(30);
    expect(Math.round((Date.parse(older!.expiraEm!) - Date.now()) / 3_600_000)).toBe(48);
    setDatabaseClock(service, daysFromNow(3));
    expect([await works(key.api), await works(next.api)]).toEqual([false, true]);
    await refused(404, () => demo.post(`${ofKey(key, account)}/trocar`));
    setDatabaseClock(service, null);
    const last = await replaced(next, account, { sobreposicaoHoras: 0 });
    expect([await works(next.api), await works(last.api)]).toEqual([false, true]);
    expect(await refused(400, () => demo.post(`${ofKey(last, account)}/trocar`, { body: { sobreposicaoHoras: 169 } }))).toEqual([
      ['sobreposicaoHoras', 'FORA_DO_INTERVALO'],
    ]);
  });

  it('are replaced again for as long as they were made, while they go on', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account, { validadeDias: 30 });
    await replaced(key, account);
    const again = await replaced(key, account, { sobreposicaoHoras: 168 });
    const keys = (await demo.get(keysPath(account))).json as { idChave: string; dataCadastro: string; expiraEm: string }[];
    const ends = ({ id }: MadeKey) => Date.parse(keys.find(({ idChave }) => idChave === id)!.expiraEm) - Date.now();
    expect([Math.round(ends(again) / 86_400_000), Math.round(ends(key) / 3_600_000)]).toEqual([30, 48]);
  });

  it('are in the audit trail, by their ids alone', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account);
    const next = await replaced(key, account);
    await demo.delete(ofKey(next, account));
    const { eventos } = await eventsOf(demo, { idObjeto: account.id });
    const told = eventos.filter(({ acao }) => acao.startsWith('chave_api.'));
    expect(told.map(({ acao, objeto }) => [acao, objeto])).toEqual([
      ['chave_api.encerrar', { userId: account.id, apiKeyId: next.id }],
      ['chave_api.trocar', { userId: account.id, apiKeyId: next.id, formerApiKeyId: key.id }],
      ['chave_api.incluir', { userId: account.id, apiKeyId: key.id }],
    ]);
  });

  it('are made once, however often the call is repeated', async () => {
    const account = await makeAccount(demo);
    const call = { body: { nome: 'uma', permissoes: ['document:view'] }, headers: { 'idempotency-key': crypto.randomUUID() } };
    const [first, again] = [await demo.post(keysPath(account), call), await demo.post(keysPath(account), call)];
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await demo.get(keysPath(account))).json).toHaveLength(1);
  });

  it('go with their account', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account);
    expect((await demo.delete(`${USERS}/${account.id}`)).status).toBe(200);
    expectRefusal(await search(key.api), 401);
    expect(await service.database.query('SELECT id FROM api_key WHERE user_id = ?', [account.id])).toEqual([]);
  });

  it('take one statement of each call, like a session', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account, { idArvoreOrganizacional: IDS.finance });
    const log = new StatementLog(service.app.get(DataSource));
    const asked = async (api: Api) => {
      await search(api, IDS.invoices);
      log.take();
      await search(api, IDS.invoices);
      return log.take();
    };
    const [byKey, bySession] = [await asked(key.api), await asked(demo)];
    expect(byKey.filter((text) => /api_key|user_account|user_grant|session/.test(text))).toHaveLength(1);
    expect(byKey).toHaveLength(bySession.length);
  });

  it('change no password, not even their own', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account);
    expect(await refused(422, () => setPassword(key.api, account.id))).toEqual([['novaSenha', 'CONTA_SEM_SENHA']]);
  });
});
