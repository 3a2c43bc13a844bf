import { IDS } from './support/api';
import { changingNothing, create, createdBy, expectRefusal, metadataOf, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import {
  ADD,
  add,
  addedBy,
  atOnce,
  CUSTOMERS,
  EMPLOYEES,
  HOLIDAYS,
  KINDS,
  listsScene,
  outcomes,
  problems,
  rowsOf,
  STAFF,
  SUPPLIERS,
  textsOf,
  type KnownList,
} from './support/lists-archive';
import { NOBODY, visible } from './support/reading';
import { rowCounts } from './support/state';

const WRITERS = 32;

describeScene('5.5 POST /api/AdicionarItemLista/Post', listsScene, (scene) => {
  const { lists } = scene;
  let count = 100;
  const fresh = () => String(++count);
  const listRows = async () => (await rowCounts(scene.service)).list_row!;
  const refusedAs = (list: KnownList, values: Record<string, unknown>, status = 422) =>
    problems(scene.service, status, () => add(lists, list, values));
  const post = (body: unknown, query: Record<string, string> = STAFF.query, as = lists) => as.post(ADD, { query, body });

  it('adds a row and returns its id', async () => {
    const answer = await add(lists, STAFF, { Nome: ' Dora ', Matrícula: fresh(), Admissão: '2020-02-29', Crachá: '' });
    expect(answer.status).toBe(201);
    const id = addedBy(answer);
    expect(await textsOf(lists, STAFF, id)).toEqual([String(count), 'Dora', '29/02/2020', '']);
  });

  it('adds to every kind of list, also to one closed for filing, and to one of an accessible level', async () => {
    expect(addedBy(await add(scene.demo, EMPLOYEES, { Matrícula: fresh(), Nome: 'Edu' }))).toMatch(/^[0-9a-f-]{36}$/);
    expect(addedBy(await add(scene.demo, SUPPLIERS, { CNPJ: '07.664.483/0001-78', 'Razão Social': 'Papel' }))).toMatch(/^[0-9a-f-]{36}$/);
    expect(addedBy(await add(scene.finance, CUSTOMERS, { CPF: '52998224725', Nome: 'Bia' }))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('allows documents to link the row', async () => {
    await add(scene.demo, EMPLOYEES, { Matrícula: '4004', Nome: 'Nova Pessoa' });
    const values = [
      { label: 'Tipo', valorCampo: 'Admissão' },
      { nomeLista: 'Funcionários', label: 'Matrícula', valorCampo: '4004' },
    ];
    const { code } = createdBy(await create(scene.demo, 'V3', { values }, IDS.records));
    expect(await metadataOf(scene.demo, code)).toMatchObject({ Nome: 'Nova Pessoa' });
  });

  it('requires every key and mandatory field', async () => {
    expect(await refusedAs(STAFF, { Crachá: 'X' })).toEqual([
      'corpo LISTA_CAMPO_OBRIGATORIO_AUSENTE',
      'corpo LISTA_CAMPO_OBRIGATORIO_AUSENTE',
    ]);
    expect(await refusedAs(STAFF, { Nome: '  ', Matrícula: fresh() })).toEqual(['[0].valorCampo LISTA_CAMPO_OBRIGATORIO_AUSENTE']);
    expect(await refusedAs(KINDS, { Código: '\u0301' })).toEqual(['[0].valorCampo LISTA_CAMPO_OBRIGATORIO_AUSENTE']);
    expect(await refusedAs(HOLIDAYS, { matricula: '1' })).toEqual(['corpo LISTA_CAMPO_OBRIGATORIO_AUSENTE']);
    const { json } = await add(lists, STAFF, { Matrícula: fresh() });
    expect(json.mensagem).toBe('Para incluir um item na lista Cadastro, informe também o campo Nome.');
  });

  it('U2 refuses an existing key, by key comparison', async () => {
    await add(lists, KINDS, { Código: 'São  João' });
    for (const key of ['São João', 'SAO JOAO', ' são joão ']) expect(await refusedAs(KINDS, { Código: key })).toEqual(TAKEN);
    expect(await refusedAs(STAFF, { Matrícula: '01,0', Nome: 'x' })).toEqual(TAKEN);
    expect((await add(lists, KINDS, { Código: 'São Joã' })).status).toBe(201);
  });
  const TAKEN = ['[0].valorCampo LISTA_CHAVE_DUPLICADA'];

  it('compares all key fields together', async () => {
    const values = { matricula: '2', Início: '01/07/2020' };
    expect((await add(lists, HOLIDAYS, values)).status).toBe(201);
    expect(await refusedAs(HOLIDAYS, { ...values, Início: '2020-07-01T10:00' })).toEqual(TAKEN);
    expect((await add(lists, HOLIDAYS, { ...values, matricula: '3' })).status).toBe(201);
  });

  it('requires the row of the parent list', async () => {
    const absent = { matricula: '404', Início: '01/01/2020' };
    expect(await refusedAs(HOLIDAYS, absent)).toEqual(['[0].valorCampo LISTA_PAI_SEM_CHAVE']);
    await add(lists, STAFF, { Matrícula: '404', Nome: 'Chega' });
    expect((await add(lists, HOLIDAYS, absent)).status).toBe(201);
  });

  it('validates values by their fields, and reports all problems at once', async () => {
    expect(await refusedAs(HOLIDAYS, { matricula: '1', Início: '10/01/2021', Fim: '09/01/2021' })).toEqual([
      '[2].valorCampo CAMPO_PAI_DIVERGENTE',
    ]);
    expect(await refusedAs(HOLIDAYS, { matricula: '1', Início: '10/01/2021', Retorno: '09/01/2021' })).toEqual([
      '[2].valorCampo CAMPO_PAI_AUSENTE',
    ]);
    expect(await refusedAs(KINDS, { Texto: 'a', Placa: 'x', CPF: '11111111111', Cor: 'Rosa' })).toEqual([
      '[0].valorCampo TAMANHO_INSUFICIENTE',
      '[1].valorCampo MASCARA_NAO_ATENDIDA',
      '[2].valorCampo DIGITO_VERIFICADOR',
      '[3].valorCampo OPCAO_INVALIDA',
      'corpo LISTA_CAMPO_OBRIGATORIO_AUSENTE',
    ]);
  });

  it.each<[string, unknown, string[]]>([
    ['no item', [], ['corpo OBRIGATORIO']],
    ['no list', { idCampo: NOBODY, valorCampo: 'x' }, [' TIPO_INVALIDO']],
    ['a text', ['x'], ['[0] TIPO_INVALIDO']],
    ['an unknown field', [{ idCampo: NOBODY, valorCampo: 'x' }], ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
    ['a field of another list', HOLIDAYS.cells({ Início: '01/01/2020' }), ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
    ['a field of another client', EMPLOYEES.cells({ Nome: 'x' }), ['[0].idCampo CAMPO_INEXISTENTE_NA_LISTA']],
    ['a field twice', [...STAFF.cells({ Nome: 'x' }), ...STAFF.cells({ Nome: '' })], ['[1].idCampo CAMPO_REPETIDO']],
    [
      'an unpaired surrogate',
      STAFF.cells({ Nome: '\ud800' }),
      ['[0].valorCampo FORMATO_INVALIDO', 'corpo LISTA_CAMPO_OBRIGATORIO_AUSENTE'],
    ],
  ])('refuses %s', async (_, body, expected) => {
    expect(await problems(scene.service, 400, () => post(body))).toEqual(expected);
  });

  describe('under concurrency', () => {
    it(`U1 ${WRITERS} writers of one key: 1 × 201, ${WRITERS - 1} × 422, one row`, async () => {
      const [before, key] = [await listRows(), fresh()];
      const answers = await atOnce(WRITERS, (index) =>
        add(lists, STAFF, { Matrícula: index % 2 ? key : `0${key}`, Nome: `Nome ${index}` }),
      );
      expect(outcomes(answers)).toBe(`1 × 201, ${WRITERS - 1} × 422`);
      for (const answer of answers.filter(({ status }) => status === 422)) expect(problemsOf(expectRefusal(answer, 422))).toEqual(TAKEN);
      expect(await listRows()).toBe(before + 1);
      const winner = answers.findIndex(({ status }) => status === 201);
      expect((await textsOf(lists, STAFF, addedBy(answers[winner]!)))?.[1]).toBe(`Nome ${winner}`);
    });

    it(`U1 ${WRITERS} writers of 8 keys: 8 × 201, ${WRITERS - 8} × 422`, async () => {
      const before = await listRows();
      const answers = await atOnce(WRITERS, (index) => add(lists, KINDS, { Código: `chave ${index % 8}` }));
      expect(outcomes(answers)).toBe(`8 × 201, ${WRITERS - 8} × 422`);
      expect(await listRows()).toBe(before + 8);
    });
  });

  describe('Idempotency-Key', () => {
    const keyed = (key: string, values: Record<string, string>, as = lists) =>
      add(as, STAFF, values, { headers: { 'idempotency-key': key } });

    it('replays the answer, and adds nothing', async () => {
      const values = { Matrícula: fresh(), Nome: 'Uma vez' };
      const first = await keyed('k-1', values);
      expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
      const again = await changingNothing(scene.service, () => keyed('k-1', values));
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    });

    it('refuses another call under the same key, and frees the key of a refused call', async () => {
      const values = { Matrícula: fresh(), Nome: 'Primeiro' };
      await keyed('k-2', values);
      const other = await changingNothing(scene.service, () => keyed('k-2', { ...values, Nome: 'Segundo' }));
      expect(expectRefusal(other, 422).codigo).toBe('CHAVE_DE_IDEMPOTENCIA_REUTILIZADA');
      expectRefusal(await keyed('k-3', { Matrícula: fresh() }), 422);
      expect((await keyed('k-3', { Matrícula: fresh(), Nome: 'Corrigido' })).status).toBe(201);
    });

    it('20 concurrent calls: 20 × 201 with one id, 19 of them replayed; one row', async () => {
      const [before, values] = [await listRows(), { Matrícula: fresh(), Nome: 'Vinte' }];
      const answers = await atOnce(20, () => keyed('k-4', values));
      const done = answers.filter(({ status }) => status === 201);
      expect([outcomes(answers), new Set(done.map(({ text }) => text)).size]).toEqual(['20 × 201', 1]);
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
      expect(await listRows()).toBe(before + 1);
    });
  });

  describe('simular', () => {
    const simulate = (values: Record<string, string>, headers = {}) =>
      add(lists, STAFF, values, { query: { ...STAFF.query, simular: 'true' }, headers });

    it('returns the row as it would be and stores nothing, also with an Idempotency-Key', async () => {
      const values = { Nome: ' Eva ', Matrícula: fresh() };
      const answer = await changingNothing(scene.service, () => simulate(values, { 'idempotency-key': 'k-5' }));
      const texts = { Matrícula: String(count), Nome: 'Eva', Admissão: '', Crachá: '' };
      const campos = Object.entries(texts).map(([nomeCampo, valor]) => ({
        idCampo: STAFF.field(nomeCampo),
        nomeCampo,
        valor,
        ...(nomeCampo === 'Matrícula' && { numero: count }),
      }));
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(JSON.stringify({ simulado: true, acao: 'incluir', idLinhaLista: null, campos, camposIgnorados: [] }));
      const real = await add(lists, STAFF, values, { headers: { 'idempotency-key': 'k-5' } });
      expect([real.status, real.headers.get('idempotent-replayed')]).toEqual([201, null]);
      expect([...(await rowsOf(lists, STAFF)).get(addedBy(real))!]).toEqual(Object.values(texts));
    });

    it('is refused like the real call', async () => {
      const bad: Record<string, string>[] = [{ Matrícula: '1', Nome: 'x' }, { Nome: 'x' }, { Matrícula: 'x', Nome: 'x' }];
      for (const values of bad) {
        const [simulated, real] = [await simulate(values), await add(lists, STAFF, values)];
        expect(real.status).toBe(422);
        expect(visible(simulated)).toEqual(visible(real));
      }
    });
  });
});
