import { stableId } from '#application/support/stable-id';
import { addClient } from './support/added-client';
import { IDS, loggedIn, place } from './support/api';
import { changed, put } from './support/changing';
import { create, createdBy, expectRefusal, metadataOf, problemsOf, VERSIONS } from './support/creates';
import { describeScene } from './support/describe-service';
import { activated, approval, fill, FLOW, formOf, open } from './support/flows';
import { add, addedBy, change, KINDS, listsScene, searchPath, textsOf } from './support/lists-archive';

const CLIENT = 'Programas';
const LEVELS = {
  comma: stableId('level', CLIENT, 'Vírgula'),
  point: stableId('level', CLIENT, 'Ponto', 'Dentro'),
};
const PLACE = { idUnidade: stableId('unit', 'Unidade dos programas'), idCliente: stableId('client', CLIENT) };
const fields = [
  { label: 'Valor', type: 'money' as const, max: 10_000 },
  { label: 'Taxa', type: 'number' as const, max: 10_000 },
  { label: 'Código', type: 'text' as const },
  { label: 'Dia', type: 'date' as const },
];

async function scene() {
  const lists = await listsScene();
  await addClient(lists.service.app, {
    name: CLIENT,
    unit: 'Unidade dos programas',
    users: { programa: [{}] },
    levels: [
      { name: 'Vírgula', fields },
      { name: 'Ponto', decimal: 'point', levels: [{ name: 'Dentro', fields }] },
    ],
  });
  return { ...lists, program: await loggedIn(lists.service.url, 'programa') };
}

