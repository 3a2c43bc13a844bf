import { ANSWER_HEADERS, REQUEST_HEADERS } from '#http/server/cross-origin';
import { openApiDocument } from '../../scripts/docs/openapi-file';
import { Api, loggedIn, type Answer } from './support/api';
import { describeService } from './support/describe-service';
import { filed } from './support/reading';
import { startService } from './support/service';

const ERP = 'https://erp.example.com';
const LOCAL = 'http://localhost:5173';
const STRANGER = 'https://stranger.example.com';
const REFERENCE = ['/openapi.json', '/openapi.yaml', '/openapi.en.json', '/openapi.en.yaml'];

const said = ({ headers }: Answer, name: string) => headers.get(`access-control-${name}`);
const listOf = (text: string | null) => (text ?? '').split(',').map((item) => item.trim().toLowerCase());
const silent = ({ headers }: Answer) => [...headers.keys()].filter((name) => name.startsWith('access-control-')).length === 0;

describeService('cross-origin pages', { CORS_ORIGINS: `${ERP}, ${LOCAL}` }, ({ service, demo: api }) => {
  let link: string;
  beforeAll(async () => {
    const { files } = await filed(api, { files: [{ content: 'Olá', extension: 'txt', share: true }] });
    link = new URL(files[0]!.link!).pathname;
  });

  const preflight = (path: string, origin: string, method: string, headers: string) =>
    new Api(service.url).call('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    });

  it.each([ERP, LOCAL])('of the allowed origin %s may send every call of the interface', async (origin) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const wanted = 'authorization,content-type,idempotency-key,if-match,prefer,subscriptionkey';
      const answer = await preflight('/api/Documento/Post', origin, method, wanted);
      expect([answer.status, said(answer, 'allow-origin'), said(answer, 'allow-credentials')]).toEqual([204, origin, null]);
      expect(listOf(said(answer, 'allow-methods'))).toContain(method.toLowerCase());
      expect(listOf(said(answer, 'allow-headers'))).toEqual(expect.arrayContaining(wanted.split(',')));
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  it('read answers and refusals, and the headers of both', async () => {
    const headers = { origin: ERP };
    const answers = [
      await api.get('/api/Estrutura', { headers }),
      await api.get('/v1/API/Estrutura', { headers }),
      await api.get('/api/Estrutura', { headers, token: null }),
      await api.post('/api/Documento/Post', { headers, body: '{' }),
      await api.get('/api/NaoExiste', { headers }),
      await api.get(link, { headers, token: null }),
      await api.get('/compartilhado/nada', { headers: { ...headers, accept: 'text/html' }, token: null }),
      ...(await Promise.all(REFERENCE.map((path) => api.get(path, { headers, token: null })))),
    ];
    for (const answer of answers) {
      expect([said(answer, 'allow-origin'), said(answer, 'allow-credentials')]).toEqual([ERP, null]);
      expect(listOf(said(answer, 'expose-headers'))).toEqual(expect.arrayContaining(['x-request-id', 'etag', 'retry-after']));
      expect(listOf(answer.headers.get('vary'))).toContain('origin');
    }
  });

  it('of other origins read nothing, and caches vary by origin', async () => {
    for (const origin of [STRANGER, `${ERP}.example.net`, 'https://erp.example.com:8443', 'null', ERP.toUpperCase()]) {
      const answers = [
        await preflight('/api/Documento/Post', origin, 'POST', 'authorization'),
        await api.get('/api/Estrutura', { headers: { origin } }),
        await api.get('/openapi.json', { headers: { origin } }),
      ];
      expect(answers.map((answer) => [origin, said(answer, 'allow-origin')])).toEqual(answers.map(() => [origin, null]));
      for (const { headers } of answers) expect(listOf(headers.get('vary'))).toContain('origin');
    }
  });

  it('get nothing outside the interface', async () => {
    for (const path of ['/docs', '/console', '/console/settings.json', '/saude/viva', '/apinada', '/openapi.json/x', '/verificar/x']) {
      expect([path, silent(await api.get(path, { headers: { origin: ERP } }))]).toEqual([path, true]);
    }
  });

  it('may use every documented header', async () => {
    type Headers = Record<string, unknown>;
    const { paths, components } = (await openApiDocument('en')) as unknown as {
      paths: Record<string, Record<string, { responses: Record<string, { headers?: Headers }> }>>;
      components: { parameters: Record<string, { in: string; name: string }>; responses: Record<string, { headers?: Headers }> };
    };
    // What webhooks bring is sent to others.
    const ofCalls = JSON.stringify(paths, (key, value: unknown) => (key === 'callbacks' ? undefined : value));
    const sent = Object.entries(components.parameters).flatMap(([key, parameter]) =>
      parameter.in === 'header' && ofCalls.includes(`"#/components/parameters/${key}"`) ? [parameter.name] : [],
    );
    const answers = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ responses }) => Object.entries(responses)));
    // A browser follows redirects by itself.
    const shared = Object.entries(components.responses);
    const told = [...answers, ...shared].flatMap(([status, { headers = {} }]) => (status.startsWith('3') ? [] : Object.keys(headers)));
    expect(sent.length).toBeGreaterThan(4);
    expect([...new Set(told)].length).toBeGreaterThan(8);
    expect(sent.filter((name) => !REQUEST_HEADERS.includes(name))).toEqual([]);
    // Scripts of any page may read that one.
    const readable = [...ANSWER_HEADERS, 'Cache-Control'];
    expect([...new Set(told)].filter((name) => !readable.includes(name))).toEqual([]);
  });

  it('get nothing unless some are allowed', async () => {
    const plain = await startService();
    try {
      const anybody = await loggedIn(plain.url);
      const headers = { origin: ERP, 'access-control-request-method': 'GET' };
      const answers = [await anybody.get('/api/Lista/GetListas', { headers }), await anybody.call('OPTIONS', '/api/Lista/GetListas', { headers })]; // prettier-ignore
      expect(answers.map((answer) => [answer.status, silent(answer)])).toEqual([[200, true], [404, true]]); // prettier-ignore
      expect(answers[0]!.headers.get('vary')).toBeNull();
    } finally {
      await plain.stop();
    }
  });
});
