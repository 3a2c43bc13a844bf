import { samplePdf, samplePng } from '#src/cli/demo/sample-files';
import { barriersOf } from '../support/accessibility';
import { Browser, type Page } from '../support/browser';
import { describeInBrowser } from '../support/describe-in-browser';
import { until } from '../support/until';
import { Api } from './support/api';
import { Console, SCRIPT } from './support/console';
import { describeService } from './support/describe-service';
import { approval, contract, ACTIVATE } from './support/flows';
import { filed } from './support/reading';
import { makeUser, OTHER_PASSWORD, PASSWORD } from './support/users';
import { STORAGE } from './support/service';

/** On servers nothing about the page differs. */
const describeConsole = STORAGE === 'embedded' ? describeInBrowser : describe.skip;

describeService.on(describeConsole)('the console, in a real browser', ({ service, demo: api }) => {
  let browser: Browser | undefined;
  let page: Page;
  let console: Console;
  beforeAll(async () => {
    browser = await Browser.start();
  });
  beforeEach(async () => {
    page = await browser!.page();
    console = new Console(page, service.url);
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
  });

  /** Whoever uses the page, and however: nothing is in the way, and nothing ran or was refused that should not. */
  async function expectSound(): Promise<void> {
    for (const look of [{}, { dark: true }, { width: 360, height: 740 }]) {
      await page.look(look);
      expect(await barriersOf(page)).toEqual([]);
      expect(await page.value('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await page.look({});
    expect(page.complaints.filter((text) => !/favicon|status of 4/.test(text))).toEqual([]);
    // A whole Chromium shows PDF files by an extension that it brings with it.
    expect(page.requests.filter((url) => !url.startsWith(service.url) && !/^(blob|data|chrome-extension):/.test(url))).toEqual([]);
  }

  it('can be logged in to with the keyboard', async () => {
    await console.open();
    await page.until('document.getElementById("login-dialog").open');
    await expectSound();
    await page.type('demo');
    await page.press('Tab');
    await page.type('errada');
    await page.press('Enter');
    await page.until('!document.getElementById("login-reason").hidden');
    expect(await page.value('document.getElementById("login-reason").textContent')).toBe('Usuário ou senha inválidos.');
    // What is outside of the dialog waits.
    await page.press('Escape');
    expect(await page.value('document.getElementById("login-dialog").open')).toBe(true);
    await console.logIn();
    await page.until('document.getElementById("found")');
    expect(await page.value('document.getElementById("title").textContent')).toBe('Todos os níveis');
    await expectSound();
  });

  it('browses the tree and searches by the fields of a level', async () => {
    await console.enter();
    expect(await console.texts('.level')).toEqual([
      'Todos os níveis',
      'Financeiro',
      'Contratos',
      'Notas Fiscais',
      'Recursos Humanos',
      'Prontuários',
    ]);
    await console.level('Notas Fiscais');
    expect(await console.texts('thead th')).toEqual(expect.arrayContaining(['Código', 'Número', 'Data de Emissão', 'Arquivos']));
    await console.fill('[data-label="Número"]', '1024');
    await console.search();
    expect([await console.found(), (await console.texts('tbody td'))[1]]).toEqual(['1 documento, página 1 de 1', '1024']);
    await expectSound();
    await console.fill('[data-label="Número"]', 'nenhum');
    await console.search();
    expect(await console.message()).toMatch(/Número|ValoresCampos/);
  });

  it('shows PDF, images and text, and never active content', async () => {
    const html = `<!doctype html><script>top.document.title='ran'</script>`;
    const files = [
      { name: 'Contrato', extension: 'pdf', content: samplePdf('Contrato') },
      { name: 'Foto', extension: 'png', content: samplePng(24, [40, 90, 140]) },
      { name: 'Nota', extension: 'txt', content: SCRIPT },
      { name: 'Página', extension: 'html', content: html },
      { name: 'Desenho', extension: 'svg', content: `<svg xmlns="http://www.w3.org/2000/svg" onload="top.document.title='ran'"/>` },
    ];
    const { code } = await filed(api, { files });
    await console.enter();
    await console.fill('[name="Documento"]', String(code));
    await console.search();
    await console.openFirst();
    const view = async (index: number, selector: string) => {
      await page.value(`document.querySelectorAll('[data-act=view]')[${index}].click()`);
      await page.until(
        `document.querySelector('#preview h2')?.textContent.startsWith(${JSON.stringify(files[index]!.name)}) && document.querySelector('#preview ${selector}')`,
      );
    };
    await view(0, 'iframe[src^="blob:"]');
    await view(1, 'img[src^="blob:"]');
    await page.until('document.querySelector("#preview img").naturalWidth === 24');
    await expectSound();
    await view(2, 'pre');
    expect(await page.value('document.querySelector("#preview pre").textContent')).toBe(SCRIPT);
    for (const index of [3, 4]) await view(index, 'p');
    expect(await page.value('document.querySelectorAll("#preview iframe, #preview img").length')).toBe(0);
    expect(await page.value('document.title')).not.toBe('ran');
    await page.value(`document.querySelectorAll('[data-act=download]')[3].click()`);
    await until(
      () => page.downloads.length,
      (downloads) => downloads > 0,
    );
    expect(page.downloads[0]).toMatch(/\.\w{2,4}$/);
  });

  it('creates a document, uploads files with progress, shares one and revokes the link', async () => {
    await console.enter();
    await console.level('Notas Fiscais');
    await console.click('#new-document');
    await page.until('document.querySelector("#create [data-label]")');
    await expectSound();
    await console.fill('#create [data-label="Número"]', '31');
    await console.fill('#create [data-label="Data de Emissão"]', '31/02/2026');
    await console.click('#create .main');
    await page.until('document.querySelector("#messages .bad")');
    expect(await page.value('document.querySelector("#create [data-label]").value')).toBe('31');
    await console.fill('#create [data-label="Data de Emissão"]', '28/02/2026');
    await console.fill('#create [data-label="Observação"]', SCRIPT);
    await console.click('#create .main');
    await page.until('!document.getElementById("document-view").hidden');
    expect(await console.texts('dd')).toEqual(expect.arrayContaining(['31', '28/02/2026', SCRIPT, 'Financeiro > Notas Fiscais']));

    await page.value(`window.seen = new Set(); void new MutationObserver(() => {
      for (const bar of document.querySelectorAll('progress')) seen.add(bar.value);
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`);
    await page.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2e6 });
    await console.drop({ name: 'um.txt', size: 1_500_000 }, { name: 'dois.txt', size: 10 });
    await console.uploads('enviado', 'enviado');
    expect(await page.value('[...seen].filter((share) => share > 0 && share < 1).length')).toBeGreaterThan(2);
    await page.until('document.querySelectorAll("#files .file-name").length === 2');
    await expectSound();

    await console.click('[data-act="share"]');
    await page.until('document.querySelector("[data-act=revoke]")');
    const link = await page.value<string>('document.querySelector(".link-of input").value');
    const open = () => new Api(service.url).get(new URL(link).pathname);
    expect((await open()).status).toBe(200);
    await expectSound();
    await console.click('[data-act="revoke"]');
    await page.until('!document.querySelector("[data-act=revoke]")');
    expect((await open()).status).toBe(404);
    expect(await page.value('document.title')).not.toBe('ran');
  });

  it('shows the current step of the flow of a document', async () => {
    expect((await api.post(ACTIVATE, { body: approval({ documentos: [contract()] }) })).status).toBe(200);
    await console.enter();
    await console.openFirst();
    await console.click('[data-act="flows"]');
    await page.until('document.querySelector(".flows li")');
    expect((await console.texts('.flows > ul > li'))[0]).toMatch(/^Aprovação de Contrato \d+ em execução.*desde/);
    await expectSound();
  });

  it('draws usage by month and by level', async () => {
    await console.enter();
    await console.click('#show-usage');
    await page.until('document.querySelector("#usage-view table")');
    const charts = await page.value<string[]>('[...document.querySelectorAll("#usage-view [role=img]")].map((chart) => chart.ariaLabel)');
    expect(charts[0]).toMatch(/^Documentos cadastrados por mês\. .*: [1-9]\d*$/);
    expect(charts.some((chart) => /^Armazenamento, por fatura\./.test(chart))).toBe(true);
    expect(await console.texts('#usage-view tbody th')).toContain('Financeiro > Contratos');
    await expectSound();
  });

  it('allows changing a password that must be changed', async () => {
    const { login } = await makeUser(api, { alteraSenhaProximoLogin: '1' });
    await console.open();
    await console.logIn(login, PASSWORD);
    await page.until('document.getElementById("password-dialog").open');
    await expectSound();
    for (const password of ['fraca', OTHER_PASSWORD]) {
      await console.fill('#new-password', password);
      await console.click('#change-password button');
      if (password === 'fraca') await page.until('/no mínimo 8/.test(document.getElementById("password-reason").textContent)');
    }
    await console.logIn(login, OTHER_PASSWORD);
    await page.until('document.getElementById("found") || document.querySelector("#messages .notice")');
    expect(await page.value('document.getElementById("who").textContent')).toBe('Usuário de Teste');
  });

  it('offers only permitted actions', async () => {
    await console.enter('leitor');
    await console.level('Contratos');
    expect(await page.value('document.getElementById("new-document").hidden')).toBe(true);
    await console.openFirst();
    expect(await page.value('document.querySelectorAll(".drop, [data-act=share]").length')).toBe(0);
  });
});
