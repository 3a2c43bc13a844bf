import { ArchiveInstaller } from '#application/ports/structure';
import { stableId } from '#application/support/stable-id';
import type { ArchiveDefinition, ListDefinition, ListFieldDefinition } from '#domain/provisioning/archive-definition';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api, IDS, loggedIn, place, type Answer } from './support/api';
import { createdBy, expectRefusal, filesOf, leavingNothing, PATHS, problemsOf, refused, VERSIONS, type Version } from './support/creates';
import { describeService } from './support/describe-service';
import { installRules, RULES, rulesPlace } from './support/rules-archive';

const CLIENT = 'Empresa dos Exemplos';
const UNIT = 'Unidade dos Exemplos';
const key: ListFieldDefinition = { label: 'Código', type: 'number', key: true };
const text = (label: string): ListFieldDefinition => ({ label, type: 'text' });
const list = (name: string, fields: ListFieldDefinition[], more: Partial<ListDefinition> = {}): ListDefinition =>
  ({ name, kind: 'consolidation', fields, ...more }) as const;

/** Levels for which it takes some thought to make up values. */
const HARD_ARCHIVE: ArchiveDefinition = {
  units: [{ name: UNIT }, { name: 'Unidade Alheia' }],
  boxTypes: [],
  profiles: [],
  clients: [
    {
      name: CLIENT,
      units: [UNIT, 'Unidade Alheia'],
      lists: [
        list('Vazia', [key]),
        list('Órfã', [key, text('Nome')], { kind: 'autocomplete', parent: 'Vazia' }),
        list('Estados', [{ ...text('UF'), key: true }], { rows: [{ UF: 'MG' }, { UF: 'SP' }] }),
        list(
          'Cidades',
          [
            { ...text('UF'), key: true },
            { ...text('Cidade'), key: true },
            { label: 'Fundação', type: 'date', importMandatory: true },
            { label: 'Extinção', type: 'date', parent: 'Fundação', operator: '>' },
          ],
          { kind: 'autocomplete', parent: 'Estados' },
        ),
        list('Usada', [key, { ...text('Nome'), importMandatory: true }, text('Nota')], {
          allowsInclusion: true,
          rows: [{ Código: '1024', Nome: 'Já estava aqui' }],
        }),
        list('Dias', [{ label: 'Dia', type: 'date', key: true }, text('Nome')], { rows: [{ Dia: '07/09/2024', Nome: 'Feriado' }] }),
      ],
      levels: [
        {
          name: 'Difícil',
          fields: [
            { label: 'Início', type: 'date', mandatory: true, mask: '9999-99-99' },
            { label: 'Fim', type: 'date', mandatory: true, parent: 'Início', operator: '>' },
            { label: 'Depois', type: 'date', parent: 'Fim', operator: '<>' },
            { label: 'Teto', type: 'number', max: 10 },
            { label: 'Acima', type: 'number', mandatory: true, max: 10, parent: 'Teto', operator: '>' },
            { label: 'Impossível', type: 'text', pattern: '[a-c]{3}', mask: '999' },
            { label: 'Nota', type: 'text', mandatory: true, pattern: '(?:NF|CT)-\\d{4,6}/(?<ano>20\\d\\d)' },
            { label: 'Processo', type: 'text', mandatory: true, mask: '9999999-99.9999.9.99.9999' },
            { label: 'E-mail', type: 'text', pattern: '[\\w.]+@\\w+(\\.\\w{2,3}){1,2}', min: 12 },
            text('Dias'),
            text('__proto__'),
          ],
          lists: ['Vazia', 'Órfã', 'Estados', 'Cidades', 'Usada', 'Dias'].map((name, index) => ({ name, mandatory: index > 1 })),
        },
      ],
    },
  ],
  users: [{ login: 'dificil', name: '', password: DEMO_PASSWORD, grants: [{ client: CLIENT, unit: UNIT, profile: 'Administrador' }] }],
};
const HARD = {
  idUnidade: stableId('unit', UNIT),
  idCliente: stableId('client', CLIENT),
  idArvoreOrganizacional: stableId('level', CLIENT, 'Difícil'),
};

