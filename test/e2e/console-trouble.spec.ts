import { randomBytes, randomUUID } from 'node:crypto';
import { Subscriptions } from '#application/ports/subscriptions';
import { StubBucket } from '../faults/kit/s3-objects';
import { S3Stub } from '../faults/kit/s3-stub';
import { TcpProxy } from '../faults/kit/tcp-proxy';
import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { Api, IDS, loggedIn } from './support/api';
import { Console, SCRIPT } from './support/console';
import { filed, sharesOf } from './support/reading';
import { startService, STORAGE, type Service } from './support/service';

/** On servers nothing about the page differs. */
const describeConsole = STORAGE === 'embedded' ? describeInBrowser : describe.skip;
const MEGABYTE = 1024 * 1024;

describeConsole('the console with failures, in a real browser', () => {
  let stub: S3Stub;
  let wire: TcpProxy;
  let service: Service;
  let api: Api;
  let browser: Browser | undefined;
  let page: Page;
  let console: Console;
  beforeAll(async () => {
    stub = await S3Stub.start();
    stub.buckets.set('console', new StubBucket());
    wire = await TcpProxy.start(stub.endpoint);
    service = await startService({
      S3_ENDPOINT: wire.through(stub.endpoint),
      S3_BUCKET: 'console',
      S3_ACCESS_KEY_ID: stub.keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: stub.keys.secretAccessKey,
      S3_REQUEST_SECONDS: '2',
      MAX_FILE_MB: '4',
      MAX_BODY_MB: '16',
    });
    browser = await Browser.start();
    // Whose session the page does not end.
    api = await loggedIn(service.url, 'financeiro');
  });
  beforeEach(async () => {
    page = await browser!.page();
    console = new Console(page, service.url);
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await service.stop();
    await wire.close();
    await stub.close();
  });

  /** A document of its own, open in the page. */
  async function opened(): Promise<string> {
    const { id, code } = await filed(api);
    await console.enter();
    await console.fill('[name="Documento"]', String(code));
    await console.search();
    await console.openFirst();
    return id;
  }
  const namesIn = async (id: string) => (await sharesOf(api, id)).map(({ NomeAmigavel }) => NomeAmigavel);

  it('an expired token loses no input', async () => {
    await console.enter();
    await console.level('Notas Fiscais');
    await console.fill('[data-label="Número"]', '1024');
    await console.endSession();
    await console.click('#search button');
    await page.until('document.getElementById("login-dialog").open');
    expect(await page.value('document.getElementById("login-reason").textContent')).toMatch(/sessão terminou/);
    expect(await page.value('document.querySelector("[data-label=\'Número\']").value')).toBe('1024');
    await console.logIn();
    await page.until('document.getElementById("found").textContent.startsWith("1 documento,")');
    // Nor does a token whose time has come while nothing is asked.
    await page.value(`sessionStorage.setItem('acervo.session', JSON.stringify({
      ...JSON.parse(sessionStorage.getItem('acervo.session')), ExpiracaoToken: new Date(Date.now() - 1000).toISOString() }))`);
    await page.open(`${service.url}/console`);
    await console.logIn();
    await page.until('document.getElementById("found")');
  });

  it('a session that ends during an upload is renewed, and every file arrives once', async () => {
    const id = await opened();
    const sendAt = (uploadThroughput: number) =>
      page.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
    // Slow enough that the service asks again whose upload it is.
    await sendAt(1e6);
    await console.drop({ name: 'um.txt', size: 2 * MEGABYTE }, { name: 'dois.txt', size: 1000 });
    await page.until('document.querySelector("progress").value > 0.1');
    await console.endSession();
    await console.logIn();
    await console.uploads('enviado', 'enviado');
    // And a body that is refused before it was read.
    await sendAt(4e6);
    await console.endSession();
    await console.drop({ name: 'três.txt', size: 3 * MEGABYTE });
    await console.logIn();
    await console.uploads('enviado', 'enviado', 'enviado');
    expect(await namesIn(id)).toEqual(['um', 'dois', 'três']);
    expect(page.complaints.filter((text) => /status of 401|net::ERR/.test(text)).length).toBeGreaterThanOrEqual(2);
  });

  it('a refused file shows the reason, and the others are sent', async () => {
    const id = await opened();
    await console.drop({ name: 'grande.txt', size: 5 * MEGABYTE }, { name: 'vazio.txt', size: 0 }, { name: 'certo.txt', size: 5 });
    await console.uploads('Um arquivo passa do limite', '', 'enviado');
    expect(await console.texts('#uploads .refused .state')).toEqual([
      expect.stringMatching(/^Um arquivo passa do limite de 4/),
      expect.stringMatching(/vazio/),
    ]);
    expect(await namesIn(id)).toEqual(['certo']);
  });

  it('very long names wrap, and scripts in names and values stay text', async () => {
    const long = 'W'.repeat(240);
    const values = [
      { label: 'Número', valorCampo: '5' },
      { label: 'Data de Emissão', valorCampo: '01/02/2026' },
      { label: 'Observação', valorCampo: `${SCRIPT}${'Z'.repeat(3000)}` },
    ];
    const files = [long, SCRIPT].map((name) => ({ name, extension: 'txt', content: name }));
    const { code } = await filed(api, { values, files });
    await console.enter();
    await console.level('Notas Fiscais');
    for (const width of [1280, 360]) {
      await page.look({ width });
      await console.fill('[name="Documento"]', String(code));
      await console.search();
      expect((await console.texts('tbody td')).some((text) => text.startsWith(SCRIPT))).toBe(true);
      expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await console.openFirst();
      expect(await console.texts('#files .file-name')).toEqual([long, SCRIPT]);
      await console.click('[data-act="share"]');
      await page.until('document.querySelector(".link-of")');
      expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await console.click('[data-act="revoke"]');
      await page.until('!document.querySelector(".link-of")');
      await console.click('[data-act="back"]');
    }
    expect(await page.value('[document.title === "ran", document.querySelectorAll("main img, main script").length]')).toEqual([false, 0]);
  });

  it('ten thousand results are paged', async () => {
    const { code } = await filed(api, { values: [{ label: 'Título', valorCampo: 'Muitos' }] }, IDS.contracts);
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)`;
    const columns = 'client_id, unit_id, node_code, status, created_at, created_by, version, shown';
    await service.database.query(
      `INSERT INTO document (id, ${columns}) ${many} SELECT substr('${randomUUID()}', 1, 28) || printf('%08d', i), ${columns} FROM n, document WHERE code = ${code}`,
    );
    await console.enter();
    await console.level('Contratos');
    expect(await console.found()).toMatch(/^10\.00\d documentos, página 1 de 201$/);
    expect(await page.value('document.querySelectorAll("#results tbody tr").length')).toBe(50);
    const first = await console.texts('#results .link');
    for (const [name, at] of [
      ['Próxima página', 2],
      ['Última página', 201],
      ['Página anterior', 200],
    ] as const) {
      // prettier-ignore
      await console.click(`[aria-label="${name}"]`);
      await page.until(`document.getElementById('found').textContent.endsWith('página ${at} de 201')`);
    }
    await page.value(
      `(() => { const page = document.querySelector('[aria-label="Página"]'); page.value = 1; page.dispatchEvent(new Event('change')); })()`,
    );
    await page.until(`document.getElementById('found').textContent.endsWith('página 1 de 201')`);
    expect(await console.texts('#results .link')).toEqual(first);
  });

  it('a broken connection during an upload loses nothing, even when the session ends', async () => {
    const line = await TcpProxy.start(service.url);
    console = new Console(page, line.through(service.url));
    const id = await opened();
    const half = () => page.until('document.querySelector("#uploads li:last-child progress").value > 0.2');
    await page.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2e6 });
    await console.drop({ name: 'um.txt', size: 2 * MEGABYTE });
    await half();
    await line.refuse();
    await console.uploads('O serviço não respondeu');
    await line.listen();
    await console.click('[data-act="again"]');
    await console.uploads('enviado');
    await console.drop({ name: 'dois.txt', size: 2 * MEGABYTE });
    await half();
    await console.endSession();
    line.resetAll();
    await console.logIn();
    await console.uploads('enviado', 'enviado');
    expect(await namesIn(id)).toEqual(['um', 'dois']);
    await line.close();
  });

  it('without the file store nothing is lost: chosen files are sent when it is back', async () => {
    const id = await opened();
    await wire.refuse();
    await console.drop({ name: 'depois.txt', size: 100 });
    await console.uploads('O serviço está temporariamente indisponível');
    // What needs no file goes on, and the document keeps what waits for it.
    await console.click('[data-act="back"]');
    await console.search();
    await console.openFirst();
    expect(await console.texts('#uploads .file-name')).toEqual(['depois.txt (100 B)']);
    await wire.listen();
    await page.until(
      '(document.querySelector("[data-act=again]")?.click(), document.querySelector("#uploads .state").textContent === "enviado")',
    );
    expect(await namesIn(id)).toEqual(['depois']);
  });
});

describeConsole('the pages of a service with limits and keys, in a real browser', () => {
  let service: Service;
  let browser: Browser | undefined;
  afterEach(async () => {
    await browser?.close();
    browser = undefined;
    await service.stop();
  });

  it('load slowly but completely under rate limits', async () => {
    service = await startService({ RATE_LIMITS: '4/1 1000/60' });
    browser = await Browser.start();
    const console = new Console(await browser.page(), service.url);
    await console.enter();
    await console.page.value(`void new MutationObserver(() => (window.told = document.getElementById('waiting').textContent))
      .observe(document.getElementById('waiting'), { attributes: true })`);
    await console.page.value(`{
      const { setTimeout } = window;
      window.waits = [];
      window.setTimeout = (work, ms, ...rest) => (window.waits.push(ms), setTimeout(work, ms, ...rest));
    }`);
    await console.click('#show-usage');
    await console.page.until('document.querySelector("#usage-view table")');
    // Together they would ask again together.
    expect(await console.page.value('window.waits.filter((ms) => ms > 1000 && !Number.isInteger(ms)).length')).toBeGreaterThan(0);
    expect(await console.page.value('window.told')).toMatch(/^Chamadas demais por agora: continua em \d+ s\.$/);
    await console.page.until('document.getElementById("waiting").hidden');
    expect(console.page.complaints.some((text) => /status of 429/.test(text))).toBe(true);
    expect(await console.message()).toBe('');
  });

  it('show a long wait, and offer to retry', async () => {
    service = await startService({ RATE_LIMITS: '3/86400' });
    browser = await Browser.start();
    const console = new Console(await browser.page(), service.url);
    await console.open();
    await console.logIn();
    for (const page = console.page; !(await page.value('Boolean(document.querySelector("#messages button"))'));) {
      await page.until('!document.getElementById("results").hasAttribute("aria-busy")');
      await console.click('#search button');
      await page.until('!document.getElementById("results").hasAttribute("aria-busy")');
    }
    expect(await console.message()).toMatch(/[Cc]hamadas.*Tentar de novo$/);
  });

  it('send the subscription key', async () => {
    service = await startService({ SUBSCRIPTION_KEYS: 'true' });
    const key = randomBytes(24).toString('base64url');
    await service.app.get(Subscriptions).rotate({ clientId: IDS.client, unitId: IDS.unit }, 1, key);
    browser = await Browser.start();
    const console = new Console(await browser.page(), service.url);
    await console.open();
    await console.page.until('!document.getElementById("subscription-field").hidden');
    await console.fill('#subscription', key);
    await console.logIn();
    await console.page.until('document.getElementById("found")');
    await console.openFirst();
    await console.drop({ name: 'um.txt', size: 3 });
    await console.uploads('enviado');
  });

  it('are served when enabled, and show demo logins only in the demo', async () => {
    service = await startService({ DEMO_ARCHIVE: 'false', DOCS: 'false' });
    const anybody = new Api(service.url);
    expect((await anybody.get('/console/settings.json')).json).toEqual({ demo: null, subscriptionKeys: false });
    expect((await anybody.get('/console')).status).toBe(200);
    for (const path of ['/docs', '/docs/reference.js', '/openapi.json', '/openapi.yaml', '/openapi.en.json', '/openapi.en.yaml']) {
      expect([path, (await anybody.get(path)).status]).toEqual([path, 404]);
    }
  });
});
