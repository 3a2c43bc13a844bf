import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { IDS, type Answer } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import {
  ADD,
  add,
  addedBy,
  change,
  EMPLOYEES,
  KINDS,
  listsScene,
  rowId,
  rowPath,
  searchPath,
  STAFF,
  SUPPLIERS,
  type KnownList,
} from './support/lists-archive';
import { NOBODY } from './support/reading';

interface Found {
  IdLista: string;
  IdLinhaLista: string;
  LinhaLista: { IdCampo: string; Valor: string; Chave: boolean }[];
}

interface Described {
  'x-operation'?: string;
  requestBody?: { content: Record<string, { examples: { exemplo: { value: unknown } } }> };
}

type Pairs = [label: string, value: string][];

describeScene('5.6 POST /api/Lista/RetornaLinhaListasPorCampoValor/{idLista}/{idUnidade}/{idCliente}', listsScene, (scene) => {
  const { lists } = scene;
  beforeAll(async () => {
    await add(lists, KINDS, {
      Código: 'um',
      Texto: 'São João',
      Quantidade: '007',
      Valor: '1.500,00',
      Dia: '29/02/2024',
      CPF: '529.982.247-25',
    });
    await add(lists, KINDS, { Código: 'dois', Texto: 'São José', Quantidade: '7,5', Valor: '1500,5', Ativo: 'sim', Cor: 'Azul' });
    await add(lists, KINDS, { Código: 'três', Texto: '50%_x', CNPJ: '11.222.333/0001-81', Ativo: 'não', Cor: 'Verde-água' });
    await add(lists, KINDS, { Código: 'quatro', Texto: 'João', Quantidade: '7' });
  });

  const body = (list: KnownList, pairs: Pairs) => pairs.map(([label, valorCampo]) => ({ idCampo: list.field(label), valorCampo }));
  const search = (list: KnownList, pairs: Pairs, as = lists) => as.post(searchPath(list), { body: body(list, pairs) });
  const keysIn = (answer: Answer) => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return (answer.json as Found[]).map(({ LinhaLista }) => LinhaLista[0]?.Valor);
  };

  it('returns the rows with the value, with all their cells', async () => {
    const { status, text, headers } = await search(EMPLOYEES, [['Nome', 'bruno  LIMA']], scene.reader);
    expect([status, headers.get('content-type'), headers.get('transfer-encoding')]).toEqual([200, 'application/json', 'chunked']);
    const cells = [
      { IdCampo: EMPLOYEES.field('Matrícula'), Valor: '1002', Chave: true },
      { IdCampo: EMPLOYEES.field('Nome'), Valor: 'Bruno Lima', Chave: false },
      { IdCampo: EMPLOYEES.field('Cargo'), Valor: 'Gerente', Chave: false },
    ];
    expect(text).toBe(JSON.stringify([{ IdLista: EMPLOYEES.id, IdLinhaLista: rowId(EMPLOYEES, '1002'), LinhaLista: cells }]));
  });

  it('returns every row without a criterion, in the order added, "" where there is no value', async () => {
    const answer = await search(KINDS, []);
    expect(keysIn(answer)).toEqual(['um', 'dois', 'três', 'quatro']);
    const shown = (answer.json as Found[]).map(({ LinhaLista }) => LinhaLista.map(({ Valor }) => Valor));
    expect(shown[3]).toEqual(['quatro', 'João', '', '', '7', '', '', '', '', '', '', '']);
  });

  it.each<[Pairs, string[]]>([
    [[['Texto', 'sao  joao']], ['um']],
    [[['Texto', 'joão']], ['quatro']],
    [[['Texto', 'SAO JO%']], ['um', 'dois']],
    [[['Texto', '%']], ['um', 'dois', 'três', 'quatro']],
    [[['Texto', '50%']], ['três']],
    [[['Texto', '50%_x']], ['três']],
    [[['Texto', "' OR '1'='1"]], []],
    [[['Quantidade', '7']], ['um', 'quatro']],
    [[['Quantidade', '+7,0']], ['um', 'quatro']],
    [[['Quantidade', '07.50']], ['dois']],
    [[['Valor', '1500']], ['um']],
    [[['Valor', 'R$ 1.500,50']], ['dois']],
    [[['Dia', '2024-02-29']], ['um']],
    [[['CPF', '52998224725']], ['um']],
    [[['CNPJ', '11222333000181']], ['três']],
    [[['Ativo', '1']], ['dois']],
    [[['Ativo', 'false']], ['três']],
    [[['Cor', 'verde-AGUA']], ['três']],
    [[['Quantidade', '2000']], []],
    [
      [
        ['Texto', 'são%'],
        ['Quantidade', '7'],
      ],
      ['um'],
    ],
    [
      [
        ['Texto', 'são%'],
        ['Texto', 'são jos%'],
      ],
      ['dois'],
    ],
    [
      [
        ['Texto', 'são%'],
        ['Cor', 'Verde-água'],
      ],
      [],
    ],
  ])('finds by %j', async (pairs, expected) => {
    expect(keysIn(await search(KINDS, pairs))).toEqual(expected);
  });

  it('accepts up to 100 criteria', async () => {
    const same = (times: number, value = 'são%') => Array.from({ length: times }, (): Pairs[number] => ['Texto', value]);
    expect(keysIn(await search(KINDS, same(100)))).toEqual(['um', 'dois']);
    expect(keysIn(await search(KINDS, [...same(99), ['Texto', 'são josé']]))).toEqual(['dois']);
    expect(problemsOf(expectRefusal(await search(KINDS, same(101)), 400))).toEqual(['[100] TAMANHO_EXCEDIDO']);
  });

  it('finds a row by its new values only', async () => {
    const row = addedBy(await add(lists, STAFF, { Matrícula: '77', Nome: 'Antes', Admissão: '01/01/2020' }));
    await change(lists, STAFF, row, { Nome: 'Depois', Admissão: '' });
    expect(keysIn(await search(STAFF, [['Nome', 'Antes']]))).toEqual([]);
    expect(
      keysIn(
        await search(STAFF, [
          ['Admissão', '01/01/2020'],
          ['Nome', 'Depois'],
        ]),
      ),
    ).toEqual([]);
    expect(keysIn(await search(STAFF, [['Nome', 'depois']]))).toEqual(['77']);
  });

  it('returns more rows than one batch, each once', async () => {
    const { database } = scene.service;
    const [field] = (await database.query(`SELECT code FROM field WHERE id = '${SUPPLIERS.field('Cidade')}'`)) as { code: number }[];
    const [last] = (await database.query('SELECT MAX(code) AS code FROM list_row')) as { code: number }[];
    const codes = Array.from({ length: 1000 }, (_, index) => last!.code + 1 + index);
    const client = `X'${idBytes(IDS.client).toString('hex')}'`;
    const rows = codes.map((code) => `(${code}, 'row-${code}', ${client}, '${SUPPLIERS.id}', 'hash-${code}', 0)`);
    const cells = codes.map((code) => `(${client}, ${code}, ${field!.code}, 'Ouro Preto', 'ouro preto')`);
    await database.query(`INSERT INTO list_row (code, id, client_id, list_id, key_hash, created_at) VALUES ${rows.join()}`);
    await database.query(`INSERT INTO list_row_value (client_id, row_code, field_code, value, value_key) VALUES ${cells.join()}`);
    for (const value of ['ouro preto', 'ouro%']) {
      const found = (await search(SUPPLIERS, [['Cidade', value]], scene.demo)).json as Found[];
      expect(found.map(({ IdLinhaLista }) => IdLinhaLista)).toEqual(codes.map((code) => `row-${code}`));
    }
  });

  it.each<[string, unknown, string[]]>([
    ['an object', {}, [' TIPO_INVALIDO']],
    ['a text', ['x'], ['[0] TIPO_INVALIDO']],
    ['an unknown field', [{ idCampo: NOBODY, valorCampo: 'x' }], ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
    ['a field of another list', STAFF.cells({ Nome: 'Ana' }), ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
    ['no value', [{ idCampo: KINDS.field('Texto') }], ['[0].valorCampo OBRIGATORIO']],
    ['an empty value', KINDS.cells({ Texto: ' ' }), ['[0].valorCampo OBRIGATORIO']],
    [
      'values of the wrong type',
      KINDS.cells({ Quantidade: 'x', Dia: '31/02/2024', Texto: 'ok', CPF: '1%', Cor: 'Rosa' }),
      [
        '[0].valorCampo FORMATO_INVALIDO',
        '[1].valorCampo DATA_INEXISTENTE',
        '[3].valorCampo FORMATO_INVALIDO',
        '[4].valorCampo FORMATO_INVALIDO',
      ],
    ],
    ['a beginning of 151 characters', KINDS.cells({ Texto: `${'x'.repeat(151)}%` }), ['[0].valorCampo TAMANHO_EXCEDIDO']],
  ])('refuses %s', async (_, sent, expected) => {
    expect(problemsOf(expectRefusal(await lists.post(searchPath(KINDS), { body: sent }), 400))).toEqual(expected);
  });

  it('refuses no body', async () => {
    expect(expectRefusal(await lists.post(searchPath(KINDS)), 400).codigo).toBe('CORPO_OBRIGATORIO');
  });

  it('is documented, like 5.4 and 5.5, with an example that works in the demo archive', async () => {
    const { json } = await scene.demo.get('/openapi.json', { token: null });
    const described = Object.values(json.paths as Record<string, Record<string, Described>>).flatMap((methods) => Object.values(methods));
    const exampleOf = (number: string) =>
      Object.values(described.find((it) => it['x-operation'] === number)!.requestBody!.content)[0]!.examples.exemplo.value;
    const row = addedBy(await scene.demo.post(ADD, { query: SUPPLIERS.query, body: exampleOf('5.5') }));
    expect((await scene.demo.call('PUT', rowPath(SUPPLIERS, row), { body: exampleOf('5.4') })).status).toBe(200);
    expect(keysIn(await search(SUPPLIERS, [['Cidade', 'Contagem']], scene.demo))).toEqual(['07.664.483/0001-78']);
    expect(keysIn(await scene.demo.post(searchPath(SUPPLIERS), { body: exampleOf('5.6') }))).toEqual(['11.222.333/0001-81']);
  });
});
