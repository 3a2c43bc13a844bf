import { PART } from '../support/part';
import { IDS, type Answer } from './support/api';
import { problemsOf } from './support/creates';
import { closedRow, freshCpf, sinceCell } from './support/changed-rows';
import { CHANGES, changed, changesScene, filedAt, put, refusedWhole, row, set, shown, value } from './support/changing';
import { describeScene } from './support/describe-service';
import { rowCounts } from './support/state';

const DUE = 'Vencimento TTD';
const TOTAL = '11.222.333/0001-81';

let codes = 1000;
const freshCode = () => String(++codes);

describeScene('lists in 4.1', changesScene, ({ service, demo: api, rules }) => {
  const supplier = (cells: Record<string, string>) => row('Fornecedores', cells);
  const customer = (cells: Record<string, string>) => row('Clientes Finais', cells);
  const employee = (cells: Record<string, string>) => row('Funcionários', cells);
  const [open, branch, closed] = ['Aberta', 'Filiais', 'Fechada'].map((list) => (cells: Record<string, string>) => row(list, cells)) as [
    typeof supplier,
    typeof supplier,
    typeof supplier,
  ];

  const YEAR = value('Ano', '2024');
  const contract = (more: object[] = []) => filedAt(api, IDS.contracts, { values: [value('Título', 'Contrato'), ...more] });
  const record = (more: object[] = []) => filedAt(api, IDS.records, { values: [value('Tipo', 'Admissão'), ...more] });
  const typed = (more: object[] = []) => filedAt(rules, CHANGES.types, { values: [YEAR, ...more] });
  const person = (code: string) => filedAt(rules, CHANGES.people, { values: [YEAR, value('Código', code, 'Fechada')] });
  const putContract = (id: string, changes: object[]) => put(api, id, changes, { level: IDS.contracts });
  const putRecord = (id: string, changes: object[]) => put(api, id, changes, { level: IDS.records });
  const putTyped = (id: string, changes: object[]) => put(rules, id, changes, { level: CHANGES.types });
  const putPerson = (id: string, changes: object[]) => put(rules, id, changes, { level: CHANGES.people });
  const now = (code: number) => shown(rules, code, CHANGES.client);
  const listRows = async () => (await rowCounts(service)).list_row!;
  const problems = async (call: () => Promise<Answer>, status = 422) => problemsOf(await refusedWhole(service, status, call));

  describe('lists that allow new rows', () => {
    it.each([
      ['an Autocomplete', (): Record<string, string> => ({ Filial: 'Praia', UF: 'SP', Número: freshCode() }), branch],
      ['a Consolidação that allows inclusion', (): Record<string, string> => ({ Código: freshCode(), Nome: 'Novo' }), open],
    ])('%s: an unknown key adds a row, which the next change links', async (_, cellsOf, list) => {
      const [one, two] = [await typed(), await typed()];
      const cells = cellsOf();
      const before = await listRows();
      changed(await putTyped(one.id, list(cells)));
      expect(await listRows()).toBe(before + 1);
      changed(await putTyped(two.id, list(cells)));
      changed(await putTyped(one.id, list(cells)));
      expect(await listRows()).toBe(before + 1);
      for (const { code } of [one, two]) expect(await now(code)).toMatchObject(cells);
    });

    it('update two lists and the custom fields of one level', async () => {
      const { id, code } = await contract();
      const cpf = freshCpf();
      const before = await listRows();
      changed(
        await putContract(id, [
          ...customer({ CPF: cpf, Nome: 'Maria' }),
          set('Título', 'Contrato 2'),
          ...supplier({ CNPJ: TOTAL, 'Razão Social': 'LIMPEZA  total ltda' }),
        ]),
      );
      expect(await listRows()).toBe(before + 1);
      expect(await shown(api, code)).toMatchObject({
        Título: 'Contrato 2',
        Nome: 'Maria',
        'Razão Social': 'Limpeza Total Ltda',
        Cidade: 'Belo Horizonte',
      });
    });

    it('replace the linked row and keep the other list', async () => {
      const { id, code } = await contract([
        value('CNPJ', TOTAL, 'Fornecedores'),
        value('CPF', freshCpf(), 'Clientes Finais'),
        value('Nome', 'Rui', 'Clientes Finais'),
      ]);
      changed(await putContract(id, supplier({ CNPJ: '07.664.483/0001-78', 'Razão Social': 'Outra Ltda' })));
      expect(await shown(api, code)).toMatchObject({ 'Razão Social': 'Outra Ltda', Cidade: '', Nome: 'Rui' });
    });

    it.each<[string, () => object[], string]>([
      ['an Autocomplete and a known key', () => supplier({ CNPJ: TOTAL }), '[0] LISTA_CAMPO_OBRIGATORIO_AUSENTE'],
      ['an Autocomplete and an unknown key', () => supplier({ CNPJ: '19.131.243/0001-97' }), '[0] LISTA_CAMPO_OBRIGATORIO_AUSENTE'],
      ['an empty mandatory field', () => supplier({ CNPJ: TOTAL, 'Razão Social': '' }), '[0] LISTA_CAMPO_OBRIGATORIO_AUSENTE'],
      ['an optional field instead', () => supplier({ CNPJ: TOTAL, Cidade: 'Belo Horizonte' }), '[0] LISTA_CAMPO_OBRIGATORIO_AUSENTE'],
      ['a Consolidação that allows inclusion', () => customer({ CPF: freshCpf() }), '[0] LISTA_CAMPO_OBRIGATORIO_AUSENTE'],
      ['no key', () => supplier({ 'Razão Social': 'Limpeza Total Ltda' }), '[0] LISTA_CHAVE_AUSENTE'],
      ['an empty key', () => supplier({ CNPJ: ' ', 'Razão Social': 'Limpeza Total Ltda' }), '[0] LISTA_CHAVE_AUSENTE'],
      ['an optional field that is empty, alone', () => supplier({ Cidade: '' }), '[0] LISTA_CHAVE_AUSENTE'],
    ])('require key and mandatory-import fields: %s', async (_, changes, problem) => {
      const { id } = await contract();
      expect(await problems(() => putContract(id, changes()))).toEqual([problem]);
    });

    it('require every key of a list with several', async () => {
      const { id } = await typed();
      expect(await problems(() => putTyped(id, branch({ UF: 'MG', Filial: 'Centro' })))).toEqual(['[0] LISTA_CHAVE_AUSENTE']);
      expect(await problems(() => putTyped(id, branch({ UF: 'MG', Número: '', Filial: 'Centro' })))).toEqual(['[0] LISTA_CHAVE_AUSENTE']);
      changed(await putTyped(id, branch({ UF: 'MG', Número: '01', Filial: 'Centro' })));
    });

    it('refuse values that contradict the row, and add none', async () => {
      const { id } = await contract();
      const wrong = supplier({ CNPJ: TOTAL, 'Razão Social': 'Outra', Cidade: 'Recife' });
      expect(await problems(() => putContract(id, wrong))).toEqual([
        '[1].valor LISTA_VALOR_DIVERGENTE',
        '[2].valor LISTA_VALOR_DIVERGENTE',
      ]);
    });

    it('refuse cells of the wrong type, together with all other problems', async () => {
      const { id } = await typed();
      const changes = [
        ...branch({ UF: 'RJ', Número: 'um', Filial: 'x'.repeat(21), Abertura: '31/02/2020' }),
        set('Texto', 'a'),
        ...open({ Código: '1', Nome: 'Dois' }),
      ];
      expect((await problems(() => putTyped(id, changes))).sort()).toEqual([
        '[0].valor OPCAO_INVALIDA',
        '[1].valor FORMATO_INVALIDO',
        '[2].valor TAMANHO_EXCEDIDO',
        '[3].valor DATA_INEXISTENTE',
        '[4].valor TAMANHO_INSUFICIENTE',
        '[6].valor LISTA_VALOR_DIVERGENTE',
      ]);
    });

    it('add no row when anything else is refused', async () => {
      const { id } = await typed();
      const added = open({ Código: freshCode(), Nome: 'Novo' });
      expect(await problems(() => putTyped(id, [...added, set('Ano', '')]))).toEqual(['[2].valor INDEXADOR_OBRIGATORIO']);
      expect(await problems(() => putTyped(id, [...added, set('Inexistente', 'x')]), 400)).toContain(
        '[2].campo CAMPO_INEXISTENTE_NO_NIVEL',
      );
      expect(await problems(() => putTyped(id, [...added, set('Fim', '01/01/2024')]))).toEqual(['[2].valor CAMPO_PAI_AUSENTE']);
    });

    it.each<[string, () => object[], string]>([
      ['a field that the list lacks', () => supplier({ CNPJ: TOTAL, Telefone: '1' }), '[1].campo CAMPO_INEXISTENTE_NO_NIVEL'],
      ['a field of another list', () => supplier({ CNPJ: TOTAL, CPF: '1' }), '[1].campo CAMPO_INEXISTENTE_NO_NIVEL'],
      ['a list of another level', () => employee({ Matrícula: '1001' }), '[0].nomeLista LISTA_INEXISTENTE_NO_NIVEL'],
      ['a list field without its list', () => [set('CNPJ', TOTAL)], '[0].campo CAMPO_INEXISTENTE_NO_NIVEL'],
      ['a custom field as that of a list', () => [set('Título', 'x', 'Fornecedores')], '[0].campo CAMPO_INEXISTENTE_NO_NIVEL'],
    ])('refuses %s', async (_, changes, problem) => {
      const { id } = await contract();
      expect((await problems(() => putContract(id, changes()), 400))[0]).toBe(problem);
    });

    it('refuse the same list field twice', async () => {
      const { id } = await contract();
      const changes = [...supplier({ CNPJ: TOTAL, 'Razão Social': 'Limpeza Total Ltda' }), set('cnpj', TOTAL, 'FORNECEDORES')];
      expect(await problems(() => putContract(id, changes), 400)).toEqual(['[2].campo CAMPO_REPETIDO']);
    });
  });

  describe('lists that allow no new rows', () => {
    it('link the row of a known key, with or without its other values', async () => {
      const { id, code } = await record();
      changed(await putRecord(id, employee({ Matrícula: '1002' })));
      expect(await shown(api, code)).toMatchObject({ Nome: 'Bruno Lima', Cargo: 'Gerente', Tipo: 'Admissão' });
      changed(await putRecord(id, employee({ Matrícula: '01003', Cargo: 'diretora' })));
      expect(await shown(api, code)).toMatchObject({ Nome: 'Carla Dias', Cargo: 'Diretora' });
    });

    it('D10 change nothing for an unknown key, with any other values', async () => {
      const { id, code } = await record([value('Matrícula', '1001', 'Funcionários')]);
      const changes = [set('Tipo', 'Demissão'), ...employee({ Matrícula: '9999', Nome: 'Ninguém', Cargo: 'Nenhum' })];
      const refusal = await refusedWhole(service, 422, () => putRecord(id, changes));
      expect([refusal.codigo, problemsOf(refusal)]).toEqual(['LISTA_CHAVE_INEXISTENTE', ['[1] LISTA_CHAVE_INEXISTENTE']]);
      expect(await shown(api, code)).toMatchObject({ Tipo: 'Admissão', Nome: 'Ana Souza' });
    });

    it('refuse values that contradict the row', async () => {
      const { id } = await record();
      expect(await problems(() => putRecord(id, employee({ Matrícula: '1001', Nome: 'Bruno Lima' })))).toEqual([
        '[1].valor LISTA_VALOR_DIVERGENTE',
      ]);
    });

    it('update the due date with the row', async () => {
      const { id, code } = await person('1');
      expect((await now(code))[DUE]).toBe('10/01/2021');
      for (const [key, due] of [
        ['2', '20/02/2022'],
        ['3', ''],
        ['1', '10/01/2021'],
      ] as const) {
        changed(await putPerson(id, closed({ Código: key })));
        expect((await now(code))[DUE]).toBe(due);
        changed(await putPerson(id, [set('Ano', '2020')]));
        expect((await now(code))[DUE]).toBe(due);
      }
    });
  });

  describe('unlinking by empty keys', () => {
    it('removes the values and keeps the rows', async () => {
      const { id, code } = await contract([value('CNPJ', TOTAL, 'Fornecedores')]);
      const before = await listRows();
      changed(await putContract(id, supplier({ CNPJ: '' })));
      expect(await shown(api, code)).toMatchObject({ CNPJ: '', 'Razão Social': '', Cidade: '', Título: 'Contrato' });
      expect(await listRows()).toBe(before);
      changed(await putContract(id, supplier({ CNPJ: ' ', 'Razão Social': '', Cidade: '' })));
      changed(await putContract(id, supplier({ CNPJ: TOTAL, 'Razão Social': 'Limpeza Total Ltda' })));
      expect(await shown(api, code)).toMatchObject({ 'Razão Social': 'Limpeza Total Ltda' });
    });

    it('requires all keys to be empty, and no other value', async () => {
      const { id, code } = await typed([value('UF', 'MG', 'Filiais'), value('Número', '1', 'Filiais')]);
      expect(await problems(() => putTyped(id, branch({ UF: '' })))).toContain('[0] LISTA_CHAVE_AUSENTE');
      expect(await problems(() => putTyped(id, branch({ UF: '', Número: '', Filial: 'Centro' })))).toContain('[0] LISTA_CHAVE_AUSENTE');
      expect(await now(code)).toMatchObject({ UF: 'MG' });
      changed(await putTyped(id, branch({ UF: '', Número: '' })));
      expect(await now(code)).toMatchObject({ UF: '', Número: '', Abertura: '' });
    });

    it('is refused where the list is mandatory', async () => {
      const { id, code } = await person('1');
      const refusal = await refusedWhole(service, 422, () => putPerson(id, closed({ Código: '' })));
      expect([refusal.codigo, problemsOf(refusal)]).toEqual(['INDEXADOR_OBRIGATORIO', ['[0] INDEXADOR_OBRIGATORIO']]);
      expect(await now(code)).toMatchObject({ Código: '1', Nome: 'Ana' });
    });
  });

  describe('concurrent changes', () => {
    const AT_ONCE = Array.from({ length: 16 }, (_, index) => index);

    it('with the same new key add one row that all reference', async () => {
      const documents = await Promise.all(AT_ONCE.map(() => typed()));
      const cells = { Código: freshCode(), Nome: 'Juntos' };
      const before = await listRows();
      const answers = await Promise.all(documents.map(({ id }) => putTyped(id, open(cells))));
      console.info(`4.1, 16 simultaneous changes with one new key: ${answers.filter(({ status }) => status === 200).length} × 200`);
      answers.forEach(changed);
      expect(await listRows()).toBe(before + 1);
      for (const { code } of documents) expect(await now(code)).toMatchObject({ Código: cells.Código, Nome: 'Juntos' });
    });

    it('that contradict each other leave one consistent row', async () => {
      const documents = await Promise.all(AT_ONCE.map(() => typed()));
      const key = freshCode();
      const before = await listRows();
      const answers = await Promise.all(documents.map(({ id }, index) => putTyped(id, open({ Código: key, Nome: `Nome ${index}` }))));
      const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
      expect(won).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200) expect([answer.status, answer.json.codigo]).toEqual([422, 'LISTA_VALOR_DIVERGENTE']);
      expect(await listRows()).toBe(before + 1);
      const linked = await Promise.all(documents.map(async ({ code }) => (await now(code)).Código));
      expect(linked.filter((text) => text === key)).toHaveLength(1);
    });

    it('of documents and of their new row give consistent due dates', async () => {
      const documents = await Promise.all(AT_ONCE.map(() => person('3')));
      const late: string[] = [];
      // The row changes before so many of the documents.
      for (let day = 10; day < 22; day += PART === 'usual' ? 4 : 1) {
        await Promise.all(documents.map(({ id }) => putPerson(id, closed({ Código: '3' })).then(changed)));
        const changing = () => rules.call('PUT', closedRow('1'), { body: [sinceCell(`${day}/01/2020`)] });
        const linking = documents.map(
          ({ id }) =>
            () =>
              putPerson(id, closed({ Código: '1' })),
        );
        const calls = [...linking.slice(0, day - 10), changing, ...linking.slice(day - 10)];
        const answers = await Promise.all(calls.map((call) => call()));
        expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
        const dues = await Promise.all(documents.map(async ({ code }) => (await now(code))[DUE]!));
        late.push(...dues.filter((due) => due !== `${day}/01/2021`));
      }
      expect(late).toEqual([]);
      expect((await rules.call('PUT', closedRow('1'), { body: [sinceCell('10/01/2020')] })).status).toBe(200);
    });

    it('of one document between rows leave one complete row', async () => {
      const { id, code } = await person('1');
      const answers = await Promise.all(AT_ONCE.map((index) => putPerson(id, closed({ Código: String((index % 3) + 1) }))));
      answers.forEach(changed);
      const { Código, Nome, [DUE]: due } = await now(code);
      expect([
        ['1', 'Ana', '10/01/2021'],
        ['2', 'Bia', '20/02/2022'],
        ['3', 'Caio', ''],
      ]).toContainEqual([Código, Nome, due]);
    });
  });
});
