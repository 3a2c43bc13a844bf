import { randomUUID } from 'node:crypto';
import { StubBucket } from '../faults/kit/s3-objects';
import { S3Stub } from '../faults/kit/s3-stub';
import { TcpProxy } from '../faults/kit/tcp-proxy';
import { Browser, type Page } from '../support/browser';
import { IDS, loggedIn, type Api } from './support/api';
import { Console, SCRIPT } from './support/console';
import { filed, sharesOf } from './support/reading';
import { startService, type Service } from './support/service';
import { describePages } from './support/in-browser';

const MEGABYTE = 1024 * 1024;

describePages('the console with failures, in a real browser', () => {
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
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await console.documentShown();
    return id;
  }
  const isAsked = () => page.until('document.querySelector("[role=dialog] input[autocomplete=current-password]")');
  const namesIn = async (id: string) => (await sharesOf(api, id)).map(({ NomeAmigavel }) => NomeAmigavel);

  it('a session that ends loses no input: the login comes above the page, which goes on', async () => {
    await console.enter(`/documentos/novo?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await console.fillLabelled('Número', '1024');
    await console.endSession();
    await console.click('Criar documento');
    await isAsked();
    expect((await console.texts('[role=dialog]')).join()).toMatch(/sessão terminou/);
    expect(await page.value('document.querySelector("[role=dialog] input[name=username]").value')).toBe('demo');
    await console.logIn();
    await page.until('document.querySelector("form .field-error")');
    expect(await console.value(`labelled('Número').value`)).toBe('1024');
    // A session whose time has come is over when the page opens.
    await page.value(`sessionStorage.setItem('acervo.session', JSON.stringify({
      ...JSON.parse(sessionStorage.getItem('acervo.session')), ExpiracaoToken: new Date(Date.now() - 1000).toISOString() }))`);
    await console.enter();
    await page.until('document.querySelector(".grid-body [role=row]")');
  });

  it('somebody else who logs in then finds nothing of what was begun', async () => {
    await console.enter(`/documentos/novo?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await console.fillLabelled('Número', '4711');
    await page.until('JSON.stringify(sessionStorage).includes("4711")');
    await console.endSession();
    await console.click('Criar documento');
    await isAsked();
    await console.logIn('financeiro');
    await page.until('!JSON.stringify(sessionStorage).includes("4711")');
  });

  it('a token that the service does not accept any more is renewed unnoticed', async () => {
    await console.enter();
    await page.value(`sessionStorage.setItem('acervo.session', JSON.stringify({
      ...JSON.parse(sessionStorage.getItem('acervo.session')), Token: 'velho' }))`);
    await console.open('/uso');
    await page.until('document.querySelector(".bars")');
    expect(page.requests.filter((url) => url.endsWith('/RefreshToken'))).toHaveLength(1);
    expect(await page.value('document.querySelector("[role=dialog]")')).toBeNull();
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
    await isAsked();
    await console.logIn();
    await console.uploads('enviado', 'enviado');
    // And a body that is refused before it was read.
    await sendAt(4e6);
    await console.endSession();
    await console.drop({ name: 'três.txt', size: 3 * MEGABYTE });
    await isAsked();
    await console.logIn();
    await console.uploads('enviado', 'enviado', 'enviado');
    expect(await namesIn(id)).toEqual(['um', 'dois', 'três']);
    expect(page.complaints.filter((text) => /status of 401|net::ERR/.test(text)).length).toBeGreaterThanOrEqual(2);
  });

  it('a refused file shows the reason, and the others are sent', async () => {
    const id = await opened();
    await console.drop({ name: 'grande.txt', size: 5 * MEGABYTE }, { name: 'vazio.txt', size: 0 }, { name: 'certo.txt', size: 5 });
    await console.uploads('Um arquivo passa do limite', '', 'enviado');
    expect(await console.texts('.upload.refused .upload-state')).toEqual([
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
    for (const width of [1280, 360]) {
      await page.look({ width });
      await page.open(`${service.url}/console/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}&q=${code}`);
      await page.until('document.querySelector(".grid-body [role=row]")');
      expect((await console.texts('.grid-body')).join()).toContain(width > 1000 ? SCRIPT : '01/02/2026');
      expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await console.openFirst();
      await page.until('document.querySelectorAll(".file-name").length === 2');
      expect(await console.texts('.file-name')).toEqual([long, SCRIPT]);
      expect(await console.texts('.facts dd')).toContain(`${SCRIPT}${'Z'.repeat(3000)}`);
      expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(await page.value('[document.title.includes("ran"), document.querySelectorAll("main img, main script").length]')).toEqual([
      false,
      0,
    ]);
  });

  it('ten thousand results come in parts while they are scrolled', async () => {
    const { code } = await filed(api, { values: [{ label: 'Título', valorCampo: 'Muitos' }] }, IDS.contracts);
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)`;
    const columns = 'client_id, unit_id, node_code, status, created_at, created_by, version, shown';
    await service.database.query(
      `INSERT INTO document (id, ${columns}) ${many} SELECT substr('${randomUUID()}', 1, 28) || printf('%08d', i), ${columns} FROM n, document WHERE code = ${code}`,
    );
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.contracts}`);
    await page.until('document.querySelector(".grid-body [role=row]")');
    expect(await console.heading()).toBe('Contratos mais de 10.000');
    const rowsInPage = () => page.value<number>('document.querySelectorAll(".grid-body [role=row]").length');
    expect(await rowsInPage()).toBeLessThan(60);
    for (const loaded of ['200', '300']) {
      await page.value('(() => { const grid = document.querySelector(".grid"); grid.scrollTop = grid.scrollHeight; })()');
      await page.until(`document.querySelector('.toolbar').textContent.includes('${loaded} carregados')`);
    }
    expect(await rowsInPage()).toBeLessThan(60);
    // All of them are sorted, loaded or not; meanwhile the rows and their number stay.
    await console.click('Código');
    expect(await console.heading()).toBe('Contratos mais de 10.000');
    await page.until(`Number(document.querySelector('.grid-body [role=rowheader]')?.textContent) < ${code + 100}`);
    await page.until(`document.querySelector('.toolbar').textContent.includes('100 carregados')`);
    expect(await console.heading()).toBe('Contratos mais de 10.000');
  });

  it('a broken connection during an upload loses nothing, even when the session ends', async () => {
    const line = await TcpProxy.start(service.url);
    console = new Console(page, line.through(service.url));
    const id = await opened();
    const half = () => page.until('document.querySelector(".upload:last-child progress")?.value > 0.2');
    await page.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2e6 });
    await console.drop({ name: 'um.txt', size: 2 * MEGABYTE });
    await half();
    await line.refuse();
    await console.uploads('O serviço não respondeu');
    await line.listen();
    await console.sendAgain();
    await console.uploads('enviado');
    await console.drop({ name: 'dois.txt', size: 2 * MEGABYTE });
    await half();
    await console.endSession();
    line.resetAll();
    await isAsked();
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
    // What needs no file goes on, and the tray keeps what waits.
    await console.level('Contratos');
    expect(await console.texts('.upload-name')).toEqual(['depois.txt']);
    await wire.listen();
    await page.until(
      `([...document.querySelectorAll('.upload button')].find(({ textContent }) => textContent === 'Tentar de novo')?.click(), document.querySelector('.upload-state').textContent === 'enviado')`,
    );
    expect(await namesIn(id)).toEqual(['depois']);
  });
});
