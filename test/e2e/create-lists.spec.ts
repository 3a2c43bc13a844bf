import { IDS, place, type Answer } from './support/api';
import {
  bodyOf,
  create,
  createdBy,
  expectRefusal,
  metadataOf,
  PATHS,
  problemsOf,
  refused,
  VERSIONS,
  type Version,
} from './support/creates';
import { describeService } from './support/describe-service';
import { RawRequest } from './support/raw-http';
import { rowCounts } from './support/state';

const value = (label: string, valorCampo: string, nomeLista = '') => ({ nomeLista, label, valorCampo });
const supplier = (label: string, valorCampo: string) => value(label, valorCampo, 'Fornecedores');
const customer = (label: string, valorCampo: string) => value(label, valorCampo, 'Clientes Finais');
const employee = (label: string, valorCampo: string) => value(label, valorCampo, 'Funcionários');

/** A valid CNPJ or CPF that no test has used yet. */
function fresh(kind: 'CNPJ' | 'CPF'): string {
  const [length, most] = kind === 'CNPJ' ? [12, 9] : [9, 11];
  let text = String(++fresh.count).padStart(length, '4');
  for (let round = 0; round < 2; round++) {
    const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * ((index % (most - 1)) + 2), 0);
    text += sum % 11 < 2 ? 0 : 11 - (sum % 11);
  }
  return text;
}
fresh.count = 100;

