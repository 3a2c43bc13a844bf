import { samplePng } from '#src/demo/sample-files';
import { barriersOf } from '../support/accessibility';
import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { until } from '../support/until';
import { describeService } from './support/describe-service';
import { filed } from './support/reading';
import { STORAGE } from './support/service';
import { bytesOf, codeIn, filedPdfs, sign } from './support/signing';

/** Pages that people meet without knowing the archive; on servers nothing about them differs. */
const describePages = STORAGE === 'embedded' ? describeInBrowser : describe.skip;

describeService.on(describePages)('the public pages, in a real browser', ({ service, demo: api }) => {
  let browser: Browser | undefined;
  let page: Page;
  let code: string;
  beforeAll(async () => {
    browser = await Browser.start();
    const { files } = await filedPdfs(api);
    await sign(api, files);
    code = codeIn(await bytesOf(api, files[0]!));
  });
  beforeEach(async () => void (page = await browser!.page()));
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
  });

  const heading = () => page.value<string>('document.querySelector("h1").textContent');
  const language = () => page.value<string>('document.documentElement.lang');

  describe.each([
    ['the first page', () => '/', 'Acervo', 'Acervo'],
    ['the box for a code', () => '/verificar', 'Verificação de assinatura', 'Signature verification'],
    ['a dead link', () => '/compartilhado/nada', 'Link indisponível', 'Link not available'],
    ['a signature', () => `/verificar/${code}`, 'Assinatura registrada neste acervo', 'Signature registered in this archive'],
    ['an unknown signature', () => '/verificar/0123456789ABCDEFGHJKMNPQRS', 'Assinatura não encontrada', 'Signature not found'],
  ])('%s', (_, path, portuguese, english) => {
    it('is in Portuguese, or in English if preferred', async () => {
      await page.open(`${service.url}${path()}`);
      expect([await heading(), await language()]).toEqual([portuguese, 'pt-BR']);
      await page.speak('en-GB,en;q=0.9,pt;q=0.2');
      await page.open(`${service.url}${path()}`);
      expect([await heading(), await language()]).toEqual([english, 'en']);
      await page.speak('fr');
      await page.open(`${service.url}${path()}`);
      expect([await heading(), await language()]).toEqual([portuguese, 'pt-BR']);
    });

    it('is accessible, in light and dark mode, on a phone, without scripts', async () => {
      for (const look of [{}, { dark: true }, { width: 320, height: 600 }]) {
        await page.look(look);
        await page.open(`${service.url}${path()}`);
        expect(await barriersOf(page)).toEqual([]);
        expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
      expect(await page.value('document.scripts.length')).toBe(0);
      expect(await page.value('getComputedStyle(document.querySelector("main")).borderTopStyle')).toBe('solid');
      expect(page.complaints.filter((text) => !/favicon|status of 404/.test(text))).toEqual([]);
    });

    it('varies by language in caches, and allows only its own styles', async () => {
      const { headers } = await api.get(path(), { token: null, headers: { accept: 'text/html', 'accept-language': 'en' } });
      expect([headers.get('vary'), headers.get('content-language')]).toEqual(['Accept, Accept-Language', 'en']);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^' ]+'; base-uri 'none'/);
    });
  });

  it('programs get a machine-readable answer instead of a page, and caches vary by it', async () => {
    for (const path of ['/compartilhado/nada', `/verificar/${code}`, '/verificar/0123456789ABCDEFGHJKMNPQRS']) {
      const { headers, json } = await api.get(path, { token: null });
      expect([headers.get('vary'), headers.get('content-language'), typeof json]).toEqual(['Accept, Accept-Language', null, 'object']);
    }
  });

  it('the first page links to all others', async () => {
    for (const [link, there] of [
      ['console', '/console'],
      ['docs', '/docs'],
      ['verificar', '/verificar'],
    ]) {
      await page.open(`${service.url}/`);
      await page.value(`document.querySelector('a[href="${link}"]').click()`);
      await page.until(`location.pathname === '${there}' && document.readyState === 'complete'`);
    }
    expect(page.complaints).toEqual([]);
  });

  it('a typed code leads to its signature, and a wrong one to another try', async () => {
    await page.open(`${service.url}/verificar`);
    await page.press('Tab');
    await page.type('0123456789ABCDEFGHJKMNPQRS');
    await page.press('Enter');
    await page.until('document.querySelector("h1")?.textContent === "Assinatura não encontrada"');
    await page.press('Tab');
    await page.type(code);
    await page.press('Enter');
    await page.until('document.querySelector("h1")?.textContent === "Assinatura registrada neste acervo"');
    expect(await page.value('location.pathname')).toBe(`/verificar/${code}`);
    expect(page.complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
  });

  it('a share link shows an image and saves a table', async () => {
    const files = [
      { name: 'Foto', extension: 'png', content: samplePng(8, [20, 80, 140]), share: true },
      { name: 'Tabela', extension: 'csv', content: 'a;b', share: true },
    ];
    const [shown, saved] = (await filed(api, { files })).files.map(({ link }) => `${service.url}${new URL(link!).pathname}`);
    await page.open(shown!);
    expect(await page.value('document.images[0].naturalWidth')).toBe(8);
    expect(page.downloads).toEqual([]);
    await page.open(saved!);
    await until(
      () => page.downloads,
      (downloads) => downloads.length > 0,
    );
    expect(page.downloads).toEqual(['Tabela.csv']);
  });
});
