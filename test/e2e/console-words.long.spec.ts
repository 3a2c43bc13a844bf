import { pdfOf } from '../support/sample-documents';
import { IDS, invoiceValues } from './support/api';
import { SCRIPT } from './support/console';
import { describeConsole } from './support/in-browser';
import { readAll } from './support/read-all';
import { filed } from './support/reading';

const GRID = `/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`;

describeConsole('words in files, in a real browser', { READ_FILES: 'true' }, ({ service, demo: api, open, expectSound }) => {
  it('are searched for beside the filters, shown where they stand, and part of the address and of views', async () => {
    const { console, page } = open;
    const content = await pdfOf(['Arrendamento de loja', 'Por rescisão antecipada, a multa de três aluguéis']);
    const { code } = await filed(api, { values: invoiceValues('901'), files: [{ name: 'Contrato', extension: 'pdf', content }] });
    await filed(api, { values: invoiceValues('902'), files: [{ name: 'Nota', extension: 'txt', content: `rescisão ${SCRIPT}` }] });
    await console.enter(`${GRID}&texto=rescisao`);
    await page.until('document.querySelector("main .empty, .grid-body [role=row]") && document.querySelector(".words-box")');
    expect((await console.texts('main [role=status]')).join()).toMatch(/ainda não f/);
    await expectSound();
    await readAll(service);
    await console.fill('input[name=words]', 'rescis* multa');
    await page.value('document.querySelector("input[name=words]").focus()');
    await page.press('Enter');
    await page.until('document.querySelectorAll(".grid-body mark").length === 2');
    expect(await page.value('document.activeElement.name')).toBe('words');
    expect([await console.codes(), await console.texts('.grid-body mark')]).toEqual([[String(code)], ['rescisão', 'multa']]);
    expect([await console.address(), await console.texts('.chip')]).toEqual([
      expect.stringMatching(/texto=rescis\*[+ ]multa/),
      ['Palavras nos arquivos: rescis* multa'],
    ]);
    await expectSound();
    await console.click('Visões');
    await console.click('Salvar visão');
    await console.fillLabelled('Nome da visão', 'Multas');
    await console.click('Salvar visão', '[role=dialog] button');
    await page.until('!document.querySelector("[role=dialog]")');
    await console.open('/documentos');
    await console.loaded();
    await console.click('Visões');
    await console.click('Multas');
    await page.until('document.querySelectorAll(".grid-body mark").length === 2');
    // It opens where the words stand.
    await console.openFirst();
    expect(await console.address()).toMatch(/\?arquivo=[0-9a-f-]{36}&pagina=2&palavras=resci/);
    await page.until('document.querySelector(".viewer-bar .small")?.textContent === "Página 2 de 2"');
    await page.until(`document.querySelector('.viewer-find [role=status]')?.textContent.includes('2')`);
    expect(await page.value('document.querySelector(".viewer-find input").value')).toBe('rescisão');
    await page.open(`${service.url}/console${GRID}&texto=rescisao`);
    await page.until('document.querySelectorAll(".grid-body [role=row]").length === 2');
    expect((await console.texts('.grid-body')).join()).toContain('onerror="document.title');
    expect(await page.value('[document.title.includes("ran"), document.querySelectorAll("main img, main script").length]')).toEqual([
      false,
      0,
    ]);
    // So do the next document and the previous one.
    const places = await page.value<string[]>('[...document.querySelectorAll(".grid-body [role=row] a")].map(({ href }) => href)');
    await console.openFirst();
    for (const [key, place] of [
      ['j', places[1]!],
      ['k', places[0]!],
    ]) {
      await page.value(`void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))`);
      await page.until(`location.href === ${JSON.stringify(place)}`);
      await console.documentShown();
    }
    expect(places).toEqual([expect.stringMatching(/\?arquivo=.+&pagina=/), expect.stringMatching(/\?arquivo=.+&pagina=/)]);
    await page.value('history.go(-3)');
    await page.until('document.querySelectorAll(".grid-body [role=row]").length === 2');
    await console.fill('input[name=words]', '"uma frase"');
    await console.click('Procurar nos arquivos');
    await page.until('document.querySelector("main .empty")');
    expect((await console.texts('main .empty')).join()).toMatch(/frase|aspas/i);
    await console.click('Palavras nos arquivos: "uma frase", tirar o filtro');
    await page.until('document.querySelector(".grid-body [role=row]")');
    await expectSound();
  });
});

describeConsole('a service that does not read files, in a real browser', ({ open, expectSound }) => {
  it('has no box for words; a link with words says why', async () => {
    const { console, page } = open;
    await console.enter(`${GRID}&texto=multa`);
    await page.until('document.querySelector("main .empty")');
    expect((await console.texts('main .empty')).join()).toMatch(/O texto dos arquivos não é lido neste serviço/);
    expect(await page.value('document.querySelector(".words-box")')).toBeNull();
    await console.click('Palavras nos arquivos: multa, tirar o filtro');
    await page.until('!document.querySelector(".chip")');
    await expectSound();
  });
});
