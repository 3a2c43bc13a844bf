import { samplePdf } from '#src/demo/sample-files';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfOf } from '../support/sample-documents';
import { IDS } from './support/api';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';

const EVERYWHERE = ['Ctrl K', '/', '?', 'g d', 'g t', 'g u', 'g a'];

describeConsole('the list of keys, in a real browser', ({ demo: api, open, expectSound }) => {
  const type = (key: string, target = 'document.body') =>
    open.page.value(
      `void ${target}.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, bubbles: true, cancelable: true })}))`,
    );
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'acervo-keys-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const listed = async () => {
    await type('?');
    await open.page.until('document.querySelector("[role=dialog] .key-list")');
    const keys = await open.console.texts('[role=dialog] kbd');
    await open.page.press('Escape');
    await open.page.until('!document.querySelector("[role=dialog]")');
    return keys;
  };

  it('opens with ?, has what keys do on this page, and closes with Esc', async () => {
    const { console, page } = open;
    const { code } = await filed(api);
    await filed(api);
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await page.until('document.querySelector(".grid-body [role=row]")');
    await type('?');
    await page.until('document.querySelector("[role=dialog] .key-list")');
    expect(await console.texts('[role=dialog] :is(h2, h3)')).toEqual(['Teclas de atalho', 'Em todo lugar', 'Lista']);
    // A dialog may have the focus itself: keys do nothing behind it.
    await type('n', 'document.querySelector("[role=dialog]")');
    expect(await page.value('location.pathname')).toBe('/console/documentos');
    await expectSound();
    await page.press('Escape');
    await page.until('!document.querySelector("[role=dialog]")');
    expect(await listed()).toEqual(expect.arrayContaining(['Ctrl K', '/', '?', 'f', 'n', 'Ctrl A', 'Enter']));
    await console.openFirst();
    const ofFirst = await listed();
    expect(ofFirst).toEqual([...EVERYWHERE, 'j', 'e']);
    // Each of them does something: the one that is not offered does nothing.
    await type('j');
    await page.until(`document.querySelector('h1').textContent.includes('Documento ${code}')`);
    expect(await listed()).toContain('k');
    await console.document(code, IDS.client);
    expect(await listed()).toEqual([...EVERYWHERE, 'e']);
    await type('e');
    await page.until('document.querySelector("article form")');
    await console.open('/niveis');
    await page.until('document.querySelector(".tree-editor")');
    expect(await listed()).toEqual(expect.arrayContaining(['Alt ←', 'Alt →']));
    // Whoever has switched single characters off finds the list in the menu.
    await console.open('/conta');
    await page.until('document.querySelector("input[type=checkbox]")');
    await page.value('void document.querySelector("input[type=checkbox]").click()');
    await type('?');
    await console.value(`void document.querySelector('.account').click()`);
    await console.click('Teclas de atalho');
    await page.until('document.querySelector("[role=dialog] .key-list")');
    expect(await console.texts('[role=dialog] kbd')).toEqual(['Ctrl K']);
    expect((await console.texts('[role=dialog]')).join()).toContain('estão desligadas em Minha conta');
  });

  it('has those of an open file, which turn its pages and change its size', async () => {
    const { console, page } = open;
    const content = await pdfOf(['Primeira', 'Segunda', 'Terceira']);
    const { code } = await filed(api, { files: [{ name: 'Contrato', extension: 'pdf', content }] });
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await page.until('document.querySelector(".words span")');
    expect(await listed()).toEqual(expect.arrayContaining(['+', '-', '0', ']', 'Shift F']));
    for (const shown of [2, 3]) {
      await type(']');
      await page.until(`document.querySelector('.viewer-bar .small').textContent === 'Página ${shown} de 3'`);
    }
    expect(await listed()).toEqual(expect.not.arrayContaining([']']));
    await type('[');
    await page.until(`document.querySelector('.viewer-bar .small').textContent === 'Página 2 de 3'`);
    const zoom = async () => (await console.texts('.zoom'))[0];
    const fitted = await zoom();
    await type('+');
    await page.until(`document.querySelector('.zoom').textContent !== ${JSON.stringify(fitted)}`);
    await type('0');
    await page.until(`document.querySelector('.zoom').textContent === ${JSON.stringify(fitted)}`);
    await console.open('/documentos');
    await page.until('document.querySelector(".grid-body [role=row]")');
    await type('f');
    await page.until('document.activeElement.matches(".filter-form select")');
    await page.press('Escape');
    await page.until('!document.querySelector(".filter-form")');
    await type('n');
    await page.until('location.pathname.endsWith("/documentos/novo")');
  });

  it('has keys that lead to other screens one after the other, unless they are switched off', async () => {
    const { console, page } = open;
    const both = async (second: string) => (await type('g'), await type(second));
    await console.enter('/conta');
    for (const [second, path] of Object.entries({ d: '/documentos', t: '/fluxos/tarefas', u: '/usuarios', a: '/auditoria' })) {
      await both(second);
      await page.until(`location.pathname === '/console${path}' && location.search.includes('${IDS.client}')`);
      await console.loaded();
    }
    // Another key between them, or a field that is typed into: nothing.
    for (const key of ['g', 'x', 'd']) await type(key);
    expect(await page.value('location.pathname')).toBe('/console/auditoria');
    await console.open('/conta');
    await page.until('document.querySelector("input[type=checkbox]")');
    await page.value('void document.querySelector("input[type=checkbox]").click()');
    await both('d');
    expect(await page.value('location.pathname')).toBe('/console/conta');
    await page.value('void document.querySelector("input[type=checkbox]").click()');
    await both('d');
    await page.until('location.pathname === "/console/documentos"');
  });

  it('does not lead to a screen that the person may not see', async () => {
    const { console, page } = open;
    await console.enter('/documentos', 'leitor');
    expect(await listed()).toEqual(expect.not.arrayContaining(['g u']));
    for (const key of 'gu') await type(key);
    expect(await page.value('location.pathname')).not.toMatch(/usuarios/);
  });

  it('is enough to file, find and sign a document', async () => {
    const { console, page } = open;
    /** Goes there with Tab alone, and gives what has the focus a key. */
    const at = async (element: string, key: 'Enter' | 'Space' | null = 'Enter') => {
      await console.until(element);
      for (let times = 0; !(await console.value(`document.activeElement === ${element}`)); times += 1) {
        if (times > 100) throw new Error(`not reached: ${element}`);
        await page.press('Tab');
      }
      if (key) await page.press(key);
    };
    const path = join(folder, 'Contrato.pdf');
    await writeFile(path, samplePdf('Contrato'));
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await page.keys('n');
    await at(`labelled('Número')`, null);
    await page.type('77001');
    await at(`labelled('Data de Emissão')`, null);
    // Day and month alike: their order is that of the browser's language.
    await page.keys('05052026');
    // The dialog is the system's.
    await page.send('Page.setInterceptFileChooserDialog', { enabled: true });
    await at(`named('button', 'Escolher arquivos')`);
    await page.choose('form input[type=file]', [path]);
    await at(`named('button', 'Criar documento')`);
    await console.documentShown();
    const code = /\d+$/.exec(await page.value<string>('location.pathname'))![0];
    await console.uploads('enviado');
    await page.keys('gd');
    await page.until('location.pathname === "/console/documentos"');
    await console.loaded();
    await page.keys('/');
    await page.until('document.activeElement.closest("[role=dialog]") && document.activeElement.matches("input")');
    await page.type(code);
    await page.until(`document.querySelector('[role=dialog] [role=menuitem]')?.textContent.includes('${code}')`);
    await page.press('ArrowDown');
    await page.press('Enter');
    await console.documentShown();
    expect(await page.value('location.pathname')).toMatch(new RegExp(`/${code}$`));
    await page.until('document.querySelector(".viewer")');
    await page.keys('s');
    await at(`labelled('Número do documento')`, null);
    await page.type('529.982.247-25');
    await at(`named('button', 'Assinar arquivo')`);
    await page.until('document.querySelector(".signed code")');
    const [made] = await console.texts('.signed code');
    expect((await api.get(`/verificar/${made}`)).json).toMatchObject({ codigo: made, situacao: 'atual' });
    await expectSound();
  });

  it('is missed, and nothing else, where its script is not delivered', async () => {
    const { console, page } = open;
    await page.send('Network.enable', {});
    await page.send('Network.setBlockedURLs', { urls: ['*/KeyList-*', '*/GoTo-*', '*/LevelTree-*'] });
    await console.enter(`/documentos?cliente=${IDS.client}`);
    const complaints = 'document.querySelectorAll(".toast.bad").length';
    await type('?');
    await page.until(`${complaints} === 1`);
    await type('/');
    await page.until(`${complaints} === 2`);
    expect(await console.heading()).toMatch(/^Documentos/);
  });

  it('is in English, too', async () => {
    const { console, page } = open;
    await page.speak('en-GB,en;q=0.9');
    await console.open('/documentos');
    await page.until('document.querySelector("input[name=username]")');
    await console.fill('input[name=username]', 'demo');
    await console.fill('input[name=password]', 'Acervo@2026');
    await console.click('Sign in');
    await page.until('document.querySelector(".grid-body [role=row]")');
    await type('?');
    await page.until('document.querySelector("[role=dialog] .key-list")');
    expect(await console.texts('[role=dialog] :is(h2, h3)')).toEqual(['Keyboard shortcuts', 'Everywhere', 'List']);
  });
});
