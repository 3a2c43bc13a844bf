import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { IDS, type Answer } from './support/api';
import { createdBy, create, expectRefusal, problemsOf, refused, type Refusal } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, remove, sharesPath, texts } from './support/reading';

const SEARCH = '/api/Documento/Get';
const STRUCTURE = '/api/Estrutura';

describeService('request handling', ({ service, demo: api }) => {
  const search = (query: string) => api.get(SEARCH, { query });
  const count = (answer: Answer) => (answer.json.Metadados as unknown[]).length;

  describe('names', () => {
    it.each(['/API/DOCUMENTO/GET', '/api/documento/get', '/v1/api/Documento/Get', '/V1/Api/dOCUMENTO/gET', '/api/Documento/Get/'])(
      'B5 of the path match in any case, and after /v1: %s',
      async (path) => {
        expect(count(await api.get(path, { query: { IdCliente: IDS.client } }))).toBe(4);
      },
    );

    it.each([
      ['POST', '/v1/api/autenticacao/login'],
      ['POST', '/V1/API/AUTENTICACAO/LOGIN'],
    ])('of an operation without a token: %s %s', async (method, path) => {
      const body = { USERNAME: 'demo', PassWord: 'Acervo@2026', ' aplicacao ': 'ERP', TEMPOEXPIRACAO: '10' };
      expect((await api.call(method, path, { body })).status).toBe(201);
    });

    it.each(['IdCliente', 'idCliente', 'IDCLIENTE', 'idcliente', '%20idCliente%20'])('of the query match in any case: %s', async (name) => {
      expect(count(await search(`${name}=${IDS.client}`))).toBe(4);
    });

    it.each(['V1', 'V2', 'V3'] as const)('of a body of %s match in any case, at any depth', async (version) => {
      const path = { V1: '/api/Documento/Post', V2: '/api/v2/Documento', V3: '/api/v3/Documento' }[version];
      const query = { IDUNIDADE: IDS.unit, idcliente: IDS.client, IdArvoreOrganizacional: IDS.invoices };
      const values = [
        { ' Label ': 'Número', VALORCAMPO: '1', NomeLista: '' },
        { LABEL: 'Data de Emissão', 'valorCampo ': '15/08/2024', nomelista: null },
      ];
      const files = [{ ARQUIVO: 'eA==', Extensao: 'txt', NOMEAMIGAVEL: 'x', CONTENTTYPE: 'text/plain' }];
      const created = createdBy(await api.post(path, { query, body: { CODIGOCAIXA: 5001, valorescampos: values, ArQuIvOs: files } }));
      expect((await api.get('/api/Arquivo/Get', { query: { idDocumento: created.id } })).json.qtdArquivos).toBe(1);
      await remove(api, created.id);
    });

    it.each(['api-version=1.0', 'API-VERSION=2.0&api-version=1.0'])(
      'of api-version are ignored silently, of other parameters not: %s',
      async (text) => {
        expect(count(await search(`IdCliente=${IDS.client}&${text}`))).toBe(4);
        const answer = await search(`IdCliente=${IDS.client}&${text}&apiVersion=1`);
        expect([count(answer), answer.headers.get('campos-ignorados')]).toEqual([4, 'apiVersion']);
      },
    );
  });

  describe('requests have an id', () => {
    it.each(['a', 'pedido-1', 'A_b.c:d-9', '6f1c0a5e-6f8f-4e0e-9d57-6b7f3a8f7c11', 'x'.repeat(64)])('that is kept: %s', async (id) => {
      const headers = { 'x-request-id': id };
      expect((await api.get(STRUCTURE, { headers })).headers.get('x-request-id')).toBe(id);
      const refusal = await refused(service, 404, () => api.get('/nada', { headers }));
      expect(refusal.idRequisicao).toBe(id);
    });

    it.each(['', ' ', 'a b', '<script>', '"', "'; DROP TABLE x; --", 'ação', 'x'.repeat(65), 'x'.repeat(5000), '${jndi:x}'])(
      'or generated, instead of: %s',
      async (id) => {
        const headers = { 'x-request-id': Buffer.from(id).toString('latin1') };
        const made = (await api.get(STRUCTURE, { headers })).headers.get('x-request-id');
        expect(made).toMatch(/^[\w-]{8,64}$/);
        expect((await refused(service, 404, () => api.get('/nada', { headers }))).idRequisicao).toMatch(/^[\w-]{8,64}$/);
      },
    );

    it('unique for each request', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => api.get(STRUCTURE)));
      expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(5);
    });
  });

  describe('values', () => {
    it.each([IDS.client.toUpperCase(), `{${IDS.client}}`, `{${IDS.client.toUpperCase()}}`, ` ${IDS.client} `])('GUID %s', async (id) => {
      expect(count(await search(`IdCliente=${encodeURIComponent(id)}`))).toBe(4);
      const { json } = await api.post(sharesPath((await filed(api, { files: texts('um') })).id.toUpperCase(), `%7B${IDS.client}%7D`));
      expect(json.IdDocumento).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      await remove(api, json.IdDocumento as string);
    });

    /** One of each kind: `wire-values.spec.ts` has the rest. */
    it.each([
      ['IdCliente', `{${IDS.client}`],
      ['BuscarQtdPaginasDocumento', 'sim'],
      ['Caixa', '5e3'],
      ['DataCadastroInicial', 'ontem'],
    ])('%s is not %s', async (name, text) => {
      const query = { IdCliente: IDS.client, [name]: text };
      expect(problemsOf(await refused(service, 400, () => api.get(SEARCH, { query })))).toEqual([`${name} FORMATO_INVALIDO`]);
    });

    it.each<[unknown, boolean]>([
      ['TRUE', true],
      [null, false],
      ['', false],
    ])('boolean %j in a body is %j', async (share, expected) => {
      const { id, files } = createdBy(await create(api, 'V3', { files: [{ extension: 'txt', content: 'x', share }] }));
      expect(files[0]?.link !== undefined).toBe(expected);
      await remove(api, id);
    });

    it.each(['31/02/2024', '2024-02-30T10:00:00Z'])('not an existing day: %s', async (text) => {
      const query = `IdCliente=${IDS.client}&DataCadastroInicial=${encodeURIComponent(text)}`;
      const { erros = [] } = await refused(service, 400, () => search(query));
      expect(erros.map(({ campo, codigo, mensagem }) => [campo, codigo, mensagem])).toEqual([
        ['DataCadastroInicial', 'DATA_INEXISTENTE', 'Esta data não existe no calendário.'],
      ]);
    });
  });

  describe('routes', () => {
    it.each([
      ['POST', '/'],
      ['GET', '/nada'],
      ['GET', '/api'],
      ['GET', '/v1'],
      ['GET', '/v1/v1/api/Estrutura'],
      ['GET', '/v2/api/Estrutura'],
      ['GET', '/api/Estruturas/1'],
      ['GET', '/api//Estrutura'],
      ['GET', '/api/Documento/Post'],
      ['PUT', STRUCTURE],
      ['POST', STRUCTURE],
      ['DELETE', SEARCH],
      ['PATCH', '/api/Autenticacao/Login'],
      ['GET', '/api/Autenticacao/Login'],
      ['GET', '/..%2f..%2fetc/passwd'],
      ['GET', '/api/Estrutura%00'],
      ['GET', '/%'],
    ])('that do not exist: %s %s', async (method, path) => {
      const withToken = await api.call(method, path);
      expect((await refused(service, 404, () => api.call(method, path, { token: null }))).codigo).toBe(
        expectRefusal(withToken, 404).codigo,
      );
      expect(withToken.text).not.toContain('passwd');
    });

    it('that do not exist have no body for HEAD', async () => {
      expect((await api.call('HEAD', '/nada')).status).toBe(404);
    });

    it.each([sharesPath('%zz'), sharesPath('%E0%A4%A'), `/api/Arquivo/%ff/Cliente/${IDS.client}`])(
      'that cannot be decoded: %s',
      async (path) => {
        await refused(service, 400, () => api.get(path));
      },
    );

    it.each([
      'IdCliente=%zz',
      'IdCliente=%E0%A4%A',
      '%zz=1&IdCliente=x',
      'IdCliente[]=1',
      'IdCliente[0][a]=1',
      '=1',
      'IdCliente[0].__proto__=1',
    ])('with an invalid query: %s', async (query) => {
      await refused(service, 400, () => search(query));
    });

    it('that are not HTTP', async () => {
      const { port } = new URL(service.url);
      const text = await new Promise<string>((resolve, reject) => {
        let received = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.end('NONSENSE / HTTP/9.9\r\n\r\n'));
        socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
        socket.on('close', () => resolve(received)).on('error', reject);
      });
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const { codigo, mensagem, idRequisicao } = JSON.parse(body) as Refusal;
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect([codigo, mensagem]).toEqual([expect.stringMatching(/^[A-Z_]+$/), expect.stringMatching(/\w/)]);
      expect(head).toContain(idRequisicao);
    });

    it.each([
      ['TRACE', SEARCH],
      ['TRACE', '/nada'],
      ['PROPFIND', SEARCH],
    ])('of a method that no operation uses is 405, with those that are: %s %s', async (method, path) => {
      const call = httpRequest(new URL(path, service.url), { method });
      const [answer] = (await once(call.end(), 'response')) as [IncomingMessage];
      const { codigo, idRequisicao } = JSON.parse(Buffer.concat(await answer.toArray()).toString()) as Refusal;
      expect([answer.statusCode, codigo, idRequisicao]).toEqual([405, 'METODO_NAO_SUPORTADO', answer.headers['x-request-id']]);
      expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    });
  });
});
