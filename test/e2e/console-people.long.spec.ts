import { IDS } from './support/api';
import { AWAY } from './support/console';
import { ACTIVATE, approval, contract } from './support/flows';
import { describeConsole } from './support/in-browser';
import { filed } from './support/reading';
import { done, grant, makeUser, PASSWORD, PROFILES, setGrants, signIn, tryLogin, USERS } from './support/users';
import { fresh } from './support/repeats';

describeConsole('people in the console', ({ service, demo: api, open, expectSound }) => {
  const grantsOf = async (id: string) =>
    (await api.get(`${USERS}/${id}`)).json.permissoes as { idPerfil: string; idArvoreOrganizacional: string | null }[];

  it('creates a user, whose password is shown once, and finds, changes, blocks and unblocks them', async () => {
    const { console, page } = open;
    const login = fresh('console');
    await console.enter();
    await console.click('Usuários');
    await page.until('document.querySelector(".users tbody tr")');
    await expectSound();
    await console.click('Criar usuário');
    await console.fillLabelled('Nome', 'Pessoa do Console');
    await console.fillLabelled('Login', login);
    await console.fillLabelled('E-mail', 'nenhum');
    await console.click('Criar usuário', '[role=dialog] button');
    await page.until('document.activeElement?.getAttribute("aria-invalid") === "true"');
    expect(await page.value('document.activeElement.name')).toBe('email');
    await expectSound();
    await console.fillLabelled('E-mail', 'pessoa@exemplo.com.br');
    await console.click('Criar usuário', '[role=dialog] button');
    await console.until(`named('button', 'Já anotei')`);
    await expectSound();
    const password = await page.value<string>('document.querySelector("[role=dialog] input[readonly]").value');
    expect((await tryLogin(service.url, login, password)).status).toBe(201);
    await console.click('Já anotei');
    await page.until('document.querySelector("main h1")?.textContent.startsWith("Pessoa do Console")');
    await console.click('Editar');
    await console.fillLabelled('Nome', 'Pessoa Renomeada');
    await console.click('Salvar');
    await page.until('document.querySelector("main h1")?.textContent.startsWith("Pessoa Renomeada")');
    await console.click('Inativar');
    await expectSound();
    await console.click('Inativar', '[role=alertdialog] button');
    await page.until('document.querySelector("main h1 .status")?.textContent === "Inativo"');
    expect((await tryLogin(service.url, login, password)).status).toBe(401);
    await console.open(`/usuarios?situacao=I&q=renomeada`);
    await page.until('document.querySelectorAll(".users tbody tr").length === 1');
    await console.click('Pessoa Renomeada');
    await console.click('Ativar');
    await page.until('document.querySelector("main h1 .status")?.textContent === "Ativo"');
    // A new password holds although what belongs to it failed: it is shown, and why.
    await page.intercept((url, method) => (method === 'PUT' && url.includes(USERS) ? AWAY : null));
    await console.click('Nova senha');
    await console.click('Nova senha', '[role=alertdialog] button');
    await console.until(`named('button', 'Já anotei')`);
    expect((await console.texts('[role=dialog] .notice')).join()).toMatch(/^A nova senha já vale.*indisponível/);
    await expectSound();
    const given = await page.value<string>('document.querySelector("[role=dialog] input[readonly]").value');
    expect((await tryLogin(service.url, login, given)).status).toBe(201);
    await console.click('Já anotei');
  });

  it('grants where and what by a matrix; what the granter lacks is disabled, with the reason', async () => {
    const { console, page } = open;
    const { id } = await makeUser(await signIn(service.url, 'financeiro', 'Acervo@2026'));
    await console.enter(`/usuarios/${id}?cliente=${IDS.client}`, 'financeiro');
    await console.click('Adicionar lugar');
    await page.until('document.querySelector(".matrix tbody tr")');
    // The whole tree is beyond whoever administers one level.
    expect(await page.value('[...document.querySelectorAll(".matrix input")].every(({ disabled }) => disabled)')).toBe(true);
    expect(await console.texts('.lacking')).toContain('Você não pode dar: falta administrar usuários, ver documentos e mais 6');
    await console.fillLabelled('Nível', IDS.contracts);
    await console.click('Adicionar lugar');
    await console.click('Leitor: Financeiro / Contratos · Unidade Central', 'input');
    await expectSound();
    await console.click('Salvar permissões');
    await page.until('document.querySelector(".toasts")?.textContent.includes("Permissões salvas.")');
    expect(await grantsOf(id)).toEqual([expect.objectContaining({ idPerfil: PROFILES.reader, idArvoreOrganizacional: IDS.contracts })]);
    // The matrix shows what is stored, and what profiles mean in words.
    await console.until(`named('input', 'Leitor: Financeiro / Contratos · Unidade Central')?.checked`);
    await console.value(`void named('summary', 'O que cada perfil permite').click()`);
    expect((await console.texts('details dd')).join()).toMatch(/ver documentos, ver arquivos/);
    const { json } = await api.get(USERS, { query: { texto: 'demonstração' } });
    await console.open(`/usuarios/${json.Usuarios[0].idUsuario}?cliente=${IDS.client}`);
    await page.until(
      'document.querySelector("main").textContent.includes("Só quem tem todas as permissões deste usuário pode ver as sessões")',
    );
    await expectSound();
  });

  it('lists sessions of a user and ends one', async () => {
    const { console, page } = open;
    const user = await makeUser(api);
    done(await setGrants(api, user.id, [grant(PROFILES.reader)]));
    const theirs = await signIn(service.url, user.login);
    await console.enter(`/usuarios/${user.id}?cliente=${IDS.client}`);
    await page.until(`[...document.querySelectorAll('button')].some((button) => button.textContent === 'Encerrar')`);
    await expectSound();
    await page.value(`void [...document.querySelectorAll('button')].find((button) => button.textContent === 'Encerrar').click()`);
    await page.until('document.querySelector("main").textContent.includes("Nenhuma sessão aberta")');
    expect((await theirs.get('/api/Estrutura')).status).toBe(401);
  });

  it('begins with tasks, what is due, the newest documents, and bars with their numbers', async () => {
    const { console, page } = open;
    expect((await api.post(ACTIVATE, { body: approval({ documentos: [contract()] }) })).status).toBe(200);
    const { code } = await filed(api);
    await console.enter('');
    expect([await console.heading(), await console.texts('.card-title')]).toEqual([
      'Início',
      [
        expect.stringMatching(/^Minhas tarefas \d+$/),
        expect.stringMatching(/^A vencer em 30 dias \d+$/),
        'Mais novos',
        'Situação dos documentos',
        'Documentos cadastrados por mês',
      ],
    ]);
    expect((await console.texts('[aria-labelledby=recent] li'))[0]).toMatch(new RegExp(`^Documento ${code}Notas Fiscais`));
    expect(await console.texts('.chart-beside tbody tr')).toHaveLength(12);
    await expectSound();
    await page.value('document.querySelector("[aria-labelledby=statuses] a").click()');
    await page.until('location.search.includes("situacao=")');
    await console.loaded();
    expect(await console.heading()).toMatch(/^Documentos/);
  });

  it('has an account page: sessions, height of rows, single keys off', async () => {
    const { console, page } = open;
    const { id, login } = await makeUser(api);
    done(await setGrants(api, id, [grant(PROFILES.reader)]));
    const elsewhere = await signIn(service.url, login);
    await filed(api);
    await filed(api);
    await console.open('/conta');
    await console.logIn(login, PASSWORD);
    await page.until('document.querySelector(".bars tbody tr")');
    expect(await console.heading()).toBe('Minha conta');
    await expectSound();
    expect(await console.texts('.bars .status')).toEqual(['esta sessão']);
    await page.value(`void [...document.querySelectorAll('button')].find((button) => button.textContent === 'Encerrar').click()`);
    await page.until('document.querySelectorAll(".bars tbody tr").length === 1');
    expect((await elsewhere.get('/api/Estrutura')).status).toBe(401);
    await console.fillLabelled('Altura das linhas', 'compact');
    await page.value('document.querySelector("#look ~ label input").click()');
    await console.open(`/documentos?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await page.until('document.querySelector(".grid-body [role=row]")');
    expect(await page.value('document.querySelector(".grid-body [role=row]").getBoundingClientRect().height')).toBe(32);
    const [first] = await console.codes();
    await console.openFirst();
    const press = (key: string, ctrlKey = false) =>
      page.value(`document.body.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, ctrlKey, bubbles: true })}))`);
    for (const key of ['j', '/']) await press(key);
    await press('k', true);
    // It is there for Ctrl K alone, and j led nowhere.
    await page.until('document.querySelectorAll("[role=dialog]").length === 1');
    expect(await console.heading()).toContain(`Documento ${first}`);
  });

  it('keeps the administration of users from who may not', async () => {
    const { console } = open;
    await console.enter('/usuarios', 'leitor');
    expect(await console.texts('.empty-title')).toEqual(['Seu usuário não tem permissão para ver isto']);
    expect(await console.value(`named('nav a', 'Usuários') === undefined`)).toBe(true);
    await expectSound();
  });
});
