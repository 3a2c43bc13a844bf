import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { embedding, hostileFiles } from './support/active-content';
import { fetchPath } from './support/adding-files';
import { create, createdBy, type Created } from './support/creates';
import { describeService } from './support/describe-service';
import { linksOf, sharesPath, works } from './support/reading';
import { Remote } from './support/remote';

const ELSEWHERE = '/elsewhere';

describeService.on(describeInBrowser)('stored files in a real browser', ({ service, demo: api }) => {
  let browser: Browser | undefined;
  let page: Page;
  let bait: Remote | undefined;
  let stored: { name: string; fileId: string; link: string }[];
  /** What somebody else's page shows. */
  let elsewhere = '';

  beforeAll(async () => {
    bait = await Remote.open('127.0.0.1', ({ url }, response) =>
      response.setHeader('content-type', 'text/html').end(url === ELSEWHERE ? elsewhere : ''),
    );
    browser = await Browser.start();
    const files = hostileFiles(`http://127.0.0.1:${bait!.port}`);
    // V1 stores what it is given, whatever the extension says.
    const document = createdBy(await create(api, 'V1', { files: files.slice(0, 20) }));
    const more = createdBy(await create(api, 'V1', { files: files.slice(20) }));
    const shared = [...(await sharedFiles(document)), ...(await sharedFiles(more))];
    stored = files.map(({ what, extension }, index) => ({ name: `${what} as ${extension}`, ...shared[index]! }));
  });
  beforeEach(async () => void (page = await browser!.page()));
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    bait?.close();
  });

  async function sharedFiles({ id }: Created): Promise<{ fileId: string; link: string }[]> {
    const { json } = await api.post(sharesPath(id));
    const links = await linksOf(api, id);
    return (json.Arquivos as { IdArquivo: string }[]).map(({ IdArquivo }, index) => ({
      fileId: IdArquivo,
      link: `${service.url}${new URL(links[index]!).pathname}`,
    }));
  }

  /** The bait was told nothing by now: its own page is asked for last, and what ran before would have come before. */
  async function expectSilence(): Promise<void> {
    await page.open(`http://127.0.0.1:${bait!.port}/last`);
    expect(bait!.paths.filter((path) => !['/last', ELSEWHERE, '/favicon.ico'].includes(path))).toEqual([]);
  }

  it('E3 E4 H9 run no HTML, SVG or polyglots from a share link', async () => {
    for (const { name, link } of stored) {
      expect([name, await works(service, link)]).toEqual([name, true]);
      await page.open(link);
      expect([name, await page.value('document.title')]).not.toEqual([name, 'ran']);
    }
    await expectSilence();
    expect(page.downloads.length).toBeGreaterThan(stored.length / 2);
  });

  it('E3 E4 run none from the API', async () => {
    await page.send('Network.setExtraHTTPHeaders', { headers: { authorization: `Bearer ${api.token}` } });
    for (const { name, fileId } of stored) {
      await page.open(`${service.url}${fetchPath(fileId)}`);
      expect([name, await page.value('document.title')]).not.toEqual([name, 'ran']);
    }
    await page.send('Network.setExtraHTTPHeaders', { headers: {} });
    await expectSilence();
  });

  it('E3 E4 H9 run none within a foreign page', async () => {
    for (const { name, link } of stored) {
      elsewhere = embedding(link);
      await page.open(`http://127.0.0.1:${bait!.port}${ELSEWHERE}`);
      expect([name, await page.value('document.title')]).not.toEqual([name, 'ran']);
    }
    await expectSilence();
  });

  it('E3 would run without the protection (the trap works)', async () => {
    elsewhere = String(hostileFiles(`http://127.0.0.1:${bait!.port}`)[0]!.content);
    await page.open(`http://127.0.0.1:${bait!.port}${ELSEWHERE}`);
    expect(bait!.paths).toEqual(expect.arrayContaining(['/script', '/fetch', '/image', '/frame', '/style']));
  });
});
