import { Sweeper } from '#application/files/sweeper';
import { stableId } from '#application/support/stable-id';
import { DEMO_ARCHIVE, DEMO_CLIENT } from '#src/demo/demo-archive';
import { planText } from '#src/cli/provisioning/plan-text';
import { idBytes, idOf } from '#infrastructure/typeorm/id-bytes';
import { Api, IDS, invoiceValues, loggedIn, place } from './support/api';
import { demoText, edited, summary, openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';

describeScene('an archive as a file', openDesk, (desk) => {
  let demo: Api;
  let text: string;
  beforeAll(async () => {
    demo = await loggedIn(desk.service.url);
    text = await demoText();
  });

  const structure = async () => (await demo.get('/api/Estrutura')).json;
  const levelNamed = async (path: string) => {
    const [unit] = await structure();
    return unit.clientes[0].arvores.find((level: { caminho: string }) => level.caminho === path);
  };

  const homeOf = async (login: string) => {
    const rows = await desk.service.database.query('SELECT home_client_id AS home FROM user_account WHERE login = ?', [login]);
    const [{ home }] = rows as [{ home: Uint8Array | null }];
    return home && idOf(home);
  };

  it('has every section in the demo archive', () => {
    expect(Object.keys(DEMO_ARCHIVE).sort()).toEqual(['boxTypes', 'clients', 'profiles', 'units', 'users']);
  });

  it('gives an empty plan for the archive that it describes, and writes nothing', async () => {
    const before = await desk.everything();
    const { plan, written } = await desk.apply(text);
    expect(summary(plan)).toEqual([]);
    expect(planText(plan)).toMatch(/nothing to do/);
    expect(written).toBe(false);
    expect(await desk.everything()).toBe(before);
  });

  it.each([{}, { ids: true }, { passwordHashes: true }, { ids: true, passwordHashes: true }])(
    'gives an empty plan when it was exported from there: %p',
    async (options) => {
      const exported = await desk.export(options);
      expect((await desk.apply(exported)).plan.groups).toEqual([]);
      expect(exported.includes('$argon2id$')).toBe(options.passwordHashes ?? false);
      expect(exported.includes(`id: ${IDS.client}`)).toBe(options.ids ?? false);
    },
  );

  it.each([
    ['a client that gives them no rights', IDS.otherClient],
    ['none', null],
  ])('names the home client of users if their grants do not show it: %s', async (_, home) => {
    const settle = (client: string | null) =>
      desk.service.database.query("UPDATE user_account SET home_client_id = ? WHERE login = 'leitor'", [client && idBytes(client)]);
    await settle(home);
    const exported = await desk.export();
    const { plan } = await desk.apply(exported);
    await settle(IDS.client);
    expect(plan.groups).toEqual([]);
    expect((await desk.apply(exported)).plan.groups).not.toEqual([]);
    expect(await homeOf('leitor')).toBe(home);
    await settle(IDS.client);
  });

  it('gives an empty plan with its rows in CSV files', async () => {
    const exported = await desk.export({ rowsTo: desk.path('rows') });
    expect(exported).toContain('rowsFrom: rows/empresa-exemplo-funcionarios.csv');
    expect((await desk.apply(exported)).plan.groups).toEqual([]);
  });

  it('prints the plan on a dry run, and changes nothing', async () => {
    const before = await desk.everything();
    const more = edited(text, [
      '- label: Observação\n                type: text',
      '- label: Observação\n                type: text\n                max: 300',
    ]);
    const { plan, written } = await desk.apply(more, { dryRun: true });
    expect(summary(plan)).toEqual(['fields +0 ~1 -0']);
    expect(planText(plan)).toContain('~ Empresa Exemplo / Financeiro > Notas Fiscais / Observação: max: null → 300');
    expect(written).toBe(false);
    expect(await desk.everything()).toBe(before);
  });

  it('affects a running service at the next request, and can be applied twice', async () => {
    const more = edited(text, [
      '- label: Observação\n                type: text',
      '- label: Observação\n                type: text\n              - label: Pedido\n                type: text\n                pattern: "[0-9]{4}"',
    ]);
    expect((await levelNamed('Financeiro > Notas Fiscais')).campos).toHaveLength(5);
    expect(summary((await desk.apply(more)).plan)).toEqual(['fields +1 ~0 -0']);
    expect((await levelNamed('Financeiro > Notas Fiscais')).campos.map((field: { label: string }) => field.label)).toContain('Pedido');
    const file = (valorCampo: string) =>
      demo.post('/api/v2/Documento', {
        query: place(),
        body: { valoresCampos: invoiceValues('4001', [{ label: 'Pedido', valorCampo }]) },
      });
    expect((await file('12')).status).toBe(422);
    expect((await file('1234')).status).toBe(201);
    expect((await desk.apply(more)).plan.groups).toEqual([]);
  });

  it('keeps an item renamed under its id, with its contents', async () => {
    const exported = await desk.export();
    const renamed = edited(exported, ['- name: Notas Fiscais', `- id: ${IDS.invoices}\n            name: Notas`]);
    const { plan } = await desk.apply(renamed);
    expect(summary(plan)).toEqual(['levels +0 ~1 -0']);
    expect((await levelNamed('Financeiro > Notas')).idArvoreOrganizacional).toBe(IDS.invoices);
    expect((await desk.apply(renamed)).plan.groups).toEqual([]);
    expect((await desk.apply(await desk.export())).plan.groups).toEqual([]);
    await desk.apply(exported.replace('- name: Notas Fiscais', `- id: ${IDS.invoices}\n            name: Notas Fiscais`));
  });

  it('removes and adds what is renamed without an id, if removal is allowed', async () => {
    const exported = await desk.export();
    const other = edited(exported, ['Assinado eletronicamente pelo sistema de demonstração', 'Assinado']);
    expect(await desk.refused(other)).toEqual([
      expect.stringContaining('signature origins: 1 added, 0 changed, 1 removed'),
      expect.stringContaining('--allow-remove'),
    ]);
    expect(summary((await desk.apply(other, { allowRemove: true })).plan)).toEqual(['signature origins +1 ~0 -1']);
    expect((await desk.apply(other)).plan.groups).toEqual([]);
    await desk.apply(exported, { allowRemove: true });
  });

  it('does not change a missing section', async () => {
    expect(
      (await desk.apply('units:\n  - name: Unidade Central\n    cnpj: "11222333000181"\n  - name: Unidade Sul\n    cnpj: 07664483000178\n'))
        .plan.groups,
    ).toEqual([]);
    expect((await desk.apply('{}')).plan.groups).toEqual([]);
    expect((await desk.apply('{"boxTypes": ["Caixa Arquivo", "Container", "Pasta"]}')).plan.groups).toHaveLength(1);
    expect(await desk.count('box_type')).toBe(3);
  });

  it('deactivates users instead of removing them, and reactivates them', async () => {
    const exported = await desk.export();
    const [reader] = / {2}- login: leitor[\s\S]*?(?=\n {2}- login|$)/.exec(exported) as RegExpExecArray;
    const without = exported.replace(`${reader}\n`, '').replace(reader, '');
    const api = await loggedIn(desk.service.url, 'leitor');
    const { plan } = await desk.apply(without, { allowRemove: true });
    expect(planText(plan)).toContain('- leitor: is deactivated');
    expect((await api.get('/api/Estrutura')).status).toBe(401);
    expect(await desk.count('user_account')).toBe(4);
    expect((await desk.apply(without)).plan.groups).toEqual([]);
    // Named without a word on it, the user stays as it is.
    expect((await desk.apply(exported)).plan.groups).toEqual([]);
    await desk.apply(exported.replace(reader, () => `${reader}\n    active: true`));
    expect((await api.get('/api/Estrutura')).status).toBe(401);
    expect((await (await loggedIn(desk.service.url, 'leitor')).get('/api/Estrutura')).status).toBe(200);
  });

  it('keeps a user inactive after 9.3 unless stated otherwise, and exports the status', async () => {
    const demo = await loggedIn(desk.service.url);
    const before = await desk.export();
    const [reader] = / {2}- login: leitor[\s\S]*?(?=\n {2}- login|$)/.exec(before) as RegExpExecArray;
    const status = (novoStatus: string) =>
      demo.call('PATCH', `/api/Usuario/${stableId('user', 'leitor')}/AlterarStatusUsuario`, { body: { novoStatus } });
    const isIn = async () => (await loggedIn(desk.service.url, 'leitor')).get('/api/Estrutura').then(({ status: code }) => code === 200);
    expect((await status('I')).status).toBe(200);
    expect((await desk.apply(before)).plan.groups).toEqual([]);
    expect(await isIn()).toBe(false);
    const exported = await desk.export();
    expect(exported).toMatch(/login: leitor\n.*\n {4}active: false/);
    expect((await desk.apply(exported)).plan.groups).toEqual([]);
    const saying = (active: boolean) => before.replace(reader, () => `${reader}\n    active: ${active}`);
    expect(planText((await desk.apply(saying(true))).plan)).toContain('~ leitor: active: false → true');
    expect(await isIn()).toBe(true);
    expect(await desk.refused(saying(false))).toContainEqual(expect.stringContaining('- leitor: is deactivated'));
    await desk.apply(saying(false), { allowRemove: true });
    expect(await isIn()).toBe(false);
    await desk.service.database.query('UPDATE user_account SET active = 1, inactive_from = 1 WHERE login = ?', ['leitor']);
    await desk.apply(saying(true));
    expect(await isIn()).toBe(true);
  });

  it('gives a new user a password, and keeps other passwords', async () => {
    const user = (password: string) => `
  - login: novo
    name: Novo
    email: novo@exemplo.com
    password: ${password}
    grants:
      - client: ${DEMO_CLIENT}
        profile: Leitor
`;
    const exported = await desk.export();
    await desk.apply(exported.trimEnd() + user('Primeira@1'));
    expect((await desk.apply(exported.trimEnd() + user('Segunda@22'))).plan.groups).toEqual([]);
    const login = async (password: string) =>
      (await new Api(desk.service.url).post('/api/Autenticacao/Login', { body: { username: 'novo', password } })).status;
    expect([await login('Primeira@1'), await login('Segunda@22')]).toEqual([201, 401]);
    // Fewer rights leave the sessions open, others end them: one of the two is left by the first, none by the second.
    const ofUser = [stableId('user', 'novo')];
    await desk.service.database.query('DELETE FROM session WHERE user_id = ?', ofUser);
    const given = async (grants: string) => {
      await login('Primeira@1');
      await desk.apply(exported.trimEnd() + user('Segunda@22').replace(/grants:[^]*Leitor/, grants), { allowRemove: true });
      return desk.service.database.query('SELECT 1 AS open FROM session WHERE ended_at IS NULL AND user_id = ?', ofUser);
    };
    expect(await given('grants: []')).toEqual([{ open: 1 }]);
    expect(await given(`grants:\n      - client: ${DEMO_CLIENT}\n        profile: Administrador`)).toEqual([]);
    expect(await desk.export()).toContain('email: novo@exemplo.com');
  });

  it('recalculates due dates', async () => {
    const dueDays = async () =>
      (
        (await desk.service.database.query('SELECT due_day FROM document WHERE due_day IS NOT NULL ORDER BY code')) as { due_day: string }[]
      ).map((row) => row.due_day);
    const before = await dueDays();
    expect(before.slice(0, 2)).toEqual(['2029-08-15', '2029-09-02']);
    const exported = await desk.export();
    await desk.apply(edited(exported, ['months: 60', 'months: 12']));
    expect((await dueDays()).slice(0, 2)).toEqual(['2025-08-15', '2025-09-02']);
    await desk.apply(exported);
    expect(await dueDays()).toEqual(before);
    await desk.apply(edited(exported, [/ +retention:\n +field: Data de Emissão\n +months: 60\n/.exec(exported)![0], '']));
    expect(await dueDays()).toEqual([]);
    await desk.apply(exported);
    expect(await dueDays()).toEqual(before);
  });

  it('serialises concurrent applies', async () => {
    const exported = await desk.export();
    const more = edited(
      exported,
      ['boxTypes:\n', 'boxTypes:\n  - Malote\n'],
      ['- label: Assunto', '- label: Data\n                type: date\n              - label: Assunto'],
    );
    const plans = await Promise.all(Array.from({ length: 4 }, () => desk.apply(more)));
    expect(plans.map(({ plan }) => summary(plan).join()).sort()).toEqual(['', '', '', 'box types +1 ~0 -0,fields +1 ~1 -0']);
    expect(plans.filter(({ written }) => written)).toHaveLength(1);
  });

  it('serves the objects of the archive as before', async () => {
    await desk.service.app.get(Sweeper).sweep();
    const answer = await demo.get('/api/Documento/Get', { query: { idCliente: stableId('client', DEMO_CLIENT), idUnidade: IDS.unit } });
    expect(answer.status).toBe(200);
    expect(answer.json.Metadados.length).toBeGreaterThan(2);
  });

  it('leaves no user with a removed home client', async () => {
    const more = await desk.export();
    const added = more.replace(
      /^users:$/m,
      `users:\n  - login: passagem\n    name: Passagem\n    password: Acervo@2026\n    grants:\n      - client: Passageira\n        profile: Leitor`,
    );
    await desk.apply(added.replace(/^clients:$/m, `clients:\n  - name: Passageira\n    units: [Unidade Central]\n    levels: []`));
    expect(await homeOf('passagem')).toBe(stableId('client', 'Passageira'));
    await desk.apply(more, { allowRemove: true });
    expect(await homeOf('passagem')).toBeNull();
  });
});
