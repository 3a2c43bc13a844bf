import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { loadKeys } from '#infrastructure/keys/key-files';
import { Api, IDS, place } from './support/api';
import { bodyOf, expectRefusal, PATHS, refused, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, filedElsewhere, NOBODY, revokePath, sharesPath, texts, visible } from './support/reading';

const STRUCTURE = '/api/Estrutura';

interface Session {
  IdUsuario: string;
  Token: string;
  RefreshToken: string;
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describeService('access', ({ service, demo: api, other }) => {
  let session: Session;
  let claims: { sid: string; sub: string; iss: string; aud: string; iat: number; exp: number };
  beforeAll(async () => {
    session = await login('demo');
    claims = jwt.decode(session.Token) as typeof claims;
  });

  const login = async (username: string) =>
    (await new Api(service.url).post('/api/Autenticacao/Login', { body: { username, password: DEMO_PASSWORD } })).json as Session;
  const withHeader = (authorization: string) => api.get(STRUCTURE, { token: null, headers: { authorization } });
  const withToken = (token: string) => withHeader(`Bearer ${token}`);
  /** Our own key: whoever had it could write what is signed here. */
  const signed = (payload: object, options: jwt.SignOptions = {}, key = loadKeys(service.config).jwt.reveal()) =>
    jwt.sign(payload, key, { algorithm: 'HS256', ...options });

  describe('with a token', () => {
    it('A23 that is valid, in any accepted form', async () => {
      const { Token } = session;
      for (const header of [`Bearer ${Token}`, `bearer ${Token}`, `BEARER   ${Token}`, Token, ` ${Token} `]) {
        expect([header.slice(0, 9), (await withHeader(header)).status]).toEqual([header.slice(0, 9), 200]);
      }
      expect((await withToken(signed(claims))).status).toBe(200);
    });

    it('A15 A23 that is invalid', async () => {
      const missing = await refused(service, 401, () => api.get(STRUCTURE, { token: null }));
      for (const header of [
        'Bearer',
        'Bearer ',
        'Basic ZGVtbzpBY2Vydm9AMjAyNg==',
        'garbage',
        'Bearer garbage',
        'Bearer a.b.c',
        'Bearer null',
        `Bearer ${'x'.repeat(6000)}`,
      ]) {
        expect(expectRefusal(await withHeader(header), 401).codigo).toBe(missing.codigo);
      }
      expect(expectRefusal(await withHeader(`Bearer ${session.Token} ${session.Token}`), 401).codigo).toBe(missing.codigo);
    });

    it('or none, with a challenge that says which', async () => {
      const challengeOf = async (call: Parameters<Api['get']>[1], path = STRUCTURE) => {
        const answer = await api.get(path, call);
        return [answer.status, answer.headers.get('www-authenticate')];
      };
      expect(await challengeOf({ token: null })).toEqual([401, 'Bearer realm="acervo"']);
      expect(await challengeOf({ token: 'x' })).toEqual([401, 'Bearer realm="acervo", error="invalid_token"']);
      const foreign = { query: { IdCliente: IDS.otherClient } };
      expect(await challengeOf(foreign, '/api/Documento/Get')).toEqual([401, 'Bearer realm="acervo", error="invalid_token"']);
      const { status, headers } = await api.post('/api/Autenticacao/Login', {
        token: null,
        body: { username: 'demo', password: 'errada' },
      });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="acervo"']);
    });

    it('in the query', async () => {
      await refused(service, 401, () => api.get(STRUCTURE, { token: null, query: { token: session.Token, access_token: session.Token } }));
    });

    it('A14 that was changed at any character', async () => {
      const { Token } = session;
      const changed = [...Token].map((letter, at) => `${Token.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${Token.slice(at + 1)}`);
      const statuses = await Promise.all(changed.map(async (token) => (await withToken(token)).status));
      expect(new Set(statuses)).toEqual(new Set([401]));
    });

    it('whose last character has an equivalent spelling, or that is truncated or extended', async () => {
      const { Token } = session;
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const endings = [...alphabet].map((letter) => Token.slice(0, -1) + letter).filter((token) => token !== Token);
      const others = [
        Token.slice(0, -1),
        Token.slice(1),
        `${Token}A`,
        `${Token}=`,
        `${Token}.`,
        Token.slice(0, Token.lastIndexOf('.') + 1),
      ];
      const statuses = await Promise.all([...endings, ...others].map(async (token) => (await withToken(token)).status));
      expect(new Set(statuses)).toEqual(new Set([401]));
    });

    it('A8 that is not signed', async () => {
      for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
        for (const ending of ['', session.Token.split('.')[2] as string]) {
          expectRefusal(await withToken(`${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}.${ending}`), 401);
        }
      }
    });

    it('A9 that is signed with another key or algorithm', async () => {
      const unsigned = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
      const byHand = (key: string) => `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
      const wrong = [
        signed(claims, {}, 'k'.repeat(64)),
        signed(claims, {}, loadKeys(service.config).link.reveal()),
        signed(claims, { algorithm: 'HS384' }),
        signed(claims, { algorithm: 'HS512' }),
        byHand(''),
        byHand('secret'),
      ];
      for (const token of wrong) expectRefusal(await withToken(token), 401);
    });

    it('A12 A13 that has other claims under our own signature', async () => {
      const { sid, sub, iss, aud, iat, exp } = claims;
      const stranger = jwt.decode(other.token as string) as typeof claims;
      const seconds = Math.floor(Date.now() / 1000);
      const wrong: object[] = [
        { ...claims, iat: seconds - 100, exp: seconds - 1 },
        { ...claims, nbf: seconds + 1000 },
        { ...claims, iss: 'another' },
        { ...claims, aud: 'another' },
        { sub, iss, aud, iat, exp },
        { sid, iss, aud, iat, exp },
        { sid, sub, iss, aud, iat },
        { sid, sub, aud, iat, exp },
        { ...claims, sub: stranger.sub },
        { ...claims, sid: stranger.sid },
        { ...claims, sid: NOBODY },
        { ...claims, sid: "' OR '1'='1" },
        { ...claims, sub: { $ne: '' } },
      ];
      for (const payload of wrong) expectRefusal(await withToken(signed(payload as typeof claims)), 401);
    });

    it('A12 that is a refresh token', async () => {
      expectRefusal(await withToken(session.RefreshToken), 401);
    });

    it.each([
      ['whose time is over', 'UPDATE session SET expires_at = 1'],
      ['whose session was ended', 'UPDATE session SET ended_at = 1'],
      ['whose session is not there', 'DELETE FROM session'],
    ])('%s', async (_, sql) => {
      const { IdUsuario, Token } = await login('leitor');
      expect((await withToken(Token)).status).toBe(200);
      await service.database.query(`${sql} WHERE user_id = '${IdUsuario}'`);
      await refused(service, 401, () => withToken(Token));
    });

    it('A16 whose user is no longer active', async () => {
      const { Token, IdUsuario } = await login('leitor');
      expect((await withToken(Token)).status).toBe(200);
      await service.database.query(`UPDATE user_account SET active = 0 WHERE id = '${IdUsuario}'`);
      await refused(service, 401, () => withToken(Token));
    });
  });

  describe('to data of others', () => {
    let own: Created;
    let foreign: Created;
    beforeAll(async () => {
      own = await filed(api, { files: texts('próprio') });
      foreign = await filedElsewhere(other, { files: texts('segredo') });
    });

    type Ids = { document?: string; file?: string; client?: string; unit?: string; level?: string };
    type Operation = (api: Api, ids: Ids) => ReturnType<Api['get']>;
    const where = ({ client = IDS.client, unit = IDS.unit, level = IDS.invoices }: Ids) => ({
      idUnidade: unit,
      idCliente: client,
      idArvoreOrganizacional: level,
    });
    const onDocuments: [string, number, Operation][] = [
      ['2.1', 400, (as, { document = own.id }) => as.get('/api/Arquivo/Get', { query: { idDocumento: document } })],
      ['4.5', 404, (as, { document = own.id, client }) => as.get(sharesPath(document, client))],
      ['4.6', 404, (as, { document = own.id, client }) => as.patch(revokePath(document, client))],
      [
        '4.7',
        400,
        (as, { document = own.id, ...ids }) => as.delete('/api/Documento/Delete', { query: { ...where(ids), idDocumento: document } }),
      ],
      ['4.8', 404, (as, { document = own.id, client }) => as.post(sharesPath(document, client))],
    ];
    const onFiles: [string, number, Operation][] = [
      ['2.5', 404, (as, { file = own.files[0]?.id as string, client = IDS.client }) => as.get(`/api/Arquivo/${file}/Cliente/${client}`)],
      ['4.5', 400, (as, { file }) => as.get(sharesPath(own.id), { query: `idImagem=${file}` })],
      ['4.6', 400, (as, { file }) => as.patch(revokePath(own.id), { body: { idImagem: [file] } })],
      ['4.8', 400, (as, { file }) => as.post(sharesPath(own.id), { body: { idImagem: [file] } })],
    ];
    const inPlaces: [string, Operation][] = [
      ['4.2', (as, ids) => as.post(PATHS.V1, { query: where(ids), body: bodyOf('V1') })],
      ['4.3', (as, ids) => as.post(PATHS.V2, { query: where(ids), body: bodyOf('V2') })],
      ['4.9', (as, ids) => as.post(PATHS.V3, { query: where(ids), body: bodyOf('V3') })],
      ['4.4', (as, ids) => as.get('/api/Documento/Get', { query: where(ids) })],
      ['4.7', onDocuments[3]![2]],
    ];

    it.each(onDocuments)('B2 returns the same answer to %s for a foreign and an unknown document', async (_, status, call) => {
      expectAlike(status, [await call(api, { document: NOBODY }), await call(api, { document: foreign.id })]);
    });

    it.each(onFiles)('B2 E8 returns the same answer to %s for a foreign and an unknown file', async (_, status, call) => {
      expectAlike(status, [await call(api, { file: NOBODY }), await call(api, { file: foreign.files[0]?.id as string })]);
    });

    it.each(inPlaces)('D1 returns the same answer to %s for foreign and unknown clients, units and levels', async (_, call) => {
      const places: Ids[] = [
        { client: NOBODY },
        { client: IDS.otherClient },
        { client: IDS.otherClient, unit: IDS.otherUnit, level: IDS.otherLevel },
        { client: NOBODY, unit: NOBODY, level: NOBODY },
      ];
      const answers = [];
      for (const ids of places) answers.push(await call(api, ids));
      expectAlike(401, answers);
      for (const [species, name, foreign] of [
        ['unit', 'idUnidade', IDS.otherUnit],
        ['level', 'idArvoreOrganizacional', IDS.otherLevel],
      ] as const) {
        const [unknown, theirs] = [await call(api, { [species]: NOBODY }), await call(api, { [species]: foreign })];
        expect(expectRefusal(unknown, 400).erros![0]!.campo.toLowerCase()).toBe(name.toLowerCase());
        expectAlike(400, [unknown, theirs]);
      }
    });

    it('returns the same answer to all operations on an inaccessible client', async () => {
      const calls = [...onDocuments.filter(([number]) => number !== '2.1'), ...onFiles.slice(0, 1)].map(([, , call]) => call);
      const answers = await Promise.all([NOBODY, IDS.otherClient].flatMap((client) => calls.map((call) => call(api, { client }))));
      for (const answer of answers) expect(visible(answer)).toEqual(visible(answers[0]!));
      expectRefusal(answers[0]!, 401);
    });

    it('refuses a place of others before other problems of the query', async () => {
      const flow = `/api/Workflow/Cliente/${IDS.otherClient}`;
      await refused(service, 401, () => api.get('/api/Billing/Get', { query: { idUnidade: IDS.otherUnit } }));
      await refused(service, 401, () => api.get(`${flow}/dados-fluxo`));
      await refused(service, 401, () => api.get(`${flow}/modelo-fluxo`));
      expect((await refused(service, 400, () => api.get('/api/Billing/Get', { query: { idUnidade: IDS.unit } }))).erros).toHaveLength(2);
    });

    it('refuses before it reads the body', async () => {
      const query = { ...place(), idCliente: IDS.otherClient };
      await refused(service, 401, () => api.post(PATHS.V1, { query, body: '{"valoresCampos":[' }));
      await refused(service, 401, () => api.post(PATHS.V1, { query: place(), body: '{', token: null }));
      await refused(service, 401, () => api.post(PATHS.V1, { query: { ...place(), nada: 1 }, body: '{', token: 'x' }));
    });
  });
});