interface Schema {
  [keyword: string]: unknown;
  properties?: Record<string, Schema>;
}

interface Described {
  esquema: Schema & { properties: Record<string, Schema>; required: string[]; title: string };
  exemplos: Record<Version, Record<string, unknown>>;
  [name: string]: unknown;
}

type Values = Record<string, unknown>;

/** The keywords that these schemas use, by hand: no validator is a dependency of this service. */
function accepts(schema: Schema, value: unknown): boolean {
  const { type, properties = {}, required = [], minLength = 0, maxLength = Infinity, pattern, allOf = [], not } = schema;
  if (not !== undefined) return false;
  if (!(allOf as Schema[]).every((part) => accepts(part, value))) return false;
  if (schema.enum !== undefined && !(schema.enum as unknown[]).includes(value)) return false;
  if (pattern !== undefined && !new RegExp(pattern as string, 'u').test(value as string)) return false;
  if (type === undefined) return true;
  if (type === 'string') {
    const length = typeof value === 'string' ? [...value].length : -1;
    return length >= (minLength as number) && length <= (maxLength as number);
  }
  if (type !== 'object' || schema.additionalProperties !== false) throw new Error(`not an expected schema: ${JSON.stringify(schema)}`);
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
  return (
    members !== null &&
    (required as string[]).every((name) => Object.hasOwn(value as object, name)) &&
    members.every(([name, member]) => Object.hasOwn(properties, name) && accepts(properties[name] as Schema, member))
  );
}

/** The values of a body as the schema sees them. */
function valuesOf({ exemplos, esquema }: Described, version: Version): Values {
  const sent = (version === 'V2' ? exemplos.V2.ValoresCampos : exemplos[version].valoresCampos) as Record<string, string>[];
  const pairs: [string, unknown][] = [];
  for (const value of sent) {
    const [list, ...own] = Object.values(value) as [string, string, string];
    const name = `${list} (lista)` in esquema.properties ? `${list} (lista)` : list;
    const members = pairs.find(([known]) => name !== '' && known === name)?.[1] as Values | undefined;
    if (members) members[own[0]] = own[1];
    else pairs.push(list === '' ? [...own] : [name, Object.fromEntries([own])]);
  }
  return Object.fromEntries(pairs);
}

