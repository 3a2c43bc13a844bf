import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { ROOT } from '../support/doc-pages';

jest.setTimeout(900_000);

const BASE = '/acervo/';
const SITE = join(ROOT, '.cache/site');
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/** As a host of static files serves the site below a path. */
const fileServer = () =>
  createServer((request, response) => {
    const { pathname } = new URL(request.url as string, 'http://site');
    const path = normalize(decodeURIComponent(pathname.slice(BASE.length)));
    const file = path === '.' || path.endsWith('/') ? join(path, 'index.html') : path;
    readFile(join(SITE, file)).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    );
  });

describeInBrowser('the site of the documentation (npm run docs)', () => {
  const server = fileServer();
  let browser: Browser | undefined;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    // Jest's own NODE_ENV would build another console.
    const env = { ...process.env, NODE_ENV: 'production', SITE_BASE: BASE };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/site/build.mjs'], { cwd: ROOT, env, encoding: 'utf8' });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    expect(stdout).toContain(' 0 broken links');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await Browser.start();
  });
  beforeEach(async () => void (page = await browser!.page()));
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const titles = '[...document.querySelectorAll(".result")]';
  const heading = (text: string) => page.until(`document.querySelector("main h1").textContent.includes(${JSON.stringify(text)})`);
  const click = (element: string) => page.until(`${element} && (${element}.click(), true)`);
  const link = (text: string) => `[...document.querySelectorAll("a")].find((a) => a.textContent.trim() === ${JSON.stringify(text)})`;

  it.each([
    // Without its accents, as people type.
    ['pt', 'restauracao', 'Backup e restauração', 'Referência da API', 'Documentos'],
    ['en', 'mysqldump', 'Backup and restore', 'API reference', 'Documents'],
  ])('finds words and has the reference in %s, and asks nobody else for anything', async (language, word, found, reference, group) => {
    await page.open(`${origin}${BASE}`);
    await click(link(language === 'pt' ? 'Português' : 'English'));
    await page.until(`location.pathname === "${BASE}${language}/"`);
    await click('document.querySelector("#local-search button")');
    await page.until('document.activeElement.matches(".search-input")');
    await page.type(word);
    await click(`${titles}.find((result) => result.textContent.includes(${JSON.stringify(found)}))`);
    await page.until(`location.pathname === "${BASE}${language}/backup.html"`);
    await heading(found);
    await click(link(reference));
    await heading(reference);
    await click(`[...document.querySelectorAll("main a")].find((a) => a.textContent.startsWith("4.9 "))`);
    await heading(group);
    await page.until('document.querySelector("main").textContent.includes("POST /api/v3/Documento")');
    expect(page.requests.filter((url) => !url.startsWith(`${origin}${BASE}`) && !url.startsWith('data:'))).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
});
