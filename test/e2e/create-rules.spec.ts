import { samplePdf } from '#src/demo/sample-files';
import { IDS, invoiceValues, loggedIn, place, type Api } from './support/api';
import {
  bodyOf,
  create,
  createdBy,
  leavingNothing,
  expectRefusal,
  metadataOf,
  PATHS,
  problemsOf,
  refused,
  VERSIONS,
  type Sent,
  type Version,
} from './support/creates';
import { describeService } from './support/describe-service';
import { installRules, RULES, rulesPlace } from './support/rules-archive';

const value = (label: string, valorCampo: string, nomeLista = '') => ({ nomeLista, label, valorCampo });

/** Field, value sent, value that the search shows. What each type reads: `field-value.spec.ts`. */
const GOOD_VALUES: [label: string, sent: string, shown?: string][] = [
  ['Texto', '😀😀😀😀😀😀😀😀😀😀'],
  ['Placa', 'ABC-1234'],
  ['Sigla', 'MG'],
  ['Quantidade', '2,5'],
  ['Valor', '1.234.567,89'],
  ['Início', '2024-02-29T10:30:00-03:00', '29/02/2024'],
  ['CPF', '529.982.247-25'],
  ['CNPJ', '12.ABC.345/01DE-35'],
  ['CNPJ/CPF', '07.664.483/0001-78'],
  ['Ativo', 'False', 'false'],
  ['Cor', 'Verde-água'],
];

const BAD_VALUES: [label: string, sent: string, code: string][] = [
  ['Ano', '1899', 'FORA_DO_INTERVALO'],
  ['Ano', '2101', 'FORA_DO_INTERVALO'],
  ['Texto', 'x', 'TAMANHO_INSUFICIENTE'],
  ['Texto', '12345678901', 'TAMANHO_EXCEDIDO'],
  ['Placa', 'ABC-12345', 'MASCARA_NAO_ATENDIDA'],
  ['Sigla', 'MG\nSP', 'EXPRESSAO_NAO_ATENDIDA'],
  ['Quantidade', '1e2', 'FORMATO_INVALIDO'],
  ['Quantidade', '-5,01', 'FORA_DO_INTERVALO'],
  ['Valor', '1,234.56', 'FORMATO_INVALIDO'],
  ['Início', '31/02/2024', 'DATA_INEXISTENTE'],
  ['Início', '15-08-2024', 'FORMATO_INVALIDO'],
  ['CPF', '529.982.247-15', 'DIGITO_VERIFICADOR'],
  ['CNPJ', '12.ABC.345/01DE-36', 'DIGITO_VERIFICADOR'],
  ['CNPJ/CPF', '123', 'FORMATO_INVALIDO'],
  ['Ativo', 'talvez', 'FORMATO_INVALIDO'],
  ['Cor', 'Azul, Verde-água', 'OPCAO_INVALIDA'],
];

