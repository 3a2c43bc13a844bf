import { describeConsole } from './support/in-browser';
import { approval, contract, ACTIVATE } from './support/flows';
import { IDS } from './support/api';
import { filed } from './support/reading';
import { makeUser, OTHER_PASSWORD, PASSWORD } from './support/users';

describeConsole('the console, in a real browser', ({ service, demo: api, open, tab, expectSound }) => {
  const note = (number: string) => ({
    values: [
      { label: 'Número', valorCampo: number },
      { label: 'Data de Emissão', valorCampo: '15/08/2024' },
    ],
  });

  it('leads through the login to where a link points, by the keyboard', async () => {
    const { console, page } = open;
    await console.open('/documentos?situacao=6');
    await page.until('document.activeElement?.name === "username"');
    await expectSound();
    await page.type('demo');
    await page.press('Tab');
    await page.type('errada');
    await page.press('Enter');
    await page.until('document.querySelector("[role=alert]")');
    expect(await console.texts('[role=alert]')).toEqual(['Usuário ou senha inválidos.']);
    expect(await page.value('document.activeElement.name')).toBe('password');
    await console.logIn();
    await page.until('document.querySelector(".grid-body [role=row]")');
    expect(await console.address()).toBe('/console/documentos?situacao=6');
    expect(await console.texts('.chip')).toEqual(['Situação: Eletrônico']);
    await expectSound();
  });

  it('browses the levels and filters by their fields; going back undoes one step', async () => {
    const { console, page } = open;
    await filed(api, note('771024'));
    await console.enter();
    expect(await console.heading()).toMatch(/^Documentos \d+$/);
    // The tree comes after the rows.
    await page.until('document.querySelector(".levels [role=row]")');
    expect(await console.texts('.levels [role=row]')).toEqual([
      'Financeiro',
      'Contratos',
      'Notas Fiscais',
      'Recursos Humanos',
      'Prontuários',
    ]);
    await console.level('Notas Fiscais');
    expect(await console.texts('[role=columnheader]')).toEqual(expect.arrayContaining(['Código', 'Número', 'Data de Emissão', 'Arquivos']));
    await console.filter('Número', '771024');
    expect(await console.heading()).toBe('Notas Fiscais 1');
    expect(await console.texts('.grid-body [role=gridcell]')).toContain('771024');
    await expectSound();
    await console.filter('Situação', '2');
    await page.until('document.querySelector("main .empty")');
    expect(await console.texts('.empty-title')).toEqual(['Nada com estes filtros']);
    await expectSound();
    await page.value('history.back()');
    await page.until('document.querySelector(".grid-body [role=row]")');
    expect(await console.texts('.chip')).toEqual(['Número: 771024']);
    await console.click('Número: 771024, tirar o filtro');
    await page.until('!document.querySelector(".chip")');
    // What the service refuses is said in its words.
    await console.filter('Número', 'nenhum');
    expect((await console.texts('main .empty')).join()).toMatch(/número/i);
  });

  it('moves, selects and opens in the grid by keys; coming back, it stands where it stood', async () => {
    const { console, page } = open;
    for (const number of ['1', '2', '3']) await filed(api, note(number));
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    const codes = await console.codes();
    await page.value('document.querySelector(".grid-body [tabindex=\\"0\\"]").focus()');
    await page.press('ArrowDown');
    await page.until('document.activeElement.dataset.index === "1"');
    await page.press('Space');
    await page.until('document.querySelector("[aria-selected=true]")');
    await page.press('Enter');
    await console.documentShown();
    expect(await console.heading()).toContain(`Documento ${codes[1]}`);
    await page.value('history.back()');
    await page.until('document.querySelector("[aria-selected=true]")');
    expect(await console.codes()).toEqual(codes);
    expect(await page.value('document.querySelector(".grid-body [tabindex=\\"0\\"]").dataset.index')).toBe('1');
    await expectSound();
  });

  it('goes on through a result with j and k, and to levels with Ctrl K', async () => {
    const { console, page } = open;
    await filed(api, note('7'));
    await filed(api, note('8'));
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    const [first, second] = await console.codes();
    await console.openFirst();
    const type = (key: string) =>
      page.value(`document.body.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, bubbles: true })}))`);
    for (const [key, code] of [
      ['j', second],
      ['k', first],
    ] as const) {
      await type(key);
      await page.until(`document.querySelector('h1')?.textContent.includes('Documento ${code}')`);
    }
    await page.value(`document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))`);
    await page.until('document.querySelector("[role=dialog] input")');
    await expectSound();
    await page.type('prontu');
    await page.until('document.querySelectorAll("[role=dialog] [role=menuitem]").length === 2');
    await page.press('ArrowDown');
    await page.press('Enter');
    await page.until('!document.querySelector("[role=dialog]")');
    await console.loaded();
    expect(await console.heading()).toMatch(/^(Prontuários|Novo documento)/);
  });

  it('deletes what is selected, after asking once; it can be undone, and the history of a document says so', async () => {
    const { console, page } = open;
    const made = [await filed(api, note('91')), await filed(api, note('92'))];
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    for (const { code } of made) await console.click(`Selecionar Documento ${code}`, 'input');
    await console.click('Excluir');
    await page.until('document.querySelector("[role=alertdialog]")');
    await expectSound();
    await console.click('Excluir 2 documentos');
    await page.until('!document.querySelector("[role=alertdialog]")');
    // A message with the focus stays.
    await page.until('document.querySelector(".toasts button")');
    await page.value('document.querySelector(".toasts button").focus()');
    await console.loaded();
    const codes = await console.codes();
    for (const { code } of made) expect(codes).not.toContain(String(code));
    const { json } = await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, Documento: String(made[0]!.code) } });
    expect(json.Metadados).toEqual([]);
    await expectSound();
    await console.click('Desfazer');
    await page.until('document.querySelector(".toasts")?.textContent.includes("2 documentos restaurados.")');
    await console.document(made[0]!.code, IDS.client);
    await console.click('Histórico');
    // The names of users come after the events.
    await page.until(
      'document.querySelectorAll(".history li").length === 3 && /Demonstração/.test(document.querySelector(".history b").textContent)',
    );
    expect((await console.texts('.history b')).concat(await console.texts('.history li p:first-child'))).toEqual([
      ...Array<string>(3).fill('Usuário de Demonstração'),
      ...['restaurou', 'excluiu', 'criou'].map((verb) => `Usuário de Demonstração ${verb} um documento`),
    ]);
    await expectSound();
  });

  it('shows the flows of a document', async () => {
    const { console, page } = open;
    expect((await api.post(ACTIVATE, { body: approval({ documentos: [contract()] }) })).status).toBe(200);
    await console.enter(`/documentos?cliente=${IDS.client}&nivel=${IDS.contracts}`);
    await console.openFirst();
    await console.click('Fluxos', '[role=tab]');
    await page.until('document.querySelector(".flows li")');
    expect((await console.texts('.flows > li'))[0]).toMatch(/^Aprovação de Contrato \d+ em execução.*desde/);
    await expectSound();
  });

  it('shows usage by month and by level', async () => {
    const { console, page } = open;
    await console.enter('/uso');
    await page.until('document.querySelectorAll(".bars").length >= 3');
    expect(await console.texts('.bars caption')).toEqual(
      expect.arrayContaining(['Documentos cadastrados por mês', 'Armazenamento por nível']),
    );
    expect(await console.texts('.bars tbody th')).toContain('Financeiro > Contratos');
    await expectSound();
  });

  it('adds an item to a list and changes it', async () => {
    const { console, page } = open;
    await console.enter(`/listas?cliente=${IDS.client}`);
    await console.click('Fornecedores');
    await page.until('document.querySelector(".bars tbody tr")');
    await console.click('Adicionar item');
    await console.fillLabelled('CNPJ', '11.111.111/1111-11');
    await console.click('Adicionar item', '[role=dialog] button');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    await expectSound();
    await console.fillLabelled('CNPJ', '19.131.243/0001-97');
    await console.fillLabelled('Razão Social', 'Papelaria do Console');
    await console.click('Adicionar item', '[role=dialog] button');
    await page.until('!document.querySelector("[role=dialog]")');
    await page.until('document.querySelector(".bars").textContent.includes("Papelaria do Console")');
    await console.click('Alterar item: 19.131.243/0001-97');
    await console.fillLabelled('Cidade', 'Contagem');
    await console.click('Salvar');
    await page.until('document.querySelector(".bars").textContent.includes("Contagem")');
    await expectSound();
  });

  it('says who deleted a document', async () => {
    const { console, page } = open;
    const { id, code } = await filed(api, note('93'));
    const query = { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.invoices, idDocumento: id };
    expect((await api.delete('/api/Documento/Delete', { query })).status).toBe(200);
    await console.enter();
    await console.click('Auditoria');
    await console.fillLabelled('O que fez', 'documento.excluir');
    await page.until(`document.querySelector('.events tbody')?.textContent.includes('Documento ${code}')`);
    const [latest] = await console.texts('.events tbody tr');
    expect(latest).toMatch(new RegExp(`Usuário de Demonstração.*excluiu um documento.*Documento ${code}`));
    expect(await console.address()).toMatch(/acao=documento\.excluir$/);
    await expectSound();
  });

  it('asks for another password where it must be changed, and goes on', async () => {
    const { console, page } = open;
    const { login } = await makeUser(api, { alteraSenhaProximoLogin: '1' });
    await console.open();
    await console.logIn(login, PASSWORD);
    await page.until('document.querySelector("[role=dialog] input[autocomplete=new-password]")');
    await expectSound();
    await console.fill('[role=dialog] input[name=password]', 'fraca');
    await console.click('Trocar senha');
    await page.until('document.querySelector("[role=dialog] .field-error")');
    expect((await console.texts('[role=dialog] .field-error')).join()).toMatch(/no mínimo 8/);
    await console.fill('[role=dialog] input[name=password]', OTHER_PASSWORD);
    await console.click('Trocar senha');
    await page.until('!document.querySelector("[role=dialog]")');
    await console.loaded();
    expect(await console.texts('.account-name')).toEqual(['Usuário de Teste']);
  });

  it('offers only what is permitted', async () => {
    const { console, page } = open;
    await console.enter('/documentos', 'leitor');
    await console.level('Contratos');
    expect(await console.value(`named('a', 'Novo documento') === undefined`)).toBe(true);
    await console.openFirst();
    for (const name of ['Editar', 'Excluir', 'Adicionar arquivos'])
      expect(await console.value(`named('a, button', '${name}') === undefined`)).toBe(true);
    await console.click('Links');
    expect(await console.value(`named('button', 'Criar link') === undefined`)).toBe(true);
    await page.open(`${service.url}/console/documentos/novo?cliente=${IDS.client}`);
    await console.until(`document.querySelector('.empty')`);
    expect(await console.texts('.empty-title')).toEqual(['Nenhum nível em que seu usuário possa criar documentos']);
    await expectSound();
  });

  it('shares a session between tabs, and logging out ends it in both', async () => {
    const { console, page } = open;
    await console.enter();
    const other = await tab();
    await other.open('/uso');
    await other.until(`document.querySelector('.account-name') && document.querySelector('main h1')?.textContent === 'Uso'`);
    await other.value(`void document.querySelector('.account').click()`);
    await other.click('Sair');
    for (const each of [page, other.page]) await each.until('document.querySelector("input[name=username]")');
  });

  it('speaks English, and remembers a theme', async () => {
    const { console, page } = open;
    await page.speak('en-GB,en;q=0.9');
    await console.open('/documentos');
    await page.until('document.querySelector("input[name=username]")');
    expect([await console.heading(), await page.value('document.documentElement.lang')]).toEqual(['Sign in to the archive', 'en-US']);
    await console.fill('input[name=username]', 'demo');
    await console.fill('input[name=password]', 'Acervo@2026');
    await console.click('Sign in');
    await page.until('document.querySelector(".grid-body [role=row]")');
    expect(await console.heading()).toMatch(/^Documents/);
    await console.value(`void document.querySelector('.account').click()`);
    await console.click('Dark theme');
    await page.until('document.documentElement.dataset.theme === "dark"');
    await console.open('/documentos');
    expect(await page.value('document.documentElement.dataset.theme')).toBe('dark');
  });

  it('says what is not there', async () => {
    const { console, page } = open;
    await console.enter('/nada');
    expect(await console.texts('.empty-title')).toEqual(['Esta página não existe']);
    for (const address of [`/documentos/${IDS.client}/999999999`, `/documentos/${IDS.otherClient}/1`]) {
      await console.open(address);
      await page.until('document.querySelector(".empty")');
      expect([address, await console.texts('.empty-title')]).toEqual([address, ['Este documento não existe ou não está ao seu alcance']]);
    }
    await expectSound();
  });
});
