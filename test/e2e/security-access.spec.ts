import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '../../scripts/docs/operations-table';
import { base64, IDS, place, type Answer, type Api } from './support/api';
import { eventRows } from './support/audited';
import { swept, UPLOAD } from './support/adding-files';
import { bodyOf, createdBy, expectRefusal, leavingNothing, metadataOf, PATHS, problemsOf, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, NOBODY, remove, sharesPath } from './support/reading';
import { RawRequest } from './support/raw-http';
import { keysPath, makeAccount, makeKey } from './support/service-accounts';
import { bytesOf, filedPdfs, sign } from './support/signing';
import { done, grant, PROFILES, setGrants, setStatus, userWith } from './support/users';

describeService('unauthorised access', ({ service, demo: api }) => {
  it('B3 gains nothing by different clients in path and query', async () => {
    const { id } = await filed(api);
    for (const client of [IDS.otherClient, NOBODY]) {
      for (const query of [`idCliente=${client}`, `IDCLIENTE=${client}`]) {
        const json = await refused(service, 400, () => api.post(sharesPath(id), { query }));
        expect(problemsOf(json)).toEqual(['idCliente CAMPO_REPETIDO']);
        await refused(service, 400, () => api.post(sharesPath(id, client), { query: { idCliente: IDS.client } }));
      }
    }
    const body = { origemAssinatura: NOBODY, idCliente: IDS.otherClient, arquivos: [NOBODY] };
    await refused(service, 401, () => api.post('/api/Arquivo/assinar-arquivos', { query: { idCliente: IDS.client }, body }));
  });

  it.each([
    ['the same twice', `idCliente=${IDS.client}&idCliente=${IDS.client}`],
    ['its own and a foreign one', `idCliente=${IDS.client}&idCliente=${IDS.otherClient}`],
    ['in two cases', `idCliente=${IDS.client}&IDCLIENTE=${IDS.otherClient}`],
    ['with a blank', `idCliente=${IDS.client}&%20idCliente=${IDS.otherClient}`],
    ['as a list', `idCliente[]=${IDS.client}&idCliente[]=${IDS.otherClient}`],
    ['with an index', `idCliente[0]=${IDS.client}`],
    ['with commas', `idCliente=${IDS.client},${IDS.otherClient}`],
  ])('B4 gains nothing by naming a client %s', async (_, query) => {
    const more = `idUnidade=${IDS.unit}&idArvoreOrganizacional=${IDS.invoices}`;
    await refused(service, 400, () => api.post(PATHS.V1, { query: `${query}&${more}`, body: bodyOf('V1') }));
    await refused(service, 400, () => api.get('/api/Documento/Get', { query }));
  });

  it('B5 is refused in any case of the path: every operation, in five spellings', async () => {
    const spellings: ((path: string) => string)[] = [
      (path) => path.toLowerCase(),
      (path) => path.toUpperCase(),
      (path) => `/v1${path}`,
      (path) => `/V1${path.toLowerCase()}`,
      (path) => `${path}/`,
    ];
    const closed = routes().filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/Autenticacao/'));
    expect(closed.length).toBeGreaterThanOrEqual(36);
    const answers = await leavingNothing(service, async () => {
      const found = [];
      for (const { method, path } of closed) {
        for (const spelt of spellings) found.push(await api.call(method, spelt(path.replace(/\{\w+\}/g, NOBODY)), { token: null }));
      }
      return found;
    });
    const encoded = await api.get('/%61pi/Estrutura', { token: null });
    expectRefusal(encoded, 404);
    for (const answer of answers) expectRefusal(answer, 401);
    expectAlike(
      401,
      answers.filter(({ headers }) => !headers.has('deprecation')),
    );
  });

  const body = JSON.stringify(bodyOf('V2', { files: [{ content: 'x'.repeat(50_000), extension: 'txt' }] }));
  const uploaded = async (by: Api) => {
    const upload = new RawRequest(by, PATHS.V2, { 'content-length': Buffer.byteLength(body) });
    await upload.send(body.slice(0, 30_000));
    // Long enough to count as an upload that takes its time.
    await pause(1200);
    return { finish: () => (upload.end(body.slice(30_000)), upload.answer) };
  };

  it.each<[string, (admin: Api, user: { id: string }) => Promise<unknown>]>([
    ['the permissions are taken away', async (admin, { id }) => done(await setGrants(admin, id, [grant(PROFILES.reader)]))],
    ['the user is made inactive', async (admin, { id }) => done(await setStatus(admin, id, 'I'))],
  ])('B7 is refused when %s during the upload, which leaves nothing', async (_, shutOut) => {
    const { api: user, id } = await userWith(api, [grant(PROFILES.admin)]);
    createdBy(await (await uploaded(user)).finish());
    const halfway = await uploaded(user);
    await shutOut(api, { id });
    await refused(service, 401, halfway.finish);
  });

  it('B7 is refused when the key of a program is ended during the upload, which leaves nothing', async () => {
    const account = await makeAccount(api, [grant(PROFILES.admin)]);
    const key = await makeKey(api, account, { permissoes: ['document:create', 'file:add'] });
    createdBy(await (await uploaded(key.api)).finish());
    const halfway = await uploaded(key.api);
    expect((await api.delete(`${keysPath(account)}/${key.id}`)).status).toBe(200);
    await refused(service, 401, halfway.finish);
  });

  it('D5 cannot set the id, the code, the client and the status of a document', async () => {
    const chosen = {
      idDocumento: NOBODY,
      codigoDocumento: 1,
      clienteId: IDS.otherClient,
      idCliente: IDS.otherClient,
      status: 4,
      createdBy: NOBODY,
    };
    for (const [name, value] of Object.entries(chosen)) {
      const answer = await api.post(PATHS.V1, { query: place(), body: { ...bodyOf('V1'), [name]: value } });
      const { id, code } = createdBy(answer);
      expect([answer.headers.get('campos-ignorados'), id === NOBODY, code === 1]).toEqual([name, false, false]);
      expect((await metadataOf(api, code)).Status).toBe('Eletrônico');
    }
    const { id } = createdBy(await api.post(PATHS.V2, { query: place(), body: { ...bodyOf('V2'), IdDocumento: NOBODY } }));
    expect(id).not.toBe(NOBODY);
  });

  it('D9 gets stored scripts as JSON, with any Accept header', async () => {
    const script = `<script>alert("1")</script><img src=x onerror=alert(1)>'"--></style>`;
    const values = [
      { label: 'Número', valorCampo: '1' },
      { label: 'Data de Emissão', valorCampo: '15/08/2024' },
      { label: 'Observação', valorCampo: script },
    ];
    const { code } = createdBy(await api.post(PATHS.V3, { query: place(), body: bodyOf('V3', { values }) }));
    expect((await metadataOf(api, code)).Observação).toBe(script);
    for (const accept of ['text/html', 'text/html,application/xhtml+xml,*/*;q=0.8', 'image/svg+xml', '*/*']) {
      const { headers, status } = await api.get('/api/Documento/Get', {
        query: { idCliente: IDS.client, Documento: code },
        headers: { accept },
      });
      expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([200, 'application/json', 'nosniff']);
      const reflected = await api.get(`/api/${encodeURIComponent(script)}`, { headers: { accept } });
      expect([reflected.status, reflected.headers.get('content-type')]).toEqual([404, 'application/json']);
    }
  });

  it('D11 leaves a document complete or deleted when files are added during its deletion: 12 rounds', async () => {
    const file = { arquivo: base64('segundo'), nomeImagem: 'b', extensao: 'txt' };
    for (let round = 0; round < 12; round++) {
      const { id } = await filed(api, { files: [{ content: 'primeiro', extension: 'txt' }] });
      const add = () => api.post(UPLOAD, { query: { idDocumento: id }, body: [file] });
      const calls = [add, () => remove(api, id)];
      const answers = await Promise.all((round % 2 ? calls : calls.reverse()).map((call) => call()));
      const [added, removed] = (round % 2 ? answers : answers.reverse()) as [Answer, Answer];
      expect([removed.status, [200, 400].includes(added.status)]).toEqual([200, true]);
      expectRefusal(await api.get('/api/Arquivo/Get', { query: { idDocumento: id } }), 400);
      expectRefusal(await add(), 400);
    }
    await swept(service);
  });

  it('G8 cannot forge the address of a signature', async () => {
    const { files } = await filedPdfs(api);
    const invented = { 'x-forwarded-for': '198.51.100.77', forwarded: 'for=198.51.100.77', 'x-real-ip': '198.51.100.77' };
    expect((await sign(api, files, {}, { headers: invented })).status).toBe(200);
    const pdf = (await bytesOf(api, files[0]!)).toString('latin1');
    expect(pdf).toContain('127.0.0.1');
    expect(pdf).not.toContain('198.51.100.77');
    const told = await eventRows(service, "e.action LIKE 'file.sign%'");
    expect([...new Set(told.map(({ address }) => address))]).toEqual(['127.0.0.1']);
  });
});
