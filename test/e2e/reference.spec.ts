import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { Api, base64, IDS, invoiceValues, loggedIn, place } from './support/api';
import { describeService } from './support/describe-service';
import { Reference } from './support/reference';
import { STORAGE } from './support/service';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';

/** On servers nothing about the page differs. */
const describeReference = STORAGE === 'embedded' ? describeInBrowser : describe.skip;
const SCRIPT = `<script>document.title='ran'</script><img src=x onerror="document.title='ran'">`;
const FILES = '/compartilhar-arquivos';

describeService.on(describeReference)('the API reference, in a real browser', ({ service }) => {
  let browser: Browser | undefined;
  let page: Page;
  let reference: Reference;
  beforeAll(async () => {
    browser = await Browser.start();
  });
  beforeEach(async () => {
    page = await browser!.page();
    reference = new Reference(page, service.url);
    await page.look({});
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
  });

  const isShown = (id: string) => `!document.getElementById('${id}').hidden`;
  const notice = () => page.value<string>('document.getElementById("notice").textContent');
  const complaints = () => page.complaints.filter((text) => !/favicon|status of (401|404)/.test(text));

  it('creates, finds, shares and opens a document, logged in once', async () => {
    await reference.open();
    await reference.logIn();
    const values = invoiceValues('4711', [{ label: 'Observação', valorCampo: SCRIPT }]);
    const file = { arquivo: base64('conteúdo'), contentType: 'text/plain', extensao: 'txt', nomeAmigavel: SCRIPT.slice(0, 40) };
    const body = { valoresCampos: values, arquivos: [file] };
    const created = await reference.tryOut('post', '/api/v3/Documento', { query: place(), body });
    expect(created.status).toBe(201);
    const { idDocumento, codigoDocumento } = created.json as { idDocumento: string; codigoDocumento: number };
    const found = await reference.tryOut('get', '/api/Documento/Get', {
      query: { IdCliente: IDS.client, Documento: String(codigoDocumento) },
    });
    expect([found.status, JSON.stringify(found.json)]).toEqual([200, expect.stringContaining(JSON.stringify(SCRIPT).slice(1, -1))]);
    // The operations of sharing are spelt in two ways; either works.
    const sharing = await page.value<string>(
      `[...document.querySelectorAll('.opblock-post [data-path]')].map((path) => path.dataset.path).find((path) => path.endsWith('${FILES}'))`,
    );
    const shared = await reference.tryOut('post', sharing, { query: { idDocumento, idCliente: IDS.client }, body: {} });
    expect(shared.status).toBe(200);
    const link = (shared.json.Arquivos as { LinkCompartilhado: string }[])[0]!.LinkCompartilhado;
    expect((await new Api(service.url).get(new URL(link).pathname)).text).toBe('conteúdo');
    expect(await page.value('document.title')).not.toBe('ran');
    expect(complaints()).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:'))).toEqual([]);
  });

  it('executes nothing before it is loaded, however early the button is pressed', async () => {
    await reference.open();
    await reference.logIn();
    const block = '.opblock-get:has([data-path="/api/Lista/GetListas"])';
    expect(
      await page.value(`new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          const execute = document.querySelector('${block} .execute');
          if (execute === null) return;
          observer.disconnect();
          execute.click();
          resolve(execute.disabled);
        }).observe(document.body, { childList: true, subtree: true });
        document.querySelector('${block} .opblock-summary-control').click();
      })`),
    ).toBe(true);
    expect((await reference.tryOut('get', '/api/Lista/GetListas')).status).toBe(200);
  });

  it('keeps the session for the tab only, and shows its end', async () => {
    await reference.open();
    await reference.logIn();
    await reference.open();
    await page.until(isShown('session'));
    expect(await page.value('JSON.stringify(localStorage)')).not.toMatch(/Token/);
    // Somebody logs in elsewhere, to be the only one.
    const { json } = await new Api(service.url).post('/api/Autenticacao/Login', {
      body: { username: 'demo', password: DEMO_PASSWORD, utilizacaoUnica: true },
    });
    expect(json.Token).toEqual(expect.any(String));
    expect((await reference.tryOut('get', '/api/Estrutura')).status).toBe(401);
    expect(await page.value(isShown('login'))).toBe(true);
    expect(await notice()).toMatch(/venceu|expired/);
    expect(await page.value('document.activeElement.id')).toBe('username');
    await reference.logIn({ password: DEMO_PASSWORD });
    expect((await reference.tryOut('get', '/api/Estrutura')).status).toBe(200);
  });

  it('clears secrets on logout', async () => {
    const secrets = () => page.value<string[]>('["password", "subscription"].map((id) => document.getElementById(id).value)');
    await reference.open();
    await reference.logIn();
    await reference.fill('#password', 'digitada depois');
    await reference.fill('#subscription', 'a key');
    await page.value('document.getElementById("leave").click()');
    expect([await page.value(isShown('login')), ...(await secrets())]).toEqual([true, '', '']);
    await reference.logIn({ password: DEMO_PASSWORD });
    expect(await secrets()).toEqual(['', '']);
    await reference.open();
    await page.until(isShown('session'));
    expect(await secrets()).toEqual(['', '']);
  });

  it('shows an expired token without a call', async () => {
    await reference.open();
    await reference.logIn();
    await page.value(`sessionStorage.setItem('acervo.session', JSON.stringify({
      ...JSON.parse(sessionStorage.getItem('acervo.session')), ExpiracaoToken: new Date(Date.now() - 1000).toISOString() }))`);
    await reference.open();
    await page.until(isShown('login'));
    expect(await notice()).toMatch(/venceu|expired/);
  });

  it('works with the keyboard only, and searches operations by their text', async () => {
    await reference.open();
    await page.press('Tab');
    expect(await page.value('document.activeElement.textContent')).toBe('Ir para as operações');
    await page.press('Tab');
    await page.type('estrutura');
    await page.until('document.querySelectorAll(".opblock").length < 10');
    expect(await page.value('document.querySelector("[data-path=\'/api/Estrutura\']") !== null')).toBe(true);
    // The groups beside them are those that were found.
    await page.until('document.querySelectorAll("#groups li:not([hidden])").length < 6');
    for (const wanted of ['username', 'password']) {
      await page.press('Tab');
      expect(await page.value('document.activeElement.id')).toBe(wanted);
    }
    await page.press('Enter');
    await page.until(isShown('session'));
    expect(await page.value('document.activeElement.id')).toBe('leave');
  });

  it('leads to a group of operations, and speaks Portuguese', async () => {
    await reference.open();
    await page.until('document.querySelectorAll("#groups a").length > 10');
    await page.value(`void [...document.querySelectorAll('#groups a')].find(({ textContent }) => textContent === 'Usuários').click()`);
    await page.until(`document.querySelector('#groups [aria-current]')?.textContent === 'Usuários'`);
    expect(await page.value('location.hash')).toBe('#/Usuario');
    await page.value('history.back()');
    await reference.logIn();
    await reference.tryOut('get', '/api/Lista/GetListas');
    const words = await page.value<string[]>(
      `[...document.querySelectorAll('.opblock.is-open :is(button, h4, h5, th, .col_header)')].map((element) => element.textContent.trim())`,
    );
    expect(words).toEqual(expect.arrayContaining(['Executar', 'Limpar', 'Baixar', 'Parâmetros', 'Nome', 'Corpo da resposta']));
    expect(words.filter((word) => /^(Execute|Clear|Download|Parameters|Responses|Name|Description|Details|Code)$/.test(word))).toEqual([]);
  });

  it('shows login problems as text', async () => {
    await reference.open();
    await reference.fill('#password', SCRIPT);
    await page.value('document.querySelector("#login button").click()');
    await page.until('document.getElementById("notice").classList.contains("bad")');
    expect(await notice()).toBe('Usuário ou senha inválidos.');
  });

  it('fits a phone, in light and dark mode, in the language of the reader', async () => {
    await page.look({ width: 360, height: 740, dark: true });
    await reference.open();
    await page.value('document.querySelectorAll(".opblock-summary-control")[2].click()');
    await page.until('document.querySelector(".execute")');
    expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await page.value('[document.documentElement.lang, document.querySelector("#login button").textContent]')).toEqual([
      'pt-BR',
      'Entrar',
    ]);
    expect(await page.value('getComputedStyle(document.body).backgroundColor')).toBe('rgb(14, 18, 24)');
    await page.value('document.getElementById("theme").click()');
    expect(await page.value('getComputedStyle(document.body).backgroundColor')).toBe('rgb(246, 247, 249)');
  });

  it('offers logins of the demo archive only, and allows only its own scripts', async () => {
    const api = await loggedIn(service.url);
    expect((await api.get('/docs/settings.json')).json.demo).toMatchObject({ password: DEMO_PASSWORD });
    const { status, headers } = await api.get('/docs');
    expect([status, headers.get('content-security-policy')]).toEqual([200, expect.stringMatching(/script-src 'self'; style-src 'self';/)]);
    const script = await api.get('/docs/swagger-ui-bundle.js');
    const etag = script.headers.get('etag')!;
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`, `W/"another",W/${etag}`, '*']) {
      const again = await api.get('/docs/swagger-ui-bundle.js', { headers: { 'if-none-match': known } });
      expect([known, script.status, again.status, again.bytes.length]).toEqual([known, 200, 304, 0]);
    }
    // Other bytes: a cache that has the packed ones does not take them for these.
    const plain = await api.get('/docs/swagger-ui-bundle.js', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('etag')).not.toBe(etag);
    const packedTag = { 'accept-encoding': 'identity', 'if-none-match': etag };
    expect((await api.get('/docs/swagger-ui-bundle.js', { headers: packedTag })).status).toBe(200);
    for (const path of ['/docs/nada.js', '/docs/%2e%2e/own-pages.js', '/docs/swagger-ui-bundle.js.map'])
      expect([path, (await api.get(path)).status]).toEqual([path, 404]);
  });
});
