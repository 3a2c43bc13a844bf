import { Api, IDS } from './support/api';
import { SCRIPT } from './support/console';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';

describeConsole('documents and files in the console, in a real browser', ({ service, demo: api, open, expectSound }) => {
  it('creates a document: a refused field gets the focus, and nothing typed is lost', async () => {
    const { console, page } = open;
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await console.click('Novo documento');
    await console.fillLabelled('Número', '31');
    await console.fillLabelled('CPF/CNPJ Fornecedor', '07.664.483/0001-79');
    // The service is asked while the person types.
    await page.until('document.querySelector(".field-error")');
    expect((await console.texts('.field-error')).join()).toMatch(/dígitos verificadores/);
    await expectSound();
    await console.level('Contratos');
    await page.value('history.back()');
    await console.until(`labelled('Número')?.value === '31'`);
    await console.fillLabelled('CPF/CNPJ Fornecedor', '07.664.483/0001-78');
    await console.click('Criar documento');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    expect(await page.value('document.activeElement.name')).toBe('Data de Emissão');
    await console.fillLabelled('Data de Emissão', '2026-02-28');
    await console.fillLabelled('Observação', SCRIPT);
    await console.drop({ name: 'junto.txt', size: 20 });
    await page.until('document.querySelector("form .file")');
    await console.click('Criar documento');
    await console.documentShown();
    expect(await console.texts('.facts dd')).toEqual(expect.arrayContaining(['31', '28/02/2026', SCRIPT]));
    await console.uploads('enviado');
    await page.until('document.querySelector(".file-name")?.textContent === "junto"');
    expect(await page.value('document.title')).not.toMatch(/ran/);
    await console.click('Documentos', '.crumbs a');
    await console.click('Novo documento');
    await console.until(`labelled('Número')?.value === ''`);
  });

  it('sends files with progress, shares one and revokes its link, and deletes one', async () => {
    const { console, page } = open;
    const { code } = await filed(api);
    await console.enter(`/documentos/${IDS.client}/${code}`);
    await page.value(`window.seen = new Set(); void new MutationObserver(() => {
      for (const bar of document.querySelectorAll('progress')) seen.add(bar.value);
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })`);
    await page.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2e6 });
    await console.drop({ name: 'um.txt', size: 1_500_000 }, { name: 'dois.txt', size: 10 });
    // They go on while the person is elsewhere.
    await console.level('Contratos');
    await console.uploads('enviado', 'enviado');
    expect(await page.value('[...seen].filter((share) => share > 0 && share < 1).length')).toBeGreaterThan(2);
    await expectSound();
    await console.document(code, IDS.client);
    await page.until('document.querySelectorAll(".file-name").length === 2');
    await console.click('Links');
    await console.click('Criar link');
    await page.until('document.querySelector(".link-of input")');
    const link = await page.value<string>('document.querySelector(".link-of input").value');
    const reached = async () => (await new Api(service.url).get(new URL(link).pathname)).status;
    expect(await reached()).toBe(200);
    await expectSound();
    await console.click('Remover link');
    await page.until('!document.querySelector(".link-of input")');
    expect(await reached()).toBe(404);
    await console.click('Dados');
    await console.click('Excluir arquivo: um');
    await console.click('Excluir arquivo', '[role=alertdialog] button');
    await page.until('document.querySelectorAll(".file-name").length === 1');
  });

  it('deletes several documents: each refusal is named, and those alone are tried again', async () => {
    const { console, page } = open;
    const [gone, kept] = [await filed(api), await filed(api)];
    const message = 'O documento está em um fluxo.';
    let isRefused = true;
    let asked = 0;
    await page.intercept((url, method) => {
      if (method !== 'DELETE') return null;
      asked += 1;
      return isRefused && url.includes(kept.id) ? { status: 409, body: { codigo: 'CONFLITO', mensagem: message, erros: [] } } : null;
    });
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    for (const { code } of [gone, kept]) await console.click(`Selecionar Documento ${code}`, 'input');
    await console.click('Excluir');
    await console.click('Excluir 2 documentos');
    await page.until('document.querySelector("[role=alertdialog] .notice li")');
    expect(await console.texts('[role=alertdialog] .notice li')).toEqual([`Documento ${kept.code}: ${message}`]);
    expect([await console.texts('.toast'), await console.texts('.toolbar strong')]).toEqual([
      [expect.stringContaining('Documento excluído.')],
      ['1 selecionado'],
    ]);
    await expectSound();
    [isRefused, asked] = [false, 0];
    await console.click('Tentar de novo os que faltam');
    await page.until('!document.querySelector("[role=alertdialog]")');
    await console.loaded();
    expect(asked).toBe(1);
    const codes = await console.codes();
    for (const { code } of [gone, kept]) expect(codes).not.toContain(String(code));
  });

  it('changes a document, and shows both versions when somebody else changed it', async () => {
    const { console, page } = open;
    const values = [
      { label: 'Número', valorCampo: '55' },
      { label: 'Data de Emissão', valorCampo: '15/08/2024' },
    ];
    const { id, code } = await filed(api, { values });
    await console.enter(`/documentos/${IDS.client}/${code}/editar`);
    await console.fillLabelled('Observação', 'a minha');
    await expectSound();
    const query = { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.invoices, idDocumento: id };
    const body = [
      { campo: 'Observação', valor: 'a dela', nomeLista: '' },
      { campo: 'Valor Total', valor: '1,00', nomeLista: '' },
    ];
    expect((await api.call('PUT', '/api/Documento/Put', { query, body })).status).toBe(200);
    await console.click('Salvar');
    await page.until('document.querySelector("form [role=alert]")');
    expect((await console.texts('form [role=alert]')).join()).toMatch(/Outra pessoa alterou/);
    expect(await console.texts('form .field .quiet')).toContain('Agora no acervo: a dela');
    expect(await console.value(`[labelled('Observação').value, labelled('Valor Total').value]`)).toEqual(['a minha', '1,00']);
    await expectSound();
    await console.fillLabelled('Número', 'doze');
    await console.click('Salvar');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    await console.fillLabelled('Número', '56');
    await console.click('Salvar');
    await page.until('document.querySelector(".facts")');
    expect(await console.texts('.facts dd')).toEqual(expect.arrayContaining(['56', '15/08/2024', 'a minha', '1,00']));
  });
});