describeService('the rules of all creates', ({ service }) => {
  let api: Api;
  let rules: Api;
  beforeAll(async () => {
    await installRules(service.app);
    [api, rules] = await Promise.all([loggedIn(service.url), loggedIn(service.url, 'regras')]);
  });

  const YEAR = value('Ano', '2024');
  const createTyped = (values: readonly object[], level?: string) =>
    rules.post(PATHS.V1, { query: rulesPlace(level), body: { valoresCampos: values } });
  const problems = async (status: number, version: Version, sent: Sent, level?: string) =>
    problemsOf(await refused(service, status, () => create(api, version, sent, level))).map((problem) =>
      problem.replace(/^[A-Z]/, (first) => first.toLowerCase()),
    );

  describe('values are validated by the type of their field', () => {
    it.each(GOOD_VALUES)('%s accepts %j', async (label, sent, shown = sent) => {
      const { code } = createdBy(await createTyped([YEAR, value(label, sent)]));
      expect((await metadataOf(rules, code, RULES.client))[label]).toBe(shown);
    });

    it.each(BAD_VALUES)('%s refuses %j', async (label, sent, code) => {
      const values = label === 'Ano' ? [value(label, sent)] : [YEAR, value(label, sent)];
      const json = await refused(service, 422, () => createTyped(values));
      expect([json.codigo, problemsOf(json)]).toEqual([code, [`valoresCampos[${values.length - 1}].valorCampo ${code}`]]);
    });

    it('requires the parent field, and compares with it', async () => {
      const wrong: [object[], string][] = [
        [[value('Fim', '01/01/2024')], 'valoresCampos[1].valorCampo CAMPO_PAI_AUSENTE'],
        [[value('Fim', '31/12/2023'), value('Início', '01/01/2024')], 'valoresCampos[1].valorCampo CAMPO_PAI_DIVERGENTE'],
      ];
      for (const [values, problem] of wrong) {
        expect(problemsOf(await refused(service, 422, () => createTyped([YEAR, ...values])))).toEqual([problem]);
      }
      expect((await createTyped([YEAR, value('Fim', '01/01/2024'), value('Início', '01/01/2024')])).status).toBe(201);
    });
  });

  describe('inheritance', () => {
    const branch = [value('UF', 'MG', 'Filiais'), value('Número', '1', 'Filiais'), value('Nome', 'Centro', 'Filiais')];

    it('gives a level the fields of all its ancestors', async () => {
      const values = [YEAR, value('Texto', 'pai'), value('Detalhe', 'neto'), ...branch];
      const { code } = createdBy(await createTyped(values, RULES.grandchild));
      const shown = await metadataOf(rules, code, RULES.client);
      expect(shown).toMatchObject({ Ano: '2024', Texto: 'pai', Detalhe: 'neto', UF: 'MG', Nome: 'Centro' });
      expect(Object.keys(shown).slice(0, 4)).toEqual(['Id', 'ArvoreDocumental', 'Ano', 'Texto']);
    });

    it('inherits mandatory fields and rules from above, and nothing from below', async () => {
      const json = await refused(service, 422, () => createTyped([value('Cor', 'Roxo'), ...branch], RULES.grandchild));
      expect(problemsOf(json).sort()).toEqual(['valoresCampos INDEXADOR_OBRIGATORIO', 'valoresCampos[0].valorCampo OPCAO_INVALIDA']);
      const below = await refused(service, 400, () => createTyped([YEAR, value('Detalhe', 'neto')]));
      expect(problemsOf(below)).toEqual(['valoresCampos[1].label CAMPO_INEXISTENTE_NO_NIVEL']);
    });

    it('requires a mandatory list, and every key of a list with several', async () => {
      const none = await refused(service, 422, () => createTyped([YEAR], RULES.grandchild));
      expect(problemsOf(none)).toEqual(['valoresCampos INDEXADOR_OBRIGATORIO']);
      const half = await refused(service, 422, () => createTyped([YEAR, branch[0]!, branch[2]!], RULES.grandchild));
      expect(problemsOf(half)).toEqual(['valoresCampos[1] LISTA_CHAVE_AUSENTE']);
    });

    it('finds a row by all its keys together', async () => {
      const other = [value('UF', 'SP', 'Filiais'), value('Número', '01', 'Filiais')];
      const named = await createTyped([YEAR, ...other, value('Nome', 'Paulista', 'Filiais')], RULES.grandchild);
      const again = await createTyped([YEAR, other[0]!, value('Número', '1', 'Filiais')], RULES.grandchild);
      for (const answer of [named, again]) {
        expect(await metadataOf(rules, createdBy(answer).code, RULES.client)).toMatchObject({ UF: 'SP', Nome: 'Paulista' });
      }
    });
  });

  describe.each(VERSIONS)('%s', (version) => {
    it.each([
      ['absent', []],
      ['empty', [value('Número', '')]],
      ['blank', [value('Número', '  \t')]],
    ])('requires the mandatory fields: %s', async (_, extra) => {
      const sent = { values: [value('Data de Emissão', '15/08/2024'), ...extra] };
      expect(await problems(422, version, sent)).toEqual(['valoresCampos INDEXADOR_OBRIGATORIO']);
    });

    it.each([
      ['an unknown label', value('Inexistente', '1'), 'label CAMPO_INEXISTENTE_NO_NIVEL'],
      ['a label of another level', value('Título', 'x'), 'label CAMPO_INEXISTENTE_NO_NIVEL'],
      ['a list of another level', value('CNPJ', '11.222.333/0001-81', 'Fornecedores'), 'nomeLista LISTA_INEXISTENTE_NO_NIVEL'],
      ['an unknown list', value('CNPJ', '11.222.333/0001-81', 'Inexistente'), 'nomeLista LISTA_INEXISTENTE_NO_NIVEL'],
      ['a custom field as that of a list', value('Observação', 'x', 'Fornecedores'), 'nomeLista LISTA_INEXISTENTE_NO_NIVEL'],
      ['the same label twice', value('Número', '2'), 'label CAMPO_REPETIDO'],
    ])('D4 refuses %s', async (_, extra, problem) => {
      const found = await problems(400, version, { values: [...invoiceValues('1'), extra] });
      expect(found.map((text) => text.replace(/(?<=\.)[A-Z]/, (letter) => letter.toLowerCase()))).toEqual([`valoresCampos[2].${problem}`]);
    });

    it.each([
      [5001, { 'Nº Caixa': '5001', 'Tipo de Guarda': 'Guarda Interna', Status: 'Armazenado' }],
      ['5002', { 'Nº Caixa': '5002', 'Tipo de Guarda': 'Guarda Terceirizada', Status: 'Armazenado' }],
      [null, { 'Nº Caixa': '', 'Tipo de Guarda': 'Eletrônico', Status: 'Eletrônico' }],
    ])('puts a document into box %p', async (box, shown) => {
      const { code } = createdBy(await create(api, version, { box }));
      expect(await metadataOf(api, code)).toMatchObject(shown);
    });

    it('D2 returns the same refusal for a box of another client and an unknown one', async () => {
      const files = [{ content: 'x', extension: 'txt' }];
      const answers = await leavingNothing(service, () => Promise.all([5003, 5999].map((box) => create(api, version, { box, files }))));
      for (const answer of answers) expect(problemsOf(expectRefusal(answer, 400))[0]).toMatch(/^codigoCaixa CAIXA_INEXISTENTE$/i);
      const [foreign, unknown] = answers.map(({ text }) => text.replace(/"idRequisicao":"[^"]+"/, '').replaceAll(/\d{4}/g, ''));
      expect(foreign).toBe(unknown);
    });

    it('accepts member names in any case, surrounded by blanks, in any order', async () => {
      const files = [{ content: samplePdf('x'), extension: 'pdf', name: 'Nota' }];
      const body = bodyOf(version, { box: 5001, values: invoiceValues('616'), files });
      const spell = (node: unknown, change: (name: string) => string): unknown => {
        if (Array.isArray(node)) return node.map((item) => spell(item, change));
        if (typeof node !== 'object' || node === null) return node;
        return Object.fromEntries(
          Object.entries(node)
            .map(([name, inner]) => [change(name), spell(inner, change)] as const)
            .reverse(),
        );
      };
      const byName = (first: RegExp) =>
        Object.fromEntries(Object.entries(body).sort(([a], [b]) => Number(first.test(b)) - Number(first.test(a))));
      const bodies = [
        spell(body, (name) => name.toUpperCase()),
        spell(body, (name) => ` ${name.toLowerCase()} `),
        byName(/arquivos/i),
        byName(/valores/i),
        byName(/caixa/i),
      ];
      for (const sent of bodies) {
        const { code } = createdBy(await api.post(PATHS[version], { query: place(), body: sent }));
        expect(await metadataOf(api, code)).toMatchObject({ Número: '616', 'Nº Caixa': '5001', 'Total de Arquivos': '1' });
      }
    });

    it('reports all problems at once', async () => {
      const values = [
        value('Número', 'doze'),
        value('Data de Emissão', '31/02/2024'),
        value('CPF/CNPJ Fornecedor', '07.664.483/0001-79'),
        value('Valor Total', '1,234.56'),
        value('Inexistente', 'x'),
        value('Observação', 'a'),
        value('Observação', 'b'),
      ];
      const files = version === 'V1' ? [] : [{ content: 'text', extension: 'pdf' }];
      const found = await problems(400, version, { box: 5003, values, files });
      expect(found.map((text) => text.toLowerCase()).sort()).toEqual(
        [
          ...(version === 'V1' ? [] : ['arquivos[0].extensao conteudo_difere_da_extensao']),
          'codigocaixa caixa_inexistente',
          'valorescampos[0].valorcampo formato_invalido',
          'valorescampos[1].valorcampo data_inexistente',
          'valorescampos[2].valorcampo digito_verificador',
          'valorescampos[3].valorcampo formato_invalido',
          'valorescampos[4].label campo_inexistente_no_nivel',
          'valorescampos[6].label campo_repetido',
        ].sort(),
      );
    });

    it('creates on the named level, with its own fields', async () => {
      const values = [value('Título', `Contrato ${version}`), value('Situação', 'Vigente')];
      const { code } = createdBy(await create(api, version, { values }, IDS.contracts));
      expect(await metadataOf(api, code)).toMatchObject({ ArvoreDocumental: 'Financeiro > Contratos', Situação: 'Vigente' });
    });
  });
});
