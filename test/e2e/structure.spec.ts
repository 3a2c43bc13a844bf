import { stableId } from '#application/support/stable-id';
import { Api, IDS, loggedIn } from './support/api';
import { create, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { readGrantsAnew } from './support/read-grants-anew';
import { texts } from './support/reading';

const STRUCTURE = '/api/Estrutura';

interface Level {
  idArvoreOrganizacional: string;
  idPai: string | null;
  nome: string;
  caminho: string;
  permissoes: string[];
  campos: { label: string; nomeLista: string | null; tipo: string; obrigatorio: boolean; ordem: number }[];
}

interface Client {
  idCliente: string;
  nomeCliente: string;
  arvores: Level[];
  caixas: { codigoCaixa: number; idCaixaTipo: string; tipo: string; guarda: string }[];
  origensAssinatura: { id: string; mensagem: string }[];
}

const FIELDS: Record<string, string[]> = {
  'Notas Fiscais': [
    'Número Numérico *',
    'Data de Emissão Data *',
    'CPF/CNPJ Fornecedor CNPJ/CPF',
    'Valor Total Monetário',
    'Observação Texto',
  ],
  Contratos: [
    'Título Texto *',
    'Vigência Data',
    'Situação Lista',
    'Fornecedores/CNPJ CNPJ',
    'Fornecedores/Razão Social Texto',
    'Fornecedores/Cidade Texto',
    'Clientes Finais/CPF CPF',
    'Clientes Finais/Nome Texto',
  ],
  Prontuários: ['Funcionários/Matrícula Numérico', 'Funcionários/Nome Texto', 'Funcionários/Cargo Texto', 'Tipo Texto *'],
};

const shown = ({ label, nomeLista, tipo, obrigatorio }: Level['campos'][number]) =>
  `${nomeLista === null ? '' : `${nomeLista}/`}${label} ${tipo}${obrigatorio ? ' *' : ''}`;

describeService('GET /api/Estrutura', ({ service }) => {
  const users: Record<string, Api> = {};
  beforeAll(async () => {
    for (const login of ['demo', 'leitor', 'financeiro', 'outro']) users[login] = await loggedIn(service.url, login);
  });

  const unitsOf = async (login: string) => (await (users[login] as Api).get(STRUCTURE)).json as { clientes: Client[] }[];
  const clientOf = async (login: string) => (await unitsOf(login))[0]?.clientes[0] as Client;

  it.each([
    ['demo', 'Unidade Central', 'Empresa Exemplo', IDS.unit, IDS.client],
    ['leitor', 'Unidade Central', 'Empresa Exemplo', IDS.unit, IDS.client],
    ['financeiro', 'Unidade Central', 'Empresa Exemplo', IDS.unit, IDS.client],
    ['outro', 'Unidade Sul', 'Outra Empresa', IDS.otherUnit, IDS.otherClient],
  ])('shows %s one unit with one client', async (login, nomeUnidade, nomeCliente, idUnidade, idCliente) => {
    const { status, json, text } = await (users[login] as Api).get(STRUCTURE);
    expect(status).toBe(200);
    expect(text).toBe(JSON.stringify(json));
    expect(json).toEqual([{ idUnidade, nomeUnidade, clientes: [expect.objectContaining({ idCliente, nomeCliente })] }]);
    expect(Object.keys(json[0])).toEqual(['idUnidade', 'nomeUnidade', 'clientes']);
    const names = ['idCliente', 'nomeCliente', 'arvores', 'caixas', 'origensAssinatura'];
    expect(Object.keys(json[0].clientes[0])).toEqual(names);
  });

  const levels: [string, string | null, string][] = [
    ['Financeiro', null, IDS.finance],
    ['Financeiro > Contratos', IDS.finance, IDS.contracts],
    ['Financeiro > Notas Fiscais', IDS.finance, IDS.invoices],
    ['Recursos Humanos', null, IDS.staff],
    ['Recursos Humanos > Prontuários', IDS.staff, IDS.records],
  ];
  it.each([
    ['demo', levels],
    ['leitor', levels],
    ['financeiro', levels.slice(0, 3)],
  ])('shows %s the accessible levels', async (login, expected) => {
    const { arvores } = await clientOf(login);
    const found = arvores.map((level) => [level.caminho, level.idPai, level.idArvoreOrganizacional]);
    expect(found.sort()).toEqual([...expected].sort());
    for (const { nome, caminho } of arvores) expect(caminho.split(' > ').at(-1)).toBe(nome);
  });

  it('shows outro the levels of its own client only', async () => {
    const { arvores } = await clientOf('outro');
    expect(arvores.map(({ caminho }) => caminho)).toEqual(['Geral', 'Geral > Documentos']);
    expect(arvores[1]).toMatchObject({ idArvoreOrganizacional: IDS.otherLevel, idPai: arvores[0]?.idArvoreOrganizacional });
    expect(arvores[1]?.campos).toEqual([{ label: 'Assunto', nomeLista: null, tipo: 'Texto', obrigatorio: true, ordem: 1 }]);
  });

  it.each(['demo', 'financeiro'])('shows %s the fields of each level', async (login) => {
    for (const { nome, campos } of (await clientOf(login)).arvores) {
      expect([nome, campos.map(shown).sort()]).toEqual([nome, [...(FIELDS[nome] ?? [])].sort()]);
      const order = campos.map(({ ordem }) => ordem);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(new Set(order).size).toBe(order.length);
    }
  });

  it('returns the permissions of each user', async () => {
    const permissionsOf = async (login: string) => (await clientOf(login)).arvores.map(({ permissoes }) => permissoes);
    const [demo, reader, finance] = [await permissionsOf('demo'), await permissionsOf('leitor'), await permissionsOf('financeiro')];
    const all = demo[0] as string[];
    expect(new Set(all).size).toBe(all.length);
    for (const permissions of [...demo, ...finance]) expect(permissions).toEqual(all);
    for (const permissions of reader) {
      expect(permissions).toEqual(all.filter((name) => name.endsWith('.consultar') && name !== 'evento.consultar'));
      expect(permissions).toContain('documento.consultar');
      expect(permissions).not.toContain('documento.incluir');
    }
  });

  it('shows the boxes of the client and of the unit', async () => {
    const own = [
      { codigoCaixa: 5001, idCaixaTipo: stableId('box-type', 'Caixa Arquivo'), tipo: 'Caixa Arquivo', guarda: 'Guarda Interna' },
      { codigoCaixa: 5002, idCaixaTipo: stableId('box-type', 'Caixa Arquivo'), tipo: 'Caixa Arquivo', guarda: 'Guarda Terceirizada' },
    ];
    for (const login of ['demo', 'leitor', 'financeiro']) expect((await clientOf(login)).caixas).toEqual(own);
    expect((await clientOf('outro')).caixas).toEqual([
      { codigoCaixa: 5003, idCaixaTipo: stableId('box-type', 'Container'), tipo: 'Container', guarda: 'Guarda Terceirizada' },
    ]);
  });

  it('shows the signature origins', async () => {
    const { origensAssinatura } = await clientOf('demo');
    expect(origensAssinatura).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), mensagem: expect.stringMatching(/\w/) }]);
    expect((await clientOf('outro')).origensAssinatura).toEqual([]);
  });

  it('returns ids and fields that the other operations accept', async () => {
    const demo = users.demo as Api;
    const level = (await clientOf('demo')).arvores.find(({ nome }) => nome === 'Contratos') as Level;
    const mandatory = level.campos.filter(({ obrigatorio }) => obrigatorio);
    const values = mandatory.map(({ label, nomeLista }) => ({ nomeLista: nomeLista ?? '', label, valorCampo: 'Teste' }));
    expect((await create(demo, 'V3', { values }, level.idArvoreOrganizacional)).status).toBe(201);
    await refused(service, 422, () => create(demo, 'V3', { values: values.slice(1), files: texts('um') }, level.idArvoreOrganizacional));
  });

  it('requires a token and a grant', async () => {
    await refused(service, 401, () => new Api(service.url).get(STRUCTURE));
    await service.database.query("DELETE FROM user_grant WHERE user_id IN (SELECT id FROM user_account WHERE login = 'outro')");
    await readGrantsAnew(service);
    await refused(service, 401, () => (users.outro as Api).get(STRUCTURE));
  });
});
