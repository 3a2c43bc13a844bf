import { Api, loggedIn, type Answer } from './support/api';
import { describeService } from './support/describe-service';
import { startService } from './support/service';
import { bytesOf, codeIn, filedPdfs, sign } from './support/signing';

const ENTRY_POLICY =
  /^default-src 'none'; style-src 'sha256-[^' ]+'; base-uri 'none'; img-src 'self'; form-action 'self'; frame-ancestors 'none'$/;
const linksOf = ({ text }: Answer) => [...text.matchAll(/<a href="([^"]+)">/g)].map(([, address]) => address);

describeService('the entry pages', ({ service }) => {
  let anybody: Api;
  beforeAll(async () => {
    anybody = new Api(service.url);
  });

  it.each([
    ['/', 'Acervo aberto de documentos', 'Open document archive'],
    ['/verificar', 'Verificação de assinatura', 'Signature verification'],
  ])('%s explains the service in the language of the reader, without scripts', async (path, portuguese, english) => {
    for (const [language, content, text] of [
      ['pt-BR', 'pt-BR', portuguese],
      ['fr', 'pt-BR', portuguese],
      ['en-GB,en;q=0.9', 'en', english],
    ] as const) {
      const answer = await anybody.get(path, { headers: { 'accept-language': language } });
      expect([answer.status, answer.headers.get('content-language')]).toEqual([200, content]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toMatch(ENTRY_POLICY);
      expect(answer.text).toContain(text);
      expect(answer.text).not.toMatch(/<script/);
    }
    const head = await anybody.call('HEAD', path);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect((await anybody.post(path)).status).toBe(404);
  });

  it('are not for search engines', async () => {
    const { status, headers, text } = await anybody.get('/robots.txt');
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n']);
  });

  it('are few: any other address is a page for people, and JSON for programs', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await anybody.get('/nada', { headers: { accept } });
    expect([page.status, page.headers.get('content-type'), page.headers.get('content-language')]).toEqual([
      404,
      'text/html; charset=utf-8',
      'pt-BR',
    ]);
    expect(page.text).toContain('Página não encontrada');
    const others = [
      anybody.get('/nada'),
      anybody.get('/api/nada', { headers: { accept } }),
      anybody.post('/nada', { headers: { accept } }),
    ];
    for (const { status, json } of await Promise.all(others)) expect([status, json.codigo]).toEqual([404, 'ROTA_NAO_ENCONTRADA']);
  });

  it('link to the other available pages', async () => {
    const links = linksOf(await anybody.get('/'));
    expect(links).toEqual(['console', 'docs', 'verificar']);
    for (const link of links) expect([link, (await anybody.get(`/${link}`)).status]).toEqual([link, 200]);
    const bare = await startService({ DOCS: 'false', CONSOLE: 'false' });
    try {
      expect(linksOf(await new Api(bare.url).get('/'))).toEqual(['verificar']);
    } finally {
      await bare.stop();
    }
  });

  it('lead from the code of a signature to its verification', async () => {
    const api = await loggedIn(service.url);
    const { files } = await filedPdfs(api);
    await sign(api, files);
    const code = codeIn(await bytesOf(api, files[0]!));
    const from = async (path: string) => {
      const { status, headers } = await anybody.get(path);
      const { pathname } = new URL(headers.get('location')!, `${service.url}${path}`);
      return [status, pathname];
    };
    for (const path of [`/verificar?codigo=${code}`, `/verificar/?codigo=+${code}%20`, `/VERIFICAR?x=1&codigo=${code}`]) {
      expect([path, ...(await from(path))]).toEqual([path, 303, `/verificar/${code}`]);
    }
    expect((await anybody.get(`/verificar/${code}`)).json).toMatchObject({ codigo: expect.any(String) });
    expect(await from('/verificar/')).toEqual([303, '/verificar']);
    for (const path of ['/verificar?codigo=', '/verificar?codigo=%20', '/verificar?outro=1']) {
      expect([path, (await anybody.get(path)).status]).toEqual([path, 200]);
    }
  });

  it('accept no malformed code', async () => {
    for (const code of ['//example.org', 'https://example.org', '\r\nSet-Cookie: a=b', '"><script>', '%00', '\\\\example.org', '../docs']) {
      const { status, headers } = await anybody.get('/verificar', { query: { codigo: code } });
      const target = new URL(headers.get('location')!, `${service.url}/verificar`);
      expect([code, status, target.origin, headers.get('set-cookie')]).toEqual([code, 303, service.url, null]);
      expect(target.pathname).toBe(`/verificar/${encodeURIComponent(code.trim())}`);
      expect((await anybody.get(target.pathname, { headers: { accept: 'text/html' } })).status).toBe(404);
    }
  });

  it('ask again for an unknown code', async () => {
    const missing = await anybody.get('/verificar/0123456789ABCDEFGHJKMNPQRS', { headers: { accept: 'text/html' } });
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('<form action="../verificar">')]);
    expect(missing.headers.get('content-security-policy')).toMatch(ENTRY_POLICY);
  });

  it('have the icon that browsers request', async () => {
    const { status, headers, bytes } = await anybody.get('/favicon.ico');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/x-icon', 'no-cache']);
    expect(bytes.subarray(0, 6).toString('hex')).toBe('000001000100');
    const again = await anybody.get('/favicon.ico', { headers: { 'if-none-match': headers.get('etag')! } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });
});
