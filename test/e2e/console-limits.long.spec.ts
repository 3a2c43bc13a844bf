import { randomBytes } from 'node:crypto';
import { Subscriptions } from '#application/ports/access';
import { Browser } from '../support/browser';
import { Api, IDS } from './support/api';
import { Console } from './support/console';
import { startService, type Service } from './support/service';
import { describePages } from './support/in-browser';

describePages('the pages of a service with limits and keys, in a real browser', () => {
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
    await console.page.value(`void new MutationObserver(() => (window.told ||= document.querySelector('.banner').textContent))
      .observe(document.querySelector('.banner'), { childList: true, characterData: true, subtree: true })`);
    await console.page.value(`{
      const { setTimeout } = window;
      window.waits = [];
      window.setTimeout = (work, ms, ...rest) => (window.waits.push(ms), setTimeout(work, ms, ...rest));
    }`);
    await console.click('Uso');
    await console.page.until('document.querySelectorAll(".bars").length >= 3');
    // Together they would ask again together.
    expect(await console.page.value('window.waits.filter((ms) => ms > 1000 && !Number.isInteger(ms)).length')).toBeGreaterThan(0);
    expect(await console.page.value('window.told')).toMatch(/^Chamadas demais por agora: continua em \d+ s\.$/);
    await console.page.until('document.querySelector(".banner").textContent === ""');
    expect(console.page.complaints.some((text) => /status of 429/.test(text))).toBe(true);
  });

  it('show a long wait, and offer to retry', async () => {
    service = await startService({ RATE_LIMITS: '3/86400' });
    browser = await Browser.start();
    const console = new Console(await browser.page(), service.url);
    await console.open('/uso');
    await console.logIn();
    await console.page.until('document.querySelector("main .empty button")');
    expect((await console.texts('main .empty')).join()).toMatch(/[Cc]hamadas.*Tentar de novo$/);
  });

  it('send the subscription key', async () => {
    service = await startService({ SUBSCRIPTION_KEYS: 'true' });
    const key = randomBytes(24).toString('base64url');
    await service.app.get(Subscriptions).rotate({ clientId: IDS.client, unitId: IDS.unit }, 1, key);
    browser = await Browser.start();
    const console = new Console(await browser.page(), service.url);
    await console.open('/documentos');
    await console.page.until('document.querySelector("input[name=subscription]")');
    await console.fill('input[name=subscription]', key);
    await console.logIn();
    await console.openFirst();
    await console.drop({ name: 'um.txt', size: 3 });
    await console.uploads('enviado');
  });

  it('serve every address of the console from behind a proxy, and keep its files for ever', async () => {
    service = await startService();
    const anybody = new Api(service.url);
    const scriptsOf = (html: string, at: string) =>
      [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => new URL(address!, `http://x${at}`).pathname);
    const wanted = scriptsOf((await anybody.get('/console')).text, '/console');
    expect(wanted.length).toBeGreaterThan(2);
    const further = new Set<string>();
    for (const [at, isPreloaded] of [
      ['/console/', false],
      ['/console/documentos', true],
      ['/console/documentos/a/1', true],
      ['/console/documentos/a/1/editar', false],
    ] as const) {
      const page = await anybody.get(at);
      const scripts = scriptsOf(page.text, at);
      expect([at, page.status, page.headers.get('cache-control'), scripts.slice(0, wanted.length)]).toEqual([at, 200, 'no-cache', wanted]);
      expect([at, scripts.length > wanted.length]).toEqual([at, isPreloaded]);
      for (const address of scripts) further.add(address);
      // The addresses are relative: what comes before is the proxy's.
      expect(scriptsOf(page.text, `/acervo${at}`)).toEqual(scripts.map((address) => `/acervo${address}`));
    }
    for (const address of further) {
      const { status, headers } = await anybody.get(address, { headers: { 'accept-encoding': 'br' } });
      expect([address, status, headers.get('cache-control')]).toEqual([address, 200, 'public, max-age=31536000, immutable']);
    }
    for (const at of [
      '/console/nada.js',
      '/console/../package.json',
      '/console/%2e%2e/index.html',
      '/console/a/b/c/d/e/f/g',
      '/console/pdfjs',
    ]) {
      const { status, headers } = await anybody.get(at);
      expect([at, status === 404 || headers.get('content-type')?.startsWith('text/html')]).toEqual([at, true]);
    }
    expect((await anybody.post('/console/documentos')).status).toBe(404);
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
