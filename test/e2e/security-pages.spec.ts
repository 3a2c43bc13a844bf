import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { describeService } from './support/describe-service';
import { bytesOf, codeIn, filedPdfs, sign, signBody } from './support/signing';

describeService.on(describeInBrowser)('security of the own pages, in a real browser', ({ service, demo: api }) => {
  let browser: Browser | undefined;
  let page: Page;
  beforeAll(async () => {
    browser = await Browser.start();
  });
  beforeEach(async () => void (page = await browser!.page()));
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
  });

  /** Nothing was refused by the page's own policy, and nothing was asked of anybody else. */
  function expectSelfContained(): void {
    expect(page.complaints.filter((text) => !/favicon|status of 404/.test(text))).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:'))).toEqual([]);
  }

  it('H9 the page of an invalid link is shown with its style', async () => {
    await page.open(`${service.url}/compartilhado/nada`);
    expect(await page.value('document.querySelector("h1").textContent')).toBe('Link indisponível');
    expect(await page.value('getComputedStyle(document.querySelector("main")).borderRadius')).toBe('12px');
    expectSelfContained();
  });

  it('D9 the page of a signature shows hostile names as text, with its style', async () => {
    const { files } = await filedPdfs(api);
    const script = `<script>document.title='ran'</script><img src=x onerror="document.title='ran'">`;
    const { dadosSignatario } = signBody(files) as { dadosSignatario: object };
    const hostile = { ...dadosSignatario, nome: { label: '"><b>Nome', valor: script } };
    expect((await sign(api, files, { dadosSignatario: hostile })).status).toBe(200);
    await page.open(`${service.url}/verificar/${codeIn(await bytesOf(api, files[0]!))}`);
    expect(await page.value('document.title')).toBe('Verificação de assinatura');
    expect(await page.value('document.querySelector("dt").textContent')).toBe('"><b>Nome');
    expect(await page.value('document.querySelector("dd").textContent')).toBe(script);
    expect(await page.value('document.querySelectorAll("script,img,b").length')).toBe(0);
    expect(await page.value('getComputedStyle(document.querySelector(".state")).borderLeftStyle')).toBe('solid');
    expectSelfContained();
  });

  it('H9 the reference works under its policy, and loads nothing external', async () => {
    await page.open(`${service.url}/docs?url=https://example.org/openapi.json&configUrl=https://example.org/x.json`);
    await page.until('document.querySelectorAll(".opblock").length >= 38');
    await page.value('document.querySelector(".opblock-summary-control").click()');
    await page.until('document.querySelector(".opblock-body .try-out__btn")');
    expectSelfContained();
  });
});
