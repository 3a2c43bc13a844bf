import { StubBucket } from '../faults/kit/s3-objects';
import { S3Stub } from '../faults/kit/s3-stub';
import { TcpProxy } from '../faults/kit/tcp-proxy';
import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { until } from '../support/until';
import { jsonOf, note, UPLOAD } from './support/adding-files';
import { base64, invoiceValues, loggedIn, place } from './support/api';
import { filed, sharesOf } from './support/reading';
import { Reference } from './support/reference';
import { startService, STORAGE, type Service } from './support/service';

/** On servers nothing about the page differs. */
const describeReference = STORAGE === 'embedded' ? describeInBrowser : describe.skip;
const CREATE = '/api/v3/Documento';

describeReference('the API reference with failures, in a real browser', () => {
  let stub: S3Stub;
  let wire: TcpProxy;
  let service: Service;
  let browser: Browser | undefined;
  let page: Page;
  let reference: Reference;
  beforeAll(async () => {
    stub = await S3Stub.start();
    stub.buckets.set('reference', new StubBucket());
    wire = await TcpProxy.start(stub.endpoint);
    service = await startService({
      S3_ENDPOINT: wire.through(stub.endpoint),
      S3_BUCKET: 'reference',
      S3_ACCESS_KEY_ID: stub.keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: stub.keys.secretAccessKey,
      S3_REQUEST_SECONDS: '2',
    });
    browser = await Browser.start();
    page = await browser.page();
    await page.look({});
    reference = new Reference(page, service.url);
    await reference.open();
    await reference.logIn();
  });
  afterAll(async () => {
    await browser?.close();
    await service.stop();
    await wire.close();
    await stub.close();
  });

  const typed = () => page.value<string>('document.querySelector(".opblock-post.is-open textarea.body-param__text").value');
  const bodyWith = (arquivo: string, nomeAmigavel = 'nota') => ({
    valoresCampos: invoiceValues('1'),
    arquivos: [{ arquivo, contentType: 'text/plain', extensao: 'txt', nomeAmigavel }],
  });

  it('shows why a file is refused, and keeps the input', async () => {
    const body = bodyWith('isto não é Base64');
    const { status, json } = await reference.tryOut('post', CREATE, { query: place(), body });
    expect([status, json]).toEqual([400, expect.objectContaining({ codigo: 'BASE64_INVALIDO' })]);
    expect(JSON.parse(await typed())).toEqual(body);
  });

  it('wraps very long names', async () => {
    const { status } = await reference.tryOut('post', CREATE, { query: place(), body: bodyWith(base64('x'), 'W'.repeat(240)) });
    expect(status).toBe(201);
    for (const width of [1280, 360]) {
      await page.look({ width });
      expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await page.look({});
  });

  it('reports a missing file store, and sends the kept input when it is back', async () => {
    const api = await loggedIn(service.url, 'financeiro');
    const { id } = await filed(api);
    await wire.refuse();
    const call = { query: { idDocumento: id }, body: jsonOf([note('depois')]) };
    const refused = await reference.tryOut('post', UPLOAD, call);
    expect([refused.status, refused.json]).toEqual([503, expect.objectContaining({ mensagem: expect.stringMatching(/indisponível/) })]);
    await wire.listen();
    await until(
      async () => (await reference.tryOut('post', UPLOAD, call)).status,
      (status) => status === 200,
    );
    expect((await sharesOf(api, id)).map(({ NomeAmigavel }) => NomeAmigavel)).toEqual(['depois']);
  });
});