describeScene('numbers and days of every operation', scene, ({ demo, lists, program }) => {
  let count = 0;
  const at = (level: keyof typeof LEVELS) => ({ ...PLACE, idArvoreOrganizacional: LEVELS[level] });
  const post = (level: keyof typeof LEVELS, values: Record<string, unknown>, query: Record<string, string> = {}) =>
    program.post('/api/v3/Documento', {
      query: { ...at(level), ...query },
      body: { valoresCampos: Object.entries(values).map(([label, valorCampo]) => ({ label, valorCampo })), arquivos: [] },
    });
  const filed = async (level: keyof typeof LEVELS, values: Record<string, unknown>) => createdBy(await post(level, values));
  const shown = (code: number) => metadataOf(program, code, PLACE.idCliente);
  const invoice = (valor: unknown) => [
    { label: 'Número', valorCampo: String(++count) },
    { label: 'Data de Emissão', valorCampo: '15/08/2024' },
    { label: 'Valor Total', valorCampo: valor },
  ];
  const money = async (code: number) => (await metadataOf(demo, code))['Valor Total'];
  /** Of the flow's form. */
  const amount = async (code: number) => (await formOf(demo, code))[FLOW.value];

  /** Every way in: the value as a JSON value, and what is stored then. */
  const WAYS: [string, (value: unknown) => Promise<unknown>][] = [
    ...VERSIONS.map((version): [string, (value: unknown) => Promise<unknown>] => [
      `create ${version}`,
      async (value) => money(createdBy(await create(demo, version, { values: invoice(value) })).code),
    ]),
    [
      '4.1',
      async (value) => {
        const { id, code } = createdBy(await create(demo, 'V3', { values: invoice('1,00') }));
        changed(await put(demo, id, [{ campo: 'Valor Total', valor: value }]));
        return money(code);
      },
    ],
    [
      '5.5',
      async (value) => (await textsOf(lists, KINDS, addedBy(await add(lists, KINDS, { Código: `n ${++count}`, Valor: value }))))?.[5],
    ],
    [
      '5.4',
      async (value) => {
        const row = addedBy(await add(lists, KINDS, { Código: `n ${++count}`, Valor: '1,00' }));
        expect((await change(lists, KINDS, row, { Valor: value })).status).toBe(200);
        return (await textsOf(lists, KINDS, row))?.[5];
      },
    ],
    [
      '6.2, its form',
      async (value) => {
        const values = [
          { idCampo: FLOW.title, valorCampo: 'Contrato' },
          { idCampo: FLOW.value, valorCampo: value },
        ];
        return amount(await activated(demo, approval({ formulario: { idFormulario: FLOW.form, camposFormulario: values } })));
      },
    ],
    [
      '6.7',
      async (value) => {
        const code = await activated(demo, approval());
        const [step] = await open(demo, code);
        const campos = [{ idLista: '', idCampo: FLOW.value, valor: value }];
        expect((await fill(demo, step!.id, { codigoWorkflow: code, campos })).status).toBe(200);
        return amount(code);
      },
    ],
    [
      '7.1',
      async (value) => {
        const CamposCustomizados = { Número: String(++count), 'Data de Emissão': '15/08/2024', 'Valor Total': value };
        const sent = { idArvore: IDS.invoices, cnpj: '11222333000181', CamposCustomizados };
        const answer = await demo.post('/api/NotaFiscal/ImportaNotaFiscal', { query: place(), body: sent });
        expect([answer.status, answer.text]).toEqual([200, '"OK"']);
        const { json } = await demo.get('/api/Documento/Get', { query: { idCliente: IDS.client, TamanhoPagina: 1 } });
        const pairs = json.Metadados[0].MetaDados as { Label: string; Valor: string }[];
        return pairs.find(({ Label }) => Label === 'Valor Total')!.Valor;
      },
    ],
  ];

  it.each(WAYS)('%s takes a JSON number as what it is, and a text by the rule of texts', async (_, stored) => {
    expect([await stored(5.799), await stored(0.125), await stored(1500), await stored('5.799'), await stored('R$ 0.500')]).toEqual([
      '5,799',
      '0.125',
      '1500',
      '5.799',
      'R$ 0.500',
    ]);
  });

  const find = async (valor: unknown, more: object = {}, level?: keyof typeof LEVELS) => {
    const answer = await program.post('/api/v3/Documento/Pesquisar', {
      query: { idCliente: PLACE.idCliente, ...(level && { idArvoreOrganizacional: LEVELS[level] }) },
      body: { filtro: { todas: [{ campo: 'Taxa', operador: 'igual', valor, ...more }] } },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return (answer.json.documentos as { codigo: number }[]).map(({ codigo }) => codigo).sort((a, b) => a - b);
  };
  const get = async (ValorCampo: string, level?: keyof typeof LEVELS) => {
    const query = {
      IdCliente: PLACE.idCliente,
      ...(level && { IdArvoreOrganizacional: LEVELS[level] }),
      'ValoresCampos[0].Label': 'Taxa',
      'ValoresCampos[0].ValorCampo': ValorCampo,
    };
    const { json } = await program.get('/api/Documento/Get', { query });
    return (json.Metadados as { MetaDados: { Label: string; Valor: string }[] }[])
      .map(({ MetaDados }) => Number(MetaDados.find(({ Label }) => Label === 'Código do Documento')!.Valor))
      .sort((a, b) => a - b);
  };

  it('are found by the same rules, at a level by its own', async () => {
    const small = (await filed('comma', { Taxa: 7.125 })).code;
    const large = (await filed('comma', { Taxa: '7.125' })).code;
    const english = (await filed('point', { Taxa: '7.125' })).code;
    expect([await find(7.125), await find('7,125'), await find('7.125'), await find(7125)]).toEqual([
      [small, english],
      [small, english],
      [large],
      [large],
    ]);
    expect(await find(undefined, { operador: 'entre', valores: [7.1249, '7.1251'] })).toEqual([small, english]);
    expect([await find('7.125', {}, 'point'), await find('7.125', {}, 'comma')]).toEqual([[english], [large]]);
    expect([await get('7.125'), await get('7,125'), await get('7.125', 'point')]).toEqual([[large], [small, english], [english]]);
    const rows = (valorCampo: unknown) =>
      lists
        .post(searchPath(KINDS), { body: [{ idCampo: KINDS.field('Quantidade'), valorCampo }] })
        .then(({ json }) => json.length as number);
    await add(lists, KINDS, { Código: `n ${++count}`, Quantidade: 7.125 });
    expect([await rows(7.125), await rows('7,125'), await rows('7.125')]).toEqual([1, 1, 0]);
  });

  it('of a level with a decimal point are stored in a form that every reader takes alike', async () => {
    const { code } = await filed('point', { Valor: '1.001', Taxa: '1,234.5', Código: '1.001' });
    expect(await shown(code)).toMatchObject({ Valor: '1,001', Taxa: '1234,5', Código: '1.001' });
    expect(problemsOf(expectRefusal(await post('point', { Valor: '1,001' }), 422))).toEqual([
      'valoresCampos[0].valorCampo FORMATO_INVALIDO',
    ]);
    expect((await shown((await filed('point', { Valor: 1.001 })).code)).Valor).toBe('1,001');
    const { json } = await program.get(`/api/Acervo/${PLACE.idCliente}`);
    expect(json.clients[0].levels).toContainEqual(expect.objectContaining({ name: 'Ponto', decimal: 'point' }));
  });

  it('are shown by a dry run as they were read, and held against bounds so', async () => {
    const numbers = async (level: keyof typeof LEVELS, values: Record<string, unknown>) => {
      const { status, json } = await post(level, values, { simular: 'true' });
      expect(status).toBe(200);
      return (json.campos as { numero?: number }[]).map(({ numero }) => numero);
    };
    expect(await numbers('comma', { Valor: '1.001', Taxa: 1.001, Código: '1.001' })).toEqual([1001, 1.001, undefined]);
    expect(await numbers('point', { Valor: '1.001', Taxa: 1e3 })).toEqual([1.001, 1000]);
    const row = await add(lists, KINDS, { Código: 'x', Valor: '5.799' }, { query: { ...KINDS.query, simular: 'true' } });
    expect((row.json.campos as { numero?: number }[]).map(({ numero }) => numero)).toContain(5799);
    const refusal = expectRefusal(await post('comma', { Valor: '10.001', Taxa: 10_000.5 }), 422);
    expect(problemsOf(refusal)).toEqual(['valoresCampos[0].valorCampo FORA_DO_INTERVALO', 'valoresCampos[1].valorCampo FORA_DO_INTERVALO']);
    expect((await post('comma', { Valor: 10.001, Taxa: '10,001' })).status).toBe(201);
  });

  it('with too many digits or decimals are refused, and say what to do', async () => {
    const refusal = expectRefusal(await post('comma', { Taxa: '35260811222333000181550010000010241000010247', Valor: 0.1 + 0.2 }), 422);
    expect(refusal.erros).toEqual([
      {
        campo: 'valoresCampos[0].valorCampo',
        codigo: 'DIGITOS_DEMAIS',
        mensagem: 'Um número tem no máximo 15 dígitos antes da vírgula. Uma chave ou um código longo é um campo do tipo texto.',
      },
      {
        campo: 'valoresCampos[1].valorCampo',
        codigo: 'DECIMAIS_DEMAIS',
        mensagem: 'O campo aceita no máximo 4 casas decimais, e o serviço não arredonda: envie o valor já arredondado.',
      },
    ]);
  });

  it.each([
    ['2026-11-21', '21/11/2026'],
    ['2026-11-21T23:30:00', '21/11/2026'],
    ['2026-11-21T00:00:00Z', '21/11/2026'],
    ['2026-11-21T00:00:00.000+00:00', '21/11/2026'],
    ['2026-11-21T03:00:00.000Z', '21/11/2026'],
    ['2026-11-22T01:30:00.000Z', '21/11/2026'],
    ['2026-11-21T22:30:00-05:00', '22/11/2026'],
  ])('the day of %s is %s in values, cells, filters and due days', async (sent, day) => {
    const { code } = await filed('comma', { Dia: sent, Código: sent });
    expect(await shown(code)).toMatchObject({ Dia: day, Código: sent });
    expect(await find(sent, { campo: 'Dia' })).toContain(code);
    const row = addedBy(await add(lists, KINDS, { Código: `d ${++count}`, Dia: sent }));
    expect((await textsOf(lists, KINDS, row))?.[6]).toBe(day);
    const values = [
      { label: 'Número', valorCampo: '1' },
      { label: 'Data de Emissão', valorCampo: sent.replace('2026', '2021') },
    ];
    const due = createdBy(await create(demo, 'V3', { values }));
    const query = { IdCliente: IDS.client, DataVencimento: sent, TamanhoPagina: 500 };
    expect((await demo.get('/api/Documento/Get', { query })).text).toContain(due.id);
    const filtro = { todas: [{ sistema: 'vencimento', operador: 'igual', valor: sent }] };
    expect((await demo.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body: { filtro } })).text).toContain(due.id);
  });
});
