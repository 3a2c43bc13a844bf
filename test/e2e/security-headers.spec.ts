import { connect } from 'node:net';
import { samplePdf } from '#src/demo/sample-files';
import { fetchPath } from './support/adding-files';
import { Api, IDS, type Answer } from './support/api';
import { describeService } from './support/describe-service';
import { filed, opened, sharesPath } from './support/reading';
import { STORAGE } from './support/service';
import { bytesOf, codeIn, filedPdfs, sign } from './support/signing';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'";

describeService('security headers', ({ service, demo: api }) => {
  let link: string;
  let fileId: string;
  let document: string;
  let code: string;
  beforeAll(async () => {
    const filedOne = await filed(api, { files: [{ content: samplePdf('x'), extension: 'pdf', name: 'Olá', share: true }] });
    [document, fileId, link] = [filedOne.id, filedOne.files[0]!.id, filedOne.files[0]!.link!];
    const { files } = await filedPdfs(api);
    await sign(api, files);
    code = codeIn(await bytesOf(api, files[0]!));
  });

  const nobody = () => new Api(service.url);
  const policy = ({ headers }: Answer) => headers.get('content-security-policy');
  const common = ({ headers }: Answer) =>
    ['x-content-type-options', 'cache-control', 'referrer-policy', 'x-powered-by', 'server', 'etag'].map((name) => headers.get(name));

  it.each<[string, (call?: object) => Promise<Answer>, number, string | RegExp]>([
    ['JSON', () => api.get('/api/Estrutura'), 200, NOTHING],
    ['a refusal', () => nobody().get('/api/Estrutura'), 401, NOTHING],
    ['what is unknown', () => nobody().get('/api/nada', { headers: BROWSER }), 404, NOTHING],
    ['an unknown page, to a program', () => nobody().get('/nada'), 404, NOTHING],
    ['an unknown page, to a person', () => nobody().get('/nada', { headers: BROWSER }), 404, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/], // prettier-ignore
    ['a login', () => nobody().post('/api/Autenticacao/Login', { body: {} }), 400, NOTHING],
    ['a report', () => api.get('/api/Relatorios/GetRelatorios', { query: { idCliente: IDS.client } }), 200, NOTHING],
    ['the shares of a document', () => api.get(sharesPath(document)), 200, NOTHING],
    ['a dead link, to a program', () => nobody().get('/compartilhado/nada'), 404, NOTHING],
    ['a dead link, to a person', () => nobody().get('/compartilhado/nada', { headers: BROWSER }), 404, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/], // prettier-ignore
    ['a signature', () => nobody().get(`/verificar/${code}`), 200, NOTHING],
    ['the page of a signature', () => nobody().get(`/verificar/${code}`, { headers: BROWSER }), 200, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/], // prettier-ignore
    ['the reference', () => nobody().get('/docs'), 200, /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/],
    ['a script of the reference', () => nobody().get('/docs/swagger-ui-bundle.js'), 200, /^default-src 'none'; script-src 'self'; /],
    [
      'the console',
      () => nobody().get('/console'),
      200,
      /^default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'sha256-[^' ]+'; .*frame-ancestors 'none'$/,
    ],
    ['what the reference knows of the service', () => nobody().get('/docs/settings.json'), 200, NOTHING],
    ['the OpenAPI document', () => nobody().get('/openapi.json'), 200, NOTHING],
    ['health', () => nobody().get('/saude/viva'), 200, NOTHING],
  ])('H9 with %s: no caching, sniffing, scripts, framing or referrer', async (_, ask, status, expected) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    const [sniff, cache, referrer, poweredBy, server] = common(answer);
    // What everybody may see and the service brings along may be kept, as long as it is asked for again.
    const kept = answer.headers.has('etag') ? 'no-cache' : 'no-store';
    expect([sniff, cache, referrer, poweredBy, server]).toEqual(['nosniff', kept, 'no-referrer', null, null]);
    if (typeof expected === 'string') expect(policy(answer)).toBe(expected);
    else expect(policy(answer)).toMatch(expected);
  });

  it('E3 H9 with the bytes of a file: a sandbox, its type, and a name', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [{}, { range: 'bytes=0-3' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
        const answer = await api.call(method, fetchPath(fileId), { headers: { accept: 'application/pdf', ...headers } });
        expect([200, 206, 304]).toContain(answer.status);
        expect(common(answer).slice(0, 3)).toEqual(['nosniff', 'no-store', 'no-referrer']);
        expect([policy(answer), answer.headers.get('cross-origin-resource-policy')]).toEqual([SANDBOX, 'same-origin']);
        expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename=/);
      }
    }
  });

  it('H9 for a link: the same, or a redirect to the store', async () => {
    const answer = await opened(service, link);
    expect([answer.status, policy(answer)]).toEqual(STORAGE === 'embedded' ? [200, SANDBOX] : [302, NOTHING]);
    expect(common(answer).slice(0, 3)).toEqual(['nosniff', 'no-store', 'no-referrer']);
  });

  it('H9 with invalid HTTP', async () => {
    const { port } = new URL(service.url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('NONSENSE\r\n\r\n'));
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('close', () => resolve(received)).on('error', reject);
    });
    for (const line of ['X-Content-Type-Options: nosniff', 'Cache-Control: no-store', `Content-Security-Policy: ${NOTHING}`]) {
      expect(text).toContain(`\r\n${line}\r\n`);
    }
  });
});