describeService('lists in all creates', ({ service, demo: api }) => {
  const contract = (values: readonly object[], version: Version = 'V1') =>
    create(api, version, { values: [value('Título', 'Contrato'), ...values] }, IDS.contracts);
  const record = (values: readonly object[], version: Version = 'V1') =>
    create(api, version, { values: [value('Tipo', 'Admissão'), ...values] }, IDS.records);
  const shownBy = async (answer: Answer) => metadataOf(api, createdBy(answer).code);
  const listRows = async () => (await rowCounts(service)).list_row!;
  const problems = async (call: () => Promise<Answer>, status = 422) =>
    problemsOf(await refused(service, status, call)).map((problem) => problem.toLowerCase());

  describe.each(VERSIONS)('%s', (version) => {
    it('links the row with the key, and adds none', async () => {
      const before = await listRows();
      const byKey = await shownBy(await contract([supplier('CNPJ', '11222333000181')], version));
      expect(byKey).toMatchObject({ 'Razão Social': 'Limpeza Total Ltda', Cidade: 'Belo Horizonte' });
      const agreeing = [supplier('Cidade', 'Belo Horizonte'), supplier('CNPJ', '11.222.333/0001-81')];
      expect(await shownBy(await contract(agreeing, version))).toMatchObject({ 'Razão Social': 'Limpeza Total Ltda' });
      expect(await shownBy(await record([employee('Matrícula', '1002')], version))).toMatchObject({ Nome: 'Bruno Lima', Cargo: 'Gerente' });
      expect(await listRows()).toBe(before);
    });

    it('refuses values that contradict the row', async () => {
      const wrong = [supplier('CNPJ', '11.222.333/0001-81'), supplier('Razão Social', 'Outra'), supplier('Cidade', 'Recife')];
      expect(await problems(() => contract(wrong, version))).toEqual([
        'valorescampos[2].valorcampo lista_valor_divergente',
        'valorescampos[3].valorcampo lista_valor_divergente',
      ]);
      const other = [employee('Matrícula', '1001'), employee('Nome', 'Bruno Lima')];
      expect(await problems(() => record(other, version))).toEqual(['valorescampos[2].valorcampo lista_valor_divergente']);
    });

    it.each([
      [
        'an Autocomplete list',
        () => [supplier('CNPJ', fresh('CNPJ')), supplier('Razão Social', 'Nova Ltda')],
        { 'Razão Social': 'Nova Ltda', Cidade: '' },
      ],
      ['a Consolidação that allows inclusion', () => [customer('CPF', fresh('CPF')), customer('Nome', 'Maria')], { Nome: 'Maria' }],
    ])('adds a row to %s, which the next create finds', async (_, make, shown) => {
      const before = await listRows();
      const values = make();
      expect(await shownBy(await contract(values, version))).toMatchObject(shown);
      expect(await listRows()).toBe(before + 1);
      expect(await shownBy(await contract(values.slice(0, 1), version))).toMatchObject(shown);
      expect(await listRows()).toBe(before + 1);
    });

    it('adds no row to a Consolidação that does not allow it', async () => {
      const values = [employee('Matrícula', '9999'), employee('Nome', 'Ninguém'), employee('Cargo', 'Nenhum')];
      expect(await problems(() => record(values, version))).toEqual(['valorescampos[1] lista_chave_inexistente']);
    });
  });

  it.each([
    ['Fornecedores', () => supplier('CNPJ', fresh('CNPJ')), () => supplier('Cidade', 'Recife')],
    ['Clientes Finais', () => customer('CPF', fresh('CPF')), () => customer('Nome', '')],
  ])('requires the mandatory-import fields to add a row to %s', async (_, key, other) => {
    expect(await problems(() => contract([key(), other()]))).toEqual(['valorescampos[1] lista_campo_obrigatorio_ausente']);
  });

  it.each([
    ['absent', [supplier('Razão Social', 'Nova Ltda'), supplier('Cidade', 'Recife')]],
    ['empty', [supplier('Razão Social', 'Nova Ltda'), supplier('CNPJ', ' ')]],
  ])('requires the key of a list with any value: %s', async (_, values) => {
    expect(await problems(() => contract(values))).toEqual(['valorescampos[1] lista_chave_ausente']);
  });

  it('treats a list with only empty fields as not sent', async () => {
    const values = [supplier('CNPJ', ''), supplier('Razão Social', '')];
    expect(await shownBy(await contract(values))).toMatchObject({ CNPJ: '', 'Razão Social': '' });
  });

  it.each([
    ['check digits of a key', [supplier('CNPJ', '11.222.333/0001-82')], 422, 'valorescampos[1].valorcampo digito_verificador'],
    ['a key of the wrong type', [customer('CPF', 'abc')], 422, 'valorescampos[1].valorcampo formato_invalido'],
    [
      'the length of a cell',
      [supplier('CNPJ', '07.664.483/0001-78'), supplier('Razão Social', 'Nova'), supplier('Cidade', 'x'.repeat(101))],
      422,
      'valorescampos[3].valorcampo tamanho_excedido',
    ],
    ['a field that the list lacks', [supplier('Telefone', '1')], 400, 'valorescampos[1].label campo_inexistente_no_nivel'],
    ['a list field without its list', [value('CNPJ', '11.222.333/0001-81')], 400, 'valorescampos[1].label campo_inexistente_no_nivel'],
    [
      'the same list field twice',
      [supplier('CNPJ', '11222333000181'), supplier('CNPJ', '11222333000181')],
      400,
      'valorescampos[2].label campo_repetido',
    ],
  ])('refuses %s', async (_, values, status, problem) => {
    expect(await problems(() => contract(values), status)).toEqual([problem]);
  });

  it('adds no row when anything else is refused', async () => {
    const values = [supplier('CNPJ', fresh('CNPJ')), supplier('Razão Social', 'Nova Ltda')];
    expect(await problems(() => contract([...values, value('Vigência', '31/02/2024')]))).toEqual([
      'valorescampos[3].valorcampo data_inexistente',
    ]);
    const sent = { values: [value('Título', 'x'), ...values], files: [{ content: 'text', extension: 'pdf' }] };
    await problems(() => create(api, 'V2', sent, IDS.contracts));
    await problems(() => create(api, 'V1', { ...sent, box: 5003 }, IDS.contracts), 400);
  });

  it('reports problems of several lists at once', async () => {
    const values = [supplier('CNPJ', '11222333000181'), supplier('Cidade', 'Recife'), customer('CPF', fresh('CPF'))];
    expect((await problems(() => contract(values))).sort()).toEqual([
      'valorescampos[2].valorcampo lista_valor_divergente',
      'valorescampos[3] lista_campo_obrigatorio_ausente',
    ]);
  });

  describe('concurrent creates', () => {
    const AT_ONCE = Array.from({ length: 8 }, (_, index) => index);

    /** All are let in and lack their last byte; then it comes to all of them together. */
    async function contracts(valuesOf: (index: number) => object[]): Promise<Answer[]> {
      const uploads = AT_ONCE.map((index) => {
        const version = VERSIONS[index % 3]!;
        const body = Buffer.from(JSON.stringify(bodyOf(version, { values: [value('Título', 'Contrato'), ...valuesOf(index)] })));
        return { body, request: new RawRequest(api, PATHS[version], { 'content-length': body.length }, place(IDS.contracts)) };
      });
      await Promise.all(uploads.map(({ request, body }) => request.send(body.subarray(0, -1))));
      await new Promise((resolve) => setTimeout(resolve, 100));
      uploads.forEach(({ request, body }) => request.end(body.subarray(-1)));
      return Promise.all(uploads.map(({ request }) => request.answer));
    }

    it('with the same new key add one row that all reference', async () => {
      const before = await listRows();
      const values = [supplier('CNPJ', fresh('CNPJ')), supplier('Razão Social', 'Juntos Ltda')];
      const answers = await contracts(() => values);
      expect(answers.map(({ status }) => status)).toEqual(AT_ONCE.map(() => 201));
      expect(await listRows()).toBe(before + 1);
      for (const answer of answers) expect(await shownBy(answer)).toMatchObject({ 'Razão Social': 'Juntos Ltda' });
    });

    it('with the same new keys of two lists in either order all succeed', async () => {
      const before = await listRows();
      const both = [
        [supplier('CNPJ', fresh('CNPJ')), supplier('Razão Social', 'Dois Ltda')],
        [customer('CPF', fresh('CPF')), customer('Nome', 'Rui')],
      ];
      const answers = await contracts((index) => (index % 2 ? both : [...both].reverse()).flat());
      expect(answers.map(({ status }) => status)).toEqual(AT_ONCE.map(() => 201));
      expect(await listRows()).toBe(before + 2);
    });

    it('that contradict each other leave one consistent row', async () => {
      const before = await rowCounts(service);
      const key = fresh('CNPJ');
      const answers = await contracts((index) => [supplier('CNPJ', key), supplier('Razão Social', `Nome ${index}`)]);
      const lost = answers.filter(({ status }) => status !== 201);
      expect(lost).toHaveLength(AT_ONCE.length - 1);
      for (const answer of lost) expect(expectRefusal(answer, 422).codigo).toBe('LISTA_VALOR_DIVERGENTE');
      const after = await rowCounts(service);
      expect([after.list_row! - before.list_row!, after.document! - before.document!]).toEqual([1, 1]);
    });
  });
});
