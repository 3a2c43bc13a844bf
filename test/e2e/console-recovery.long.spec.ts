import { samplePdf } from '#src/demo/sample-files';
import { IDS } from './support/api';
import { AWAY } from './support/console';
import { describeConsole } from './support/in-browser';
import { filed, sharesPath, texts } from './support/reading';

const contract = (title: string) => ({ values: [{ label: 'Título', valorCampo: title }], files: texts('Minuta') });

describeConsole('what goes wrong in a day of work in the console, in a real browser', ({ demo: api, open, expectSound }) => {
  it('a deleted document opens, read-only, and is restored', async () => {
    const { console, page } = open;
    const { id, code } = await filed(api, contract('Apagado'), IDS.contracts);
    const query = { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.contracts, idDocumento: id };
    expect((await api.call('DELETE', '/api/Documento/Delete', { query })).status).toBe(200);
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await console.until(`named('button', 'Restaurar')`);
    expect(await console.texts('.facts dd')).toContain('Apagado');
    expect(await console.value(`[named('a', 'Editar'), named('button', 'Excluir')].filter(Boolean).length`)).toBe(0);
    await expectSound();
    await console.click('Restaurar');
    await console.until(`named('a', 'Editar') && !named('button', 'Restaurar')`);
    await page.until(`document.querySelector('.file-name')?.textContent === 'Minuta'`);
  });

  it('a deletion of several that a reload cuts says what was done', async () => {
    const { console, page } = open;
    const made = [];
    for (const title of ['Um', 'Dois', 'Três']) made.push(await filed(api, contract(title), IDS.contracts));
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.contracts}`);
    for (const { code } of made) await console.click(`Selecionar Documento ${code}`, 'input');
    let asked = 0;
    await page.intercept((_, method) => (method === 'DELETE' && ++asked === 2 ? new Promise(() => undefined) : null));
    await console.click('Excluir');
    await console.click('Excluir 3 documentos');
    await page.until(`sessionStorage.getItem('acervo.removing') && document.querySelector('[role=alertdialog] progress').value === 1`);
    expect(await page.value(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(true);
    await page.intercept(() => null);
    await console.open('/documentos');
    await page.until(`document.querySelector('.toast')`);
    expect((await console.texts('.toast')).join()).toMatch(/1 de 3 documentos foram excluídos/);
    await console.click('Desfazer');
    await page.until(`[...document.querySelectorAll('.toast')].some(({ textContent }) => textContent.includes('Documento restaurado'))`);
  });

  it('heads of columns stay apart, and columns without a value are narrow', async () => {
    const { console, page } = open;
    await filed(api, contract('Cabeçalhos'), IDS.contracts);
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.contracts}`);
    await page.until('document.querySelector(".grid-body [role=row]")');
    await page.look({ width: 1440, height: 900 });
    const overlaps = `[...document.querySelectorAll('[role=columnheader]')].filter((head) => head.scrollWidth > head.clientWidth + 1).length`;
    await page.until(`${overlaps} === 0`);
  });

  it('a deadline shows the day that was asked for, wherever the reader is; copying says what it did', async () => {
    const { console, page } = open;
    const { id, code } = await filed(api, contract('Prazo'), IDS.contracts);
    expect((await api.post(sharesPath(id), { query: { PrazoCompartilhamento: '31/12/2099' } })).status).toBe(200);
    await page.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' });
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await console.documentShown();
    // Only a PDF can be signed.
    await page.until(`document.querySelector('.viewer')`);
    expect(await console.value(`named('a', 'Assinar') === undefined`)).toBe(true);
    await console.click('Links', '[role=tab]');
    await page.until(`document.querySelector('.link-of .grow')`);
    expect(await console.texts('.link-of .grow')).toEqual(['até 31/12/2099']);
    await page.value(`(Object.defineProperty(navigator, 'clipboard', { value: undefined }), document.execCommand = () => false, 1)`);
    await console.click('Copiar');
    await page.until(`document.querySelector('.toast')`);
    expect((await console.texts('.toast')).join()).toMatch(/não deixou copiar/);
  });

  it('only a document that is there is offered by its code', async () => {
    const { console, page } = open;
    const { code } = await filed(
      api,
      { ...contract('Existe'), files: [{ name: 'a', extension: 'pdf', content: samplePdf('a') }] },
      IDS.contracts,
    );
    await console.enter('/documentos');
    for (const [typed, isThere] of [
      [String(code), true],
      ['987654', false],
    ] as const) {
      await page.value(
        `void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))`,
      );
      await page.until(`document.querySelector('[role=dialog] input')`);
      await console.fill('[role=dialog] input', typed);
      await page.until(
        isThere
          ? `document.querySelector('[role=dialog] [role=menuitem]')?.textContent.includes('${typed}')`
          : `document.querySelector('[role=dialog] .go-to')?.textContent === 'Nada com este nome'`,
      );
      // The first one empties the field.
      for (const _ of ['empty', 'close']) await page.press('Escape');
      await page.until(`!document.querySelector('[role=dialog]')`);
    }
  });

  it('files are told before they are sent that are not what their names say; all that failed are sent again at once', async () => {
    const { console, page } = open;
    const { code } = await filed(api, contract('Envios'), IDS.contracts);
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await console.documentShown();
    await console.drop({ name: 'foto.png', size: 20 });
    await console.uploads('O conteúdo não parece ser de um arquivo png.');
    expect(page.requests.filter((url) => url.includes('/Upload'))).toEqual([]);
    await page.intercept((url) => (url.includes('/Upload') ? AWAY : null));
    await console.drop({ name: 'um.txt', size: 5 }, { name: 'dois.txt', size: 6 });
    await page.until(`document.querySelectorAll('.upload.refused').length === 2`);
    expect((await console.texts('#tray-title')).join()).toMatch(/0 de 3 enviados/);
    await expectSound();
    await page.intercept(() => null);
    await console.click('Tentar todos de novo');
    await page.until(`document.querySelectorAll('.upload.sent').length === 2`);
    await console.click('Enviar assim mesmo');
    await page.until(`document.querySelectorAll('.upload.sent').length === 3`);
  });
});
