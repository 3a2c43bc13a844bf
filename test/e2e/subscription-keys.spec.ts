import { randomBytes } from 'node:crypto';
import { Subscriptions } from '#application/ports/access';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Api, IDS, place, type Answer, type Call } from './support/api';
import { bodyOf, createdBy, expectRefusal, PATHS } from './support/creates';
import { describeService } from './support/describe-service';
import { readGrantsAnew } from './support/read-grants-anew';
import { NOBODY, opened, visible } from './support/reading';
import { startService } from './support/service';
import { changingNobody, CREATE, grant, LOGIN, madeBy, OTHER_HOME, PROFILES, userBody, USERS } from './support/users';

const newKey = () => randomBytes(24).toString('base64url');

/** A client program that sends its key along. */
class Subscriber extends Api {
  constructor(
    url: string,
    readonly key: string | null,
    token: string | null = null,
  ) {
    super(url, token);
  }

  override call(method: string, path: string, { headers = {}, ...call }: Call = {}): Promise<Answer> {
    return super.call(method, path, { ...call, headers: { ...(this.key !== null && { SubscriptionKey: this.key }), ...headers } });
  }

  with(key: string | null): Subscriber {
    return new Subscriber(this.url, key, this.token);
  }
}

describeService('SubscriptionKey', { SUBSCRIPTION_KEYS: 'true' }, ({ service }) => {
  let demo: Subscriber;
  let other: Subscriber;
  const [first, second, foreign] = [newKey(), newKey(), newKey()];
  const own = { clientId: IDS.client, unitId: IDS.unit };
  const theirs = { clientId: IDS.otherClient, unitId: IDS.otherUnit };

  const rotate = (subscription: typeof own, slot: 1 | 2, key: string) => service.app.get(Subscriptions).rotate(subscription, slot, key);
  const signIn = async (username: string, key: string) => {
    const { status, json } = await new Subscriber(service.url, key).post(LOGIN, { body: { username, password: 'Acervo@2026' } });
    expect(status).toBe(201);
    return new Subscriber(service.url, key, json.Token as string);
  };
  beforeAll(async () => {
    expect(await Promise.all([rotate(own, 1, first), rotate(own, 2, second), rotate(theirs, 1, foreign)])).toEqual([true, true, true]);
    demo = await signIn('demo', first);
    other = await signIn('outro', foreign);
  });

  const barred = (call: () => Promise<Answer>) => changingNobody(service, async () => expectRefusal(await call(), 401));
  const refused = async (call: () => Promise<Answer>) => expect((await barred(call)).codigo).toBe('CHAVE_DE_ASSINATURA_INVALIDA');

  const CALLS: [string, (api: Api) => Promise<Answer>][] = [
    ['Login', (api) => api.post(LOGIN, { body: { username: 'demo', password: 'Acervo@2026' } })],
    [
      'RefreshToken',
      (api) => api.post('/api/Autenticacao/RefreshToken', { body: { idUsuario: NOBODY, username: 'demo', refreshToken: 'x' } }),
    ],
    ['Estrutura', (api) => api.get('/api/Estrutura')],
    ['2.1', (api) => api.get('/api/Arquivo/Get', { query: { idDocumento: NOBODY } })],
    ['4.4', (api) => api.get('/api/Documento/Get', { query: { idCliente: IDS.client } })],
    ['4.9', (api) => api.post(PATHS.V3, { query: place(), body: bodyOf('V3') })],
    ['5.1', (api) => api.get('/api/Lista/GetListas')],
    ['9.1', (api) => api.post(CREATE, { body: userBody() })],
    ['9.2', (api) => api.patch(`${USERS}/${NOBODY}/AlterarSenhaUsuario`, { body: { novaSenha: 'Aa1@bcdef' } })],
    ['users', (api) => api.get(USERS)],
    ['audit', (api) => api.get('/api/Auditoria', { query: { idCliente: IDS.client } })],
  ];

  it.each(CALLS)('A22 %s is refused without a key, and with an invalid one', async (_, call) => {
    for (const key of [null, '', newKey(), `${first}x`, first.slice(1), first.toLowerCase(), `${first},${second}`])
      await refused(() => call(demo.with(key)));
  });

  it('is checked before token and body', async () => {
    const answers = [
      await new Api(service.url).get('/api/Estrutura'),
      await new Api(service.url, 'x').get('/api/Estrutura'),
      await new Api(service.url, demo.token).post(CREATE, { body: '{' }),
    ];
    // The challenge says whether a token was sent, and nothing of it.
    const shown = (answer: Answer) => {
      const { headers, ...others } = visible(answer) as { headers: [string, string][] };
      return { ...others, headers: headers.filter(([name]) => name !== 'www-authenticate') };
    };
    for (const answer of answers) {
      expectRefusal(answer, 401);
      expect(shown(answer)).toEqual(shown(answers[0]!));
    }
  });

  it('works with either key, in any case of the header', async () => {
    for (const key of [first, second]) expect((await demo.with(key).get('/api/Estrutura')).status).toBe(200);
    expect((await new Api(service.url, demo.token).get('/api/Estrutura', { headers: { SUBSCRIPTIONKEY: ` ${second} ` } })).status).toBe(
      200,
    );
    expect((await signIn('leitor', second)).token).toBeTruthy();
  });

  it('A22 is valid for its own client only, with any token', async () => {
    const calls = CALLS.filter(([name]) => !['Login', 'RefreshToken'].includes(name));
    for (const [, call] of calls) await refused(() => call(demo.with(foreign)));
    await refused(() => other.with(first).get('/api/Documento/Get', { query: { idCliente: IDS.otherClient } }));
    expect((await other.get('/api/Documento/Get', { query: { idCliente: IDS.otherClient } })).status).toBe(200);
  });

  describe('of a user of two clients', () => {
    let both: Subscriber;
    let login: string;
    beforeAll(async () => {
      login = 'dois.clientes';
      const id = madeBy(await demo.post(CREATE, { body: userBody({ login, senha: 'Acervo@2026' }) }));
      expect((await demo.call('PUT', `${USERS}/${id}/Permissoes`, { body: [grant(PROFILES.admin)] })).status).toBe(200);
      const more = ['grant-of-two', id, idBytes(IDS.otherClient), IDS.otherUnit, PROFILES.admin];
      await service.database.query('INSERT INTO user_grant (id, user_id, client_id, unit_id, profile_id) VALUES (?, ?, ?, ?, ?)', more);
      await readGrantsAnew(service);
      both = await signIn(login, first);
    });

    it('allows only the client that it was created for', async () => {
      const search = (idCliente: string, key: string) => both.with(key).get('/api/Documento/Get', { query: { idCliente } });
      expect((await search(IDS.client, first)).status).toBe(200);
      expect((await search(IDS.otherClient, foreign)).status).toBe(200);
      await refused(() => search(IDS.otherClient, first));
      await refused(() => search(IDS.client, foreign));
      await refused(() => both.with(foreign).get(`/api/Lista/GetCamposDaLista`, { query: { IDCLIENTE: IDS.client, idLista: NOBODY } }));
    });

    it('allows no other client named in the body', async () => {
      await barred(() => both.post(CREATE, { body: userBody(OTHER_HOME) }));
      const id = madeBy(await both.post(CREATE, { body: userBody() }));
      const grants = [{ idCliente: IDS.otherClient, idUnidade: IDS.otherUnit, idPerfil: PROFILES.reader }];
      await barred(() => both.call('PUT', `${USERS}/${id}/Permissoes`, { body: grants }));
    });

    it('shows nothing of the other where no client is named', async () => {
      const clients = async (key: string) =>
        ((await both.with(key).get('/api/Estrutura')).json as { clientes: { idCliente: string }[] }[]).flatMap(({ clientes }) =>
          clientes.map(({ idCliente }) => idCliente),
        );
      expect(await clients(first)).toEqual([IDS.client]);
      expect(await clients(foreign)).toEqual([IDS.otherClient]);
    });
  });

  it('is valid for its own unit only', async () => {
    const key = newKey();
    await service.database.query('INSERT INTO client_unit (client_id, unit_id) VALUES (?, ?)', [idBytes(IDS.client), IDS.otherUnit]);
    await service.database.query('UPDATE client SET structure_version = structure_version + 1 WHERE id = ?', [idBytes(IDS.client)]);
    await readGrantsAnew(service);
    expect(await rotate({ clientId: IDS.client, unitId: IDS.otherUnit }, 1, key)).toBe(true);
    await barred(() => demo.with(key).post(PATHS.V3, { query: place(), body: bodyOf('V3') }));
    expect((await demo.post(PATHS.V3, { query: place(), body: bodyOf('V3') })).status).toBe(201);
  });

  it('cannot be created for a client that the unit does not serve', async () => {
    expect(await rotate({ clientId: IDS.otherClient, unitId: IDS.unit }, 1, newKey())).toBe(false);
    expect(await rotate({ clientId: NOBODY, unitId: IDS.unit }, 1, newKey())).toBe(false);
  });

  it('A22 one of two keys is replaced while the other works', async () => {
    const [old, kept, fresh] = [newKey(), newKey(), newKey()];
    await rotate(theirs, 1, old);
    await rotate(theirs, 2, kept);
    const works = async (key: string) => (await other.with(key).get('/api/Estrutura')).status;
    expect([await works(foreign), await works(old), await works(kept)]).toEqual([401, 200, 200]);
    await rotate(theirs, 1, fresh);
    expect([await works(old), await works(fresh), await works(kept)]).toEqual([401, 200, 200]);
    await rotate(theirs, 1, foreign);
  });

  it('is not required for links, health and the reference', async () => {
    const { files } = createdBy(
      await demo.post(PATHS.V2, { query: place(), body: bodyOf('V2', { files: [{ content: 'Olá', extension: 'txt', share: true }] }) }),
    );
    expect([200, 302]).toContain((await opened(service, files[0]?.link)).status);
    const nobody = new Api(service.url);
    for (const path of [
      '/saude/viva',
      '/saude/pronta',
      '/docs',
      '/openapi.json',
      '/openapi.yaml',
      '/openapi.en.json',
      '/openapi.en.yaml',
    ]) {
      expect([path, (await nobody.get(path)).status]).toEqual([path, 200]);
    }
    expectRefusal(await nobody.get('/api/NaoExiste'), 404);
  });

  it('is not stored in the database', async () => {
    const tables = ['subscription_key', 'event_outbox', 'event', 'session', 'repeatable_call', 'client'];
    const rows = JSON.stringify(await Promise.all(tables.map((table) => service.database.query(`SELECT * FROM ${table}`))));
    for (const key of [first, second, foreign]) expect(rows).not.toContain(key);
    expect(rows).toContain(IDS.client);
  });

  it('is not required unless configured', async () => {
    const open = await startService();
    const api = new Api(open.url);
    expect((await api.post(LOGIN, { body: { username: 'demo', password: 'Acervo@2026' }, headers: { SubscriptionKey: 'x' } })).status).toBe(
      201,
    );
    await open.stop();
  });
});
