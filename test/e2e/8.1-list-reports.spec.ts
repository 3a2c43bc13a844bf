import { PERMISSIONS } from '#domain/access/permission';
import { IDS, loggedIn, type Api } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { CLIENT, LIST, REPORT, type Listed, type Place } from './support/reports';
import { startService } from './support/service';
import { addProfile, grant, userWith } from './support/users';

describeService('8.1 GET /api/Relatorios/GetRelatorios', ({ service }) => {
  let [demo, reader, finance]: Api[] = [];
  beforeAll(async () => {
    const logins = ['demo', 'leitor', 'financeiro'];
    [demo, reader, finance] = await Promise.all(logins.map((login) => loggedIn(service.url, login)));
  });

  const list = async (api: Api, place: Place = CLIENT) => (await api.get(LIST, { query: place })).json as Listed[];
  const ids = async (api: Api, place?: Place) => (await list(api, place)).map(({ idRelatorio }) => idRelatorio);

  it('lists the reports about a client, with their parameters, as specified', async () => {
    const { status, json, headers } = await demo!.get(LIST, { query: CLIENT });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    const [first] = json as Listed[];
    expect(first).toEqual({
      idRelatorio: REPORT.byLevel,
      nomeRelatorio: 'Documentos por nível e período',
      parametros: [
        ['Data inicial (obrigatório)', 'DateTime'],
        ['Data final (obrigatório)', 'DateTime'],
        ['Id do nível da árvore', 'Guid'],
        ['Incluir os níveis abaixo (padrão: true)', 'Boolean'],
      ].map(([nomeParametro, tipoDados]) => ({ idRelatorioParametro: expect.stringMatching(/^[0-9a-f-]{36}$/), nomeParametro, tipoDados })),
    });
    const parameters = (json as Listed[]).flatMap(({ parametros }) => parametros);
    expect(new Set(parameters.map(({ idRelatorioParametro }) => idRelatorioParametro)).size).toBe(parameters.length);
    expect([...new Set(parameters.map(({ tipoDados }) => tipoDados))].sort()).toEqual(['Boolean', 'DateTime', 'Guid', 'Int32', 'String']);
  });

  it('keeps ids across restarts', async () => {
    const second = await startService();
    expect(await list(await loggedIn(second.url))).toEqual(await list(demo!));
    await second.stop();
  });

  it('lists reports about a client and about a unit', async () => {
    const { byLevel, byUser, storage, boxes, due, listRows, shares, signatures, workflows, users, structure, audit } = REPORT;
    expect(await ids(demo!)).toEqual([
      byLevel,
      byUser,
      storage,
      boxes,
      due,
      listRows,
      shares,
      signatures,
      workflows,
      users,
      structure,
      audit,
    ]);
    expect(await ids(demo!, { idUnidade: IDS.unit })).toEqual([REPORT.unitStorage, REPORT.unitBoxes, REPORT.unitDue, REPORT.unitStructure]);
  });

  it('lists only reports that the caller may run', async () => {
    const { byLevel, storage, boxes, due, listRows, signatures, workflows, structure, users, audit } = REPORT;
    expect(await ids(reader!)).toEqual([byLevel, storage, boxes, due, listRows, signatures, workflows, structure, audit]);
    const onLevel = await ids(finance!);
    expect(onLevel).toContain(byLevel);
    // They name levels that the caller does not reach.
    expect(onLevel).not.toContain(audit);
    expect(onLevel).not.toContain(users);
  });

  it.each<[string, string[]]>([
    ['document:view', ['listRows', 'workflows', 'users', 'audit']],
    ['file:view', ['byLevel', 'byUser', 'boxes', 'due', 'listRows', 'shares', 'workflows', 'users', 'structure', 'audit']],
    ['list:view', ['byLevel', 'byUser', 'storage', 'boxes', 'due', 'shares', 'signatures', 'workflows', 'users', 'audit']],
    [
      'document:share',
      ['byLevel', 'byUser', 'storage', 'boxes', 'due', 'listRows', 'signatures', 'workflows', 'users', 'structure', 'audit'],
    ],
    ['user:manage', ['byLevel', 'storage', 'boxes', 'due', 'listRows', 'shares', 'signatures', 'workflows', 'structure', 'audit']],
    ['workflow:view', ['byLevel', 'byUser', 'storage', 'boxes', 'due', 'listRows', 'shares', 'signatures', 'users', 'structure', 'audit']],
    ['audit:view', ['byLevel', 'byUser', 'storage', 'boxes', 'due', 'listRows', 'shares', 'signatures', 'workflows', 'users', 'structure']],
  ])('omits reports that require %s for users without it', async (permission, left) => {
    const profile = await addProfile(
      service,
      `Sem ${permission}`,
      PERMISSIONS.filter((each) => each !== permission),
    );
    const { api } = await userWith(demo!, [grant(profile)]);
    expect(await ids(api)).toEqual(left.map((name) => REPORT[name as keyof typeof REPORT]));
  });

  it('lists none for users with only the permission for reports', async () => {
    const profile = await addProfile(service, 'Só relatórios', ['report:view']);
    const { api } = await userWith(demo!, [grant(profile)]);
    expect(await list(api)).toEqual([]);
  });

  it.each<[string, string]>([
    ['', 'idCliente EXATAMENTE_UM'],
    [`idCliente=${IDS.client}&idUnidade=${IDS.unit}`, 'idCliente EXATAMENTE_UM'],
    [`idCliente=&idUnidade=`, 'idCliente EXATAMENTE_UM'],
    ['idCliente=1', 'idCliente FORMATO_INVALIDO'],
  ])('refuses ?%s', async (query, problem) => {
    const { erros, ...refusal } = expectRefusal(await demo!.get(LIST, { query }), 400);
    expect(problemsOf({ erros, ...refusal })).toEqual([problem]);
    if (problem.endsWith('UM')) expect(erros![0]!.mensagem).toBe('Envie exatamente um de "idUnidade" e "idCliente".');
  });
});
