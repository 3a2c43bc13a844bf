import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { stableId } from '#application/support/stable-id';
import { IDS, invoiceValues, type Api } from './support/api';
import { createdBy, expectRefusal, problemsOf, type Created } from './support/creates';
import { create } from './support/creates';
import { describeService } from './support/describe-service';
import { CUSTOMERS, EMPLOYEES, STAFF } from './support/lists-archive';
import { expectAlike, filed, filedElsewhere, NOBODY, sharesPath, texts } from './support/reading';
import { CLIENT, EVER, REPORT, rows, run } from './support/reports';
import { addProfile, grant, makeUser, userWith } from './support/users';

const UNIT = { idUnidade: IDS.unit };

describeService('8.2 GET /api/Relatorios/GetDadosRelatorios', ({ service, demo, finance, other }) => {
  let invoice: Created, record: Created, boxed: Created, foreign: Created;
  beforeAll(async () => {
    invoice = await filed(demo, { files: texts('um', 'dois') });
    const values = [
      { nomeLista: 'Funcionários', label: 'Matrícula', valorCampo: '1001' },
      { label: 'Tipo', valorCampo: 'Contrato' },
    ];
    record = await filed(demo, { values, files: texts('três') }, IDS.records);
    boxed = createdBy(await create(finance, 'V2', { box: 5001, values: invoiceValues('5', []) }));
    foreign = await filedElsewhere(other, { files: texts('alheio') });
  });

  const codes = (found: Record<string, string>[]) => found.map(({ CodigoDocumento }) => Number(CodigoDocumento));

  it('returns one entry per row and column, byte by byte', async () => {
    const { status, text, headers } = await run(demo, REPORT.due, { 'Vencem nos próximos dias': '36500' });
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([200, 'application/json', 'Accept']);
    const cell = (NomeAmigavel: string, NomeColuna: string, Tipo: string, Valor: string) => ({ NomeAmigavel, NomeColuna, Tipo, Valor });
    const found = JSON.parse(text) as { Dados: object[] }[];
    expect(text).toBe(JSON.stringify(found));
    expect(found.find(({ Dados }) => JSON.stringify(Dados).includes(invoice.id))!.Dados).toEqual([
      cell('Vencimento TTD', 'VencimentoTTD', 'Date', '15/08/2029'),
      cell('Vencido', 'Vencido', 'Boolean', 'false'),
      cell('Código do Documento', 'CodigoDocumento', 'Int64', String(invoice.code)),
      cell('Id do documento', 'IdDocumento', 'Guid', invoice.id),
      cell('Cliente', 'NomeCliente', 'String', 'Empresa Exemplo'),
      cell('Árvore Documental', 'ArvoreDocumental', 'String', 'Financeiro > Notas Fiscais'),
      cell('Unidade', 'NomeUnidade', 'String', 'Unidade Central'),
      cell('Status', 'Status', 'String', 'Eletrônico'),
      cell('Nº Caixa', 'CodigoCaixa', 'Int64', ''),
    ]);
  });

  describe('documents by level and period', () => {
    it('lists the documents of the period, oldest first, with their files', async () => {
      const found = await rows(demo, REPORT.byLevel, EVER);
      expect(codes(found).slice(-3)).toEqual([invoice.code, record.code, boxed.code]);
      expect(codes(found)).not.toContain(foreign.code);
      const day = new Date().toISOString().slice(0, 4);
      expect(found.find(({ IdDocumento }) => IdDocumento === invoice.id)).toMatchObject({
        ArvoreDocumental: 'Financeiro > Notas Fiscais',
        QtdArquivos: '2',
        DataCadastro: expect.stringMatching(new RegExp(`^${day}-\\d\\d-\\d\\dT[\\d:.]+-03:00$`)),
      });
      expect(found.find(({ IdDocumento }) => IdDocumento === boxed.id)).toMatchObject({ CodigoCaixa: '5001', Status: 'Armazenado' });
      expect(await rows(demo, REPORT.byLevel, { 'Data inicial': '01/01/2000', 'Data final': '31/12/2000' })).toEqual([]);
    });

    it('filters by a level, with or without sublevels', async () => {
      const at = async (more: Record<string, string>) => codes(await rows(demo, REPORT.byLevel, { ...EVER, ...more }));
      const below = await at({ 'Id do nível': IDS.finance });
      expect(below).toEqual(expect.arrayContaining([invoice.code, boxed.code]));
      expect(below).not.toContain(record.code);
      expect(await at({ 'Id do nível': IDS.finance, Incluir: 'false' })).toEqual([]);
      expect(await at({ 'Id do nível': IDS.records, Incluir: '0' })).toContain(record.code);
    });

    it('shows only the levels of the caller', async () => {
      const found = codes(await rows(finance, REPORT.byLevel, EVER));
      expect(found).toEqual(expect.arrayContaining([invoice.code, boxed.code]));
      expect(found).not.toContain(record.code);
      const levels = [IDS.staff, NOBODY, IDS.otherLevel];
      expectAlike(401, await Promise.all(levels.map((level) => run(finance, REPORT.byLevel, { ...EVER, 'Id do nível': level }))));
    });

    it('shows only levels with every required permission', async () => {
      const reports = await addProfile(service, 'Relatórios do RH', ['report:view', 'file:view']);
      const documents = await addProfile(service, 'Documentos', ['document:view']);
      const { api } = await userWith(demo, [grant(reports, IDS.staff), grant(documents)]);
      const found = await rows(api, REPORT.byLevel, EVER);
      expect(codes(found)).toContain(record.code);
      expect(new Set(found.map(({ ArvoreDocumental }) => ArvoreDocumental))).toEqual(new Set(['Recursos Humanos > Prontuários']));
    });

    it('omits deleted documents', async () => {
      const gone = await filed(demo);
      const query = { ...CLIENT, ...UNIT, idArvoreOrganizacional: IDS.invoices, idDocumento: gone.id };
      expect((await demo.delete('/api/Documento/Delete', { query })).status).toBe(200);
      expect(codes(await rows(demo, REPORT.byLevel, EVER))).not.toContain(gone.code);
    });
  });

  it('counts documents by user and level, with names of the users of the client', async () => {
    const { id, login } = await makeUser(demo, { clienteMaster: '1', nome: '=Maria' });
    await service.database.query(`UPDATE document SET created_by = ${bytesIn(`'${id}'`)} WHERE code = ${record.code}`);
    const found = await rows(demo, REPORT.byUser);
    const theirs = { IdUsuario: id, ArvoreDocumental: 'Recursos Humanos > Prontuários', QtdDocumentos: '1', QtdArquivos: '1' };
    expect(found.find(({ IdUsuario }) => IdUsuario === id)).toMatchObject({ ...theirs, NomeUsuario: '=Maria' });
    expect(await rows(demo, REPORT.byUser, { 'Id do usuário': id })).toHaveLength(1);
    expect(await rows(demo, REPORT.byUser, { 'Id do usuário': NOBODY })).toEqual([]);
    expect(await rows(demo, REPORT.byUser, { ...EVER, 'Id do nível': IDS.records })).toContainEqual(expect.objectContaining(theirs));
    expect(login).toBeTruthy();
  });

  it('sums files and bytes by level', async () => {
    const listed = await rows(demo, REPORT.byLevel, EVER);
    const found = await rows(demo, REPORT.storage);
    const sum = (name: string, of: Record<string, string>[]) => of.reduce((total, row) => total + Number(row[name]), 0);
    expect(sum('QtdDocumentos', found)).toBe(listed.length);
    expect(sum('QtdArquivos', found)).toBe(sum('QtdArquivos', listed));
    const [stored] = (await service.database.query(
      `SELECT SUM(f.size) AS bytes FROM document_file f JOIN document d ON d.code = f.document_code
       WHERE f.client_id = ${bytesIn(`'${IDS.client}'`)} AND f.deleted_at IS NULL AND d.deleted_at IS NULL`,
    )) as { bytes: number | string }[];
    expect(sum('TamanhoBytes', found)).toBe(Number(stored!.bytes));
    expect(sum('TamanhoBytes', found)).toBeGreaterThan(0);
    const levels = (await rows(finance, REPORT.storage)).map(({ ArvoreDocumental }) => ArvoreDocumental!);
    expect(levels).toContain('Financeiro > Notas Fiscais');
    expect(levels.filter((path) => !path.startsWith('Financeiro'))).toEqual([]);
  });

  it('lists boxes with their custody and accessible documents', async () => {
    const found = await rows(finance, REPORT.boxes);
    expect(
      found.map(({ CodigoCaixa, TipoGuarda, NomeUnidade, QtdDocumentos }) => [CodigoCaixa, TipoGuarda, NomeUnidade, QtdDocumentos]),
    ).toEqual([
      ['5001', 'Guarda Interna', '', '2'],
      ['5002', 'Guarda Terceirizada', 'Unidade Central', '0'],
    ]);
    expect(codesOf(await rows(finance, REPORT.boxes, { Somente: 'true' }))).toEqual(['5001']);
    expect(codesOf(await rows(demo, REPORT.boxes, { 'Tipo de caixa': "Caixa' OR '1'='1" }))).toEqual([]);
    expect(codesOf(await rows(demo, REPORT.unitBoxes, {}, UNIT))).toEqual(['5002']);
  });
  const codesOf = (found: Record<string, string>[]) => found.map(({ CodigoCaixa }) => CodigoCaixa);

  it('lists documents that are due, or will be within some days, longest due first', async () => {
    await service.database.query(`UPDATE document SET due_day = '2001-02-03' WHERE code = ${record.code}`);
    expect((await rows(demo, REPORT.due))[0]).toMatchObject({ IdDocumento: record.id, VencimentoTTD: '03/02/2001', Vencido: 'true' });
    expect(codes(await rows(demo, REPORT.due))).not.toContain(invoice.code);
    expect(codes(await rows(demo, REPORT.due, { Vencem: '3650' }))).toContain(invoice.code);
    expect(codes(await rows(finance, REPORT.due, { Vencem: '3650' }))).not.toContain(record.code);
  });

  it('shows the rows of a list by its fields', async () => {
    const found = await run(demo, REPORT.listRows, { 'Id da lista': EMPLOYEES.id });
    expect(found.json[0].Dados.map(({ NomeColuna, Tipo, Valor }: Record<string, string>) => [NomeColuna, Tipo, Valor])).toEqual([
      ['IdLinhaLista', 'Guid', expect.any(String)],
      ['Matrícula', 'Decimal', 1001],
      ['Nome', 'String', 'Ana Souza'],
      ['Cargo', 'String', 'Analista'],
    ]);
    expect(found.json).toHaveLength(3);
    expect((await run(demo, REPORT.listRows, { 'Id da lista': CUSTOMERS.id })).text).toBe('[]');
    const lists = [EMPLOYEES.id, NOBODY, STAFF.id];
    const refused = await Promise.all(lists.map((list) => run(finance, REPORT.listRows, { 'Id da lista': list })));
    expectAlike(400, refused);
    expect(problemsOf(expectRefusal(refused[0]!, 400))).toEqual(['Parametros[0].Valor ID_INEXISTENTE']);
  });

  it('lists only working links', async () => {
    const share = async (document: string, query: Record<string, string> = {}) =>
      (await demo.post(sharesPath(document), { query })).json.Arquivos[0].LinkCompartilhado as string;
    const [live, unseen] = [await share(invoice.id), await share(record.id, { PrazoCompartilhamento: '31/12/2099' })];
    const expired = await filed(demo, { files: texts('velho') });
    await share(expired.id);
    await service.database.query(`UPDATE share SET expires_at = 1000 WHERE file_id = '${expired.files[0]!.id}'`);
    const links = (found: Record<string, string>[]) => found.map(({ LinkCompartilhado }) => LinkCompartilhado);
    const all = await rows(demo, REPORT.shares);
    expect(links(all)).toEqual(expect.arrayContaining([live, unseen]));
    expect(all.map(({ IdDocumento }) => IdDocumento)).not.toContain(expired.id);
    expect(all.find(({ LinkCompartilhado }) => LinkCompartilhado === unseen)).toMatchObject({
      PrazoCompartilhamento: '2099-12-31T23:59:59.999-03:00',
      NomeArquivo: 'três.txt',
    });
    const within = links(await rows(finance, REPORT.shares));
    expect([within.includes(live), within.includes(unseen)]).toEqual([true, false]);
  });

  it('lists users of the client with their permissions', async () => {
    const user = await makeUser(demo, { nome: 'Sem Permissão' });
    const profile = await addProfile(service, 'Perfil do relatório', ['document:view']);
    const { login } = await userWith(demo, [grant(profile, IDS.records), grant(profile, IDS.finance)]);
    const theirs = await rows(demo, REPORT.users, { Login: login.toUpperCase() });
    expect(theirs.map(({ NomePerfil, ArvoreDocumental }) => [NomePerfil, ArvoreDocumental]).sort()).toEqual([
      ['Perfil do relatório', 'Financeiro'],
      ['Perfil do relatório', 'Recursos Humanos > Prontuários'],
    ]);
    const all = await rows(demo, REPORT.users);
    expect(all.find(({ IdUsuario }) => IdUsuario === user.id)).toMatchObject({ Login: user.login, Ativo: 'true', IdPerfil: '' });
    const [outro] = (await service.database.query("SELECT id FROM user_account WHERE login = 'outro'")) as { id: string }[];
    expect(all.map(({ IdUsuario }) => IdUsuario)).not.toContain(outro!.id);
    expect(await rows(demo, REPORT.users, { Login: "x' OR 1=1 --" })).toEqual([]);
    expect(await rows(demo, REPORT.users, { Login: '%' })).toEqual([]);
  });

  it('lists the ids that an integration needs', async () => {
    const named = async (api: Api, report = REPORT.structure, place: Record<string, string> = CLIENT) =>
      (await rows(api, report, {}, place)).map(({ Tipo, Id, Nome }) => `${Tipo} ${Nome} ${Id}`);
    const all = await named(demo);
    expect(all.slice(0, 2)).toEqual([`Unidade Unidade Central ${IDS.unit}`, `Cliente Empresa Exemplo ${IDS.client}`]);
    expect(all).toContain(`Nível da árvore Prontuários ${IDS.records}`);
    expect(all).toContain(`Lista Funcionários ${EMPLOYEES.id}`);
    expect(all).toContain(`Campo de lista Matrícula ${EMPLOYEES.field('Matrícula')}`);
    expect(all.filter((thing) => thing.startsWith('Campo customizado Número'))).toHaveLength(1);
    const ofFinance = await named(finance);
    expect(ofFinance.filter((thing) => /Prontuários|Funcionários|Matrícula/.test(thing))).toEqual([]);
    expect(all.filter((thing) => thing.startsWith('Tipo de caixa'))).toEqual([
      `Tipo de caixa Caixa Arquivo ${stableId('box-type', 'Caixa Arquivo')}`,
    ]);
    expect(await named(demo, REPORT.unitStructure, UNIT)).toEqual(all);
  });

  it('shows the events of the audit trail to users of the whole client', async () => {
    const found = await rows(demo, REPORT.audit);
    expect(found[0]!.Sequencia).toBe(String(found.length));
    expect(found.map(({ Acao }) => Acao)).toContain('documento.incluir');
    expect(await rows(demo, REPORT.audit, { 'Data inicial': '01/01/2999' })).toEqual([]);
    expectRefusal(await run(finance, REPORT.audit), 400);
  });

  it('covers in unit reports the accessible clients of the unit', async () => {
    const clients = async (api: Api, place: Record<string, string>) =>
      new Set((await rows(api, REPORT.unitStorage, {}, place)).map(({ NomeCliente }) => NomeCliente));
    expect(await clients(demo, UNIT)).toEqual(new Set(['Empresa Exemplo']));
    expect(await clients(other, { idUnidade: IDS.otherUnit })).toEqual(new Set(['Outra Empresa']));
    const due = await rows(demo, REPORT.unitDue, { Vencem: '36500' }, UNIT);
    expect(codes(due)).toEqual(expect.arrayContaining([invoice.code, record.code]));
    await service.database.query(`UPDATE document SET unit_id = ${bytesIn(`'${IDS.otherUnit}'`)} WHERE code = ${boxed.code}`);
    expect(codes(await rows(demo, REPORT.unitDue, { Vencem: '36500' }, UNIT))).not.toContain(boxed.code);
  });
});