describeService('GET /api/Estrutura/{idArvoreOrganizacional}', ({ service }) => {
  const users: Record<string, Api> = {};
  beforeAll(async () => {
    await installRules(service.app);
    await service.app.get(ArchiveInstaller).install(HARD_ARCHIVE);
    for (const login of ['demo', 'leitor', 'financeiro', 'outro', 'regras', 'dificil']) users[login] = await loggedIn(service.url, login);
  });

  const get = (login: string, level: string) => (users[login] as Api).get(`/api/Estrutura/${level}`);
  const described = async (login: string, level: string): Promise<Described> => {
    const { status, json, text } = await get(login, level);
    if (status !== 200) throw new Error(text);
    return json as Described;
  };

  const levels: [string, string, ReturnType<typeof place>][] = [
    ['demo', 'Financeiro', place(IDS.finance)],
    ['demo', 'Financeiro > Notas Fiscais', place(IDS.invoices)],
    ['demo', 'Financeiro > Contratos', place(IDS.contracts)],
    ['demo', 'Recursos Humanos', place(IDS.staff)],
    ['demo', 'Recursos Humanos > Prontuários', place(IDS.records)],
    ['outro', 'Geral > Documentos', { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: IDS.otherLevel }],
    ['regras', 'Raiz > Tipos', rulesPlace()],
    ['regras', 'Raiz > Tipos > Neto', rulesPlace(RULES.grandchild)],
    ['dificil', 'Difícil', HARD],
  ];

  describe.each(levels)('for %s, level %s', (login, path, query) => {
    const id = query.idArvoreOrganizacional;

    it('returns the path of the level', async () => {
      const level = await described(login, id);
      const nome = path.split(' > ').at(-1);
      expect(level).toMatchObject({ idArvoreOrganizacional: id, nome, caminho: path, idCliente: query.idCliente });
      expect(level.unidades).toEqual([{ idUnidade: query.idUnidade, nomeUnidade: expect.stringMatching(/^Unidade /) }]);
      expect(level.esquema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: path, type: 'object' });
      const names = 'idArvoreOrganizacional nome caminho idCliente nomeCliente unidades vencimento esquema exemplos';
      expect(Object.keys(level)).toEqual(names.split(' '));
    });

    it('has a schema whose expressions compile, and which accepts the examples', async () => {
      const level = await described(login, id);
      const patterns = JSON.stringify(level.esquema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g);
      for (const [, found] of patterns) expect(() => new RegExp(JSON.parse(found as string) as string, 'u')).not.toThrow();
      for (const version of VERSIONS) expect([version, accepts(level.esquema, valuesOf(level, version))]).toEqual([version, true]);
      for (const name of level.esquema.required) {
        const { [name]: _, ...others } = valuesOf(level, 'V1');
        expect(accepts(level.esquema, others)).toBe(false);
      }
      expect(accepts(level.esquema, { ...valuesOf(level, 'V1'), 'Campo que não existe': 'x' })).toBe(false);
    });

    it('has examples that create a document repeatedly', async () => {
      const before = await described(login, id);
      const answers: Answer[] = [];
      for (const version of [...VERSIONS, ...VERSIONS]) {
        answers.push(await (users[login] as Api).post(PATHS[version], { query, body: before.exemplos[version] }));
      }
      expect(answers.map(({ status, text }) => (status === 201 ? status : text))).toEqual(Array(6).fill(201));
      for (const answer of answers) expect(await filesOf(users[login] as Api, createdBy(answer).id)).toHaveLength(1);
      for (const answer of answers.filter(({ json }) => !Array.isArray(json))) expect(createdBy(answer).files[0]?.link).toMatch(/^http/);
      expect(await described(login, id)).toEqual(before);
    });
  });

  it('has examples for interdependent fields', async () => {
    const values = valuesOf(await described('dificil', HARD.idArvoreOrganizacional), 'V3');
    expect(values).toMatchObject({ Teto: '8', Acima: '9', Início: '2024-08-15', Fim: '15/08/2025', Processo: '1111111-11.1111.1.11.1111' });
    // Nothing fits; no row is there; no parent row is there.
    for (const name of ['Impossível', 'Vazia', 'Órfã']) expect(values).not.toHaveProperty([name]);
    expect(values.Estados).toEqual({ UF: 'MG' });
    expect(values['Dias (lista)']).toEqual({ Dia: '07/09/2024' });
    expect(values.Cidades).toEqual({ UF: 'MG', Cidade: 'Exemplo', Fundação: '15/08/2024', Extinção: '15/08/2025' });
    expect(values.Usada).toEqual({ Código: '1024', Nome: 'Já estava aqui' });
  });

  it('describes the due-date rule', async () => {
    expect((await described('demo', IDS.invoices)).vencimento).toEqual({ campo: 'Data de Emissão', nomeLista: null, meses: 60 });
    expect((await described('demo', IDS.contracts)).vencimento).toBeNull();
  });

  it('annotates lists and fields', async () => {
    const { esquema } = await described('demo', IDS.contracts);
    expect(esquema.required).toEqual(['Título']);
    expect(esquema.properties.Fornecedores).toMatchObject({
      required: ['CNPJ'],
      'x-tipoLista': 'A',
      'x-permiteInclusao': true,
      'x-chaves': ['CNPJ'],
      'x-importacaoObrigatoria': ['CNPJ', 'Razão Social'],
    });
    expect(esquema.properties.Situação).toMatchObject({ enum: ['Vigente', 'Encerrado'], 'x-tipo': 'Lista', 'x-ordem': 3 });
    const closed = (await described('demo', IDS.records)).esquema.properties['Funcionários'];
    expect(closed).toMatchObject({ 'x-tipoLista': 'C', 'x-permiteInclusao': false });
    const hard = (await described('dificil', HARD.idArvoreOrganizacional)).esquema;
    expect(hard.required).toEqual(['Início', 'Fim', 'Acima', 'Nota', 'Processo', 'Estados', 'Cidades', 'Usada', 'Dias (lista)']);
    expect(hard.properties.Fim).toMatchObject({ 'x-campoPai': { campo: 'Início', operador: '>' } });
  });

  it.each<[string, Values]>([
    ['a text that is too long', { Texto: '12345678901' }],
    ['a text that is too short', { Texto: 'a' }],
    ['a broken mask', { Placa: 'AB1-1234' }],
    ['a broken expression', { Sigla: 'abc' }],
    ['a number in words', { Ano: 'dois mil' }],
    ['money with English groups', { Valor: '1,234.56' }],
    ['a date without a day', { Início: '08/2024' }],
    ['a CPF of ten digits', { CPF: '529.982.247-2' }],
    ['a CNPJ that is a CPF', { CNPJ: '529.982.247-25' }],
    ['a tax id of twelve digits', { 'CNPJ/CPF': '123456789012' }],
    ['an uncertain check', { Ativo: 'talvez' }],
    ['no option', { Cor: 'Roxo' }],
    ['an option of a list', { Filiais: { UF: 'RJ', Número: '1' } }],
    ['a field of another list', { Filiais: { UF: 'MG', Número: '1', CNPJ: '1' } }],
  ])('has a schema that refuses %s, like the service', async (_, bad) => {
    const level = await described('regras', RULES.grandchild);
    const [[label, value] = []] = Object.entries(bad);
    expect(accepts(level.esquema, { ...valuesOf(level, 'V1'), ...bad })).toBe(false);
    const members = typeof value === 'string' ? { [label as string]: value } : (value as Record<string, string>);
    const nomeLista = typeof value === 'string' ? '' : (label as string);
    const others = (level.exemplos.V1.valoresCampos as { nomeLista: string; label: string }[]).filter(
      (sent) => sent.nomeLista !== nomeLista || !(sent.label in members),
    );
    const valoresCampos = [...others, ...Object.entries(members).map(([name, valorCampo]) => ({ nomeLista, label: name, valorCampo }))];
    const call = { query: rulesPlace(RULES.grandchild), body: { codigoCaixa: null, valoresCampos } };
    const answer = await leavingNothing(service, () => (users.regras as Api).post(PATHS.V1, call));
    expect([400, 422]).toContain(answer.status);
    expect(problemsOf(expectRefusal(answer, answer.status))).toHaveLength(1);
  });

  it('has a schema that refuses other shapes', async () => {
    const level = await described('regras', RULES.grandchild);
    const bad: Values[] = [{ Filiais: { Nome: 'Centro' } }, { Filiais: undefined }, { Filiais: 'Centro' }, { Ano: 2024 }, { Detalhe: '' }];
    for (const values of bad) {
      const changed = JSON.parse(JSON.stringify({ ...valuesOf(level, 'V1'), ...values })) as Values;
      expect([values, accepts(level.esquema, changed)]).toEqual([values, false]);
    }
  });

  it('is documented with an example of the same members', async () => {
    const { json } = await new Api(service.url).get('/openapi.json');
    const { get: operation } = json.paths['/api/Estrutura/{idArvoreOrganizacional}'];
    expect(operation['x-extension']).toBe(true);
    const { value } = operation.responses['200'].content['application/json'].examples.exemplo;
    expect(Object.keys(value)).toEqual(Object.keys(await described('outro', IDS.otherLevel)));
  });

  it('accepts ids in any spelling, and nothing else', async () => {
    const expected = await described('demo', IDS.invoices);
    const braced = encodeURIComponent(`{${IDS.invoices.toUpperCase()}}`);
    expect((await (users.demo as Api).get(`/v1/API/estrutura/${braced}`)).json).toEqual(expected);
    for (const bad of ['1', 'null', `${IDS.invoices}0`, '%00', "'", '../Estrutura'].map(encodeURIComponent)) {
      expect(problemsOf(await refused(service, 400, () => get('demo', bad)))).toEqual(['idArvoreOrganizacional FORMATO_INVALIDO']);
    }
  });

  it('serves users with read permission, within their levels', async () => {
    const expected = await described('demo', IDS.contracts);
    for (const login of ['leitor', 'financeiro']) expect(await described(login, IDS.contracts)).toEqual(expected);
  });
});
