import { IDS } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { EMPLOYEES, FIELDS, KINDS, listsScene, STAFF, SUPPLIERS } from './support/lists-archive';
import { expectAlike, NOBODY, visible } from './support/reading';

describeScene('5.2 GET /api/Lista/GetCamposDaLista', listsScene, (scene) => {
  const ask = (query: Record<string, string>, as = scene.demo) => as.get(FIELDS, { query });

  it('returns the fields in the configured order', async () => {
    const { status, text } = await ask(SUPPLIERS.query);
    expect(status).toBe(200);
    const field = (label: string, id: number, type: string, key: boolean, mandatory: boolean, max: number | null) => ({
      IdLista: SUPPLIERS.id,
      NomeLista: 'Fornecedores',
      IdCampo: SUPPLIERS.field(label),
      NomeCampo: label,
      IdDefinicaoCampos: id,
      DefinicaoCampo: type,
      CampoChave: key,
      Obrigatorio: mandatory,
      TamanhoMax: max,
      TamanhoMin: null,
      OpcoesLista: null,
      Valores: null,
      ValoresSeparador: '|@#',
      ProibirEdicaoAposValor: false,
    });
    expect(text).toBe(
      JSON.stringify([
        field('CNPJ', 868, 'CNPJ', true, true, null),
        field('Razão Social', 860, 'Texto', false, true, 250),
        field('Cidade', 860, 'Texto', false, false, 100),
      ]),
    );
  });

  it('names every type with its number, limits and options', async () => {
    const fields = (await ask(KINDS.query, scene.lists)).json as Record<string, unknown>[];
    const shown = fields.map((it) => [it.NomeCampo, it.IdDefinicaoCampos, it.DefinicaoCampo, it.TamanhoMin, it.TamanhoMax, it.Valores]);
    expect(shown).toEqual([
      ['Código', 860, 'Texto', null, null, null],
      ['Texto', 860, 'Texto', 2, 10, null],
      ['Placa', 860, 'Texto', null, null, null],
      ['Sigla', 860, 'Texto', null, null, null],
      ['Quantidade', 864, 'Numérico', -5, 1000, null],
      ['Valor', 865, 'Monetário', 0, null, null],
      ['Dia', 866, 'Data', null, null, null],
      ['CPF', 867, 'CPF', null, null, null],
      ['CNPJ', 868, 'CNPJ', null, null, null],
      ['CNPJ/CPF', 869, 'CNPJ/CPF', null, null, null],
      ['Ativo', 870, 'Checkbox', null, null, null],
      ['Cor', 883, 'Lista', null, null, 'Azul|@#Verde-água'],
    ]);
  });

  it('marks fields that cannot be changed once they have a value', async () => {
    const fields = (await ask(STAFF.query, scene.lists)).json as Record<string, unknown>[];
    expect(fields.filter((field) => field.ProibirEdicaoAposValor).map((field) => field.NomeCampo)).toEqual(['Crachá']);
  });

  it('accepts ids and names in any case', async () => {
    const plain = await ask(SUPPLIERS.query);
    const other = await ask({ IDCLIENTE: `{${IDS.client.toUpperCase()}}`, idlista: SUPPLIERS.id.toUpperCase() });
    expect(visible(other)).toEqual(visible(plain));
  });

  it('serves readers and users of the level of the list', async () => {
    expect((await ask(SUPPLIERS.query, scene.reader)).status).toBe(200);
    expect((await ask(SUPPLIERS.query, scene.finance)).status).toBe(200);
  });

  it('D3 returns the same 404 for unknown, foreign and inaccessible lists', async () => {
    const lists = [NOBODY, STAFF.id, EMPLOYEES.id];
    const answers = await Promise.all(lists.map((idLista) => ask({ idCliente: IDS.client, idLista }, scene.finance)));
    expectAlike(400, answers);
    const refusal = expectRefusal(answers[0]!, 400);
    expect([refusal.codigo, ...problemsOf(refusal)]).toEqual(['LISTA_INEXISTENTE', 'idLista ID_INEXISTENTE']);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, ['idCliente OBRIGATORIO', 'idLista OBRIGATORIO']],
    ['empty ids', { idCliente: '', idLista: '' }, ['idCliente OBRIGATORIO', 'idLista OBRIGATORIO']],
    ['no GUID', { idCliente: IDS.client, idLista: 'Fornecedores' }, ['idLista FORMATO_INVALIDO']],
  ])('refuses %s', async (_, query, expected) => {
    expect(problemsOf(expectRefusal(await ask(query), 400))).toEqual(expected);
  });
});
