import { IDS } from './support/api';
import { create, createdBy, metadataOf } from './support/creates';
import { describeScene } from './support/describe-service';
import {
  add,
  addedBy,
  change,
  HOLIDAYS,
  KINDS,
  levelId,
  listsScene,
  problems,
  rowsOf,
  STAFF,
  SUPPLIERS,
  textsOf,
} from './support/lists-archive';

const DONE = '"Registro alterado com sucesso."';

describeScene('5.4 PUT /api/Lista/{idLista}/Cliente/{idCliente}/LinhaLista/{idLinhaLista}', listsScene, (scene) => {
  const { lists } = scene;
  let count = 1000;
  const staff = async (values: Record<string, string> = {}) =>
    addedBy(await add(lists, STAFF, { Matrícula: String(++count), Nome: 'Novo', ...values }));
  const kind = async (values: Record<string, string> = {}) => addedBy(await add(lists, KINDS, { Código: `K${++count}`, ...values }));
  const holiday = async (values: Record<string, string>) => addedBy(await add(lists, HOLIDAYS, values));
  const staffProblems = (row: string, values: Record<string, unknown>, status = 422) =>
    problems(scene.service, status, () => change(lists, STAFF, row, values));

  it('changes the sent fields and keeps the others', async () => {
    const row = await staff({ Admissão: '2021-05-06' });
    const answer = await change(lists, STAFF, row, { Nome: ' Ana Maria ' });
    expect([answer.status, answer.text]).toEqual([200, DONE]);
    expect(await textsOf(lists, STAFF, row)).toEqual([String(count), 'Ana Maria', '06/05/2021', '']);
    await change(lists, STAFF, row, { Admissão: '01/01/2022', Nome: 'Ana' });
    expect(await textsOf(lists, STAFF, row)).toEqual([String(count), 'Ana', '01/01/2022', '']);
  });

  it('removes values, and accepts calls that change nothing', async () => {
    const row = await staff({ Admissão: '06/05/2021' });
    expect((await change(lists, STAFF, row, { Admissão: '', Crachá: '' })).text).toBe(DONE);
    expect(await textsOf(lists, STAFF, row)).toEqual([String(count), 'Novo', '', '']);
    expect((await change(lists, STAFF, row, { Admissão: '  ', Nome: 'Novo' })).text).toBe(DONE);
    expect(await textsOf(lists, STAFF, row)).toEqual([String(count), 'Novo', '', '']);
  });

  it('shows the new values in every linked document, and finds them', async () => {
    const values = (name: string) => [
      { label: 'Título', valorCampo: name },
      { nomeLista: 'Fornecedores', label: 'CNPJ', valorCampo: '11.222.333/0001-81' },
    ];
    const codes = await Promise.all(
      ['um', 'dois'].map(async (name) => createdBy(await create(scene.demo, 'V2', { values: values(name) }, IDS.contracts)).code),
    );
    const rows = await rowsOf(scene.demo, SUPPLIERS);
    const [row] = [...rows].find(([, texts]) => texts[0] === '11.222.333/0001-81') as [string, string[]];
    const answer = await change(scene.demo, SUPPLIERS, row, { 'Razão Social': 'Limpeza Nova SA', CNPJ: '11222333000181' });
    expect(answer.text).toBe(DONE);
    for (const code of codes) expect(await metadataOf(scene.demo, code)).toMatchObject({ 'Razão Social': 'Limpeza Nova SA' });
    const query = { IdCliente: IDS.client, 'ValoresCampos[0].Label': 'Razão Social', 'ValoresCampos[0].ValorCampo': 'limpeza nova%' };
    const { json } = await scene.demo.get('/api/Documento/Get', { query });
    expect(json.Metadados.length).toBeGreaterThanOrEqual(2);
  });

  it('updates the due dates of the documents that depend on the field, and no others', async () => {
    const row = await staff({ Admissão: '29/02/2020' });
    const key = String(count);
    const file = async (level: string) => {
      const query = { idUnidade: STAFF.unit, idCliente: STAFF.client, idArvoreOrganizacional: levelId(level) };
      const valoresCampos = [
        { label: 'Assunto', valorCampo: 'x' },
        { nomeLista: 'Cadastro', label: 'Matrícula', valorCampo: key },
      ];
      return createdBy(await lists.post('/api/v3/Documento', { query, body: { codigoCaixa: null, valoresCampos, arquivos: [] } })).code;
    };
    const [counted, other] = [await file('Pessoal'), await file('Outros')];
    const due = async () =>
      Promise.all([counted, other].map(async (code) => (await metadataOf(lists, code, STAFF.client))['Vencimento TTD']));
    expect(await due()).toEqual(['28/02/2021', '']);
    expect((await change(lists, STAFF, row, { Admissão: '01/03/2022' })).text).toBe(DONE);
    expect(await due()).toEqual(['01/03/2023', '']);
    expect((await change(lists, STAFF, row, { Admissão: '' })).text).toBe(DONE);
    expect(await due()).toEqual(['', '']);
    await change(lists, STAFF, row, { Admissão: '2024-01-31' });
    expect(await due()).toEqual(['31/01/2025', '']);
  });

  it('changes a key and frees the old one', async () => {
    const row = await staff();
    const old = String(count);
    expect((await change(lists, STAFF, row, { Matrícula: '5001' })).text).toBe(DONE);
    expect((await add(lists, STAFF, { Matrícula: '5001,0', Nome: 'x' })).status).toBe(422);
    expect((await add(lists, STAFF, { Matrícula: old, Nome: 'x' })).status).toBe(201);
  });

  it('refuses the key of another row in any spelling; a row may respell its own', async () => {
    const row = await staff();
    expect(await staffProblems(row, { Matrícula: '02' })).toEqual(['[0].valorCampo LISTA_CHAVE_DUPLICADA']);
    expect((await change(lists, STAFF, row, { Matrícula: `0${count}` })).text).toBe(DONE);
    expect((await textsOf(lists, STAFF, row))?.[0]).toBe(`0${count}`);
  });

  it('compares all key fields together', async () => {
    const [first, second] = [
      await holiday({ matricula: '1', Início: '01/01/2020' }),
      await holiday({ matricula: '1', Início: '02/01/2020' }),
    ];
    const taken = () => change(lists, HOLIDAYS, second, { Início: '2020-01-01' });
    expect(await problems(scene.service, 422, taken)).toEqual(['[0].valorCampo LISTA_CHAVE_DUPLICADA']);
    expect((await change(lists, HOLIDAYS, first, { Início: '03/01/2020' })).text).toBe(DONE);
    expect((await taken()).text).toBe(DONE);
  });

  it('refuses to clear keys and mandatory fields', async () => {
    const row = await staff();
    expect(await staffProblems(row, { Matrícula: '', Nome: ' ' })).toEqual([
      '[0].valorCampo LISTA_CAMPO_OBRIGATORIO',
      '[1].valorCampo LISTA_CAMPO_OBRIGATORIO',
    ]);
    const accentAlone = await kind();
    expect(await problems(scene.service, 422, () => change(lists, KINDS, accentAlone, { Código: '\u0301' }))).toEqual([
      '[0].valorCampo LISTA_CAMPO_OBRIGATORIO',
    ]);
  });

  it('locks a field once it has a value; the same value is accepted and keeps its spelling', async () => {
    const row = await staff();
    expect((await change(lists, STAFF, row, { Crachá: 'Azul 7' })).text).toBe(DONE);
    for (const value of ['Azul 8', '']) {
      expect(await staffProblems(row, { Crachá: value, Nome: 'Outro' })).toEqual(['[0].valorCampo CAMPO_BLOQUEADO']);
    }
    expect((await change(lists, STAFF, row, { Crachá: ' AZUL  7', Nome: 'Outro' })).text).toBe(DONE);
    expect(await textsOf(lists, STAFF, row)).toEqual([String(count), 'Outro', '', 'Azul 7']);
  });

  describe('fields with a parent field', () => {
    const year = () => String(2000 + (++count % 7000));
    const aHoliday = (more: Record<string, string> = {}) => holiday({ matricula: '2', Início: `10/01/${year()}`, ...more });
    const broken = async (row: string, values: Record<string, string>) =>
      problems(scene.service, 422, () => change(lists, HOLIDAYS, row, values));
    const thisYear = () => String(2000 + (count % 7000));

    it('are validated against the resulting row', async () => {
      const row = await aHoliday();
      expect(await broken(row, { Fim: `09/01/${thisYear()}` })).toEqual(['[0].valorCampo CAMPO_PAI_DIVERGENTE']);
      expect(await broken(row, { Retorno: `11/01/${thisYear()}` })).toEqual(['[0].valorCampo CAMPO_PAI_AUSENTE']);
      expect((await change(lists, HOLIDAYS, row, { Fim: `10/01/${thisYear()}` })).text).toBe(DONE);
      expect((await change(lists, HOLIDAYS, row, { Retorno: `11/01/${thisYear()}` })).text).toBe(DONE);
    });

    it('are validated when the parent changes', async () => {
      const row = await aHoliday();
      const own = thisYear();
      await change(lists, HOLIDAYS, row, { Fim: `20/01/${own}`, Retorno: `21/01/${own}` });
      expect(await broken(row, { Início: `21/01/${own}` })).toEqual(['[0].valorCampo CAMPO_PAI_DIVERGENTE']);
      expect(await broken(row, { Fim: '' })).toEqual(['[0].valorCampo CAMPO_PAI_AUSENTE']);
      expect((await change(lists, HOLIDAYS, row, { Fim: '', Retorno: '' })).text).toBe(DONE);
    });

    it('are validated together when they change together', async () => {
      const row = await aHoliday();
      const own = thisYear();
      await change(lists, HOLIDAYS, row, { Fim: `20/01/${own}` });
      expect((await change(lists, HOLIDAYS, row, { Início: `01/03/${own}`, Fim: `02/03/${own}` })).text).toBe(DONE);
    });
  });

  describe('a list with a parent list', () => {
    it('requires one of its rows, by the key comparison of the parent list', async () => {
      const row = await holiday({ matricula: '2', Início: '01/05/2019' });
      expect(await problems(scene.service, 422, () => change(lists, HOLIDAYS, row, { matricula: '999' }))).toEqual([
        '[0].valorCampo LISTA_PAI_SEM_CHAVE',
      ]);
      expect((await change(lists, HOLIDAYS, row, { matricula: '03,0' })).text).toBe(DONE);
    });

    it('keeps its texts when the key of the parent row changes, and allows other changes', async () => {
      const parent = await staff();
      const key = String(count);
      const row = await holiday({ matricula: key, Início: '01/06/2019' });
      expect((await change(lists, STAFF, parent, { Matrícula: '7007' })).text).toBe(DONE);
      expect((await textsOf(lists, HOLIDAYS, row))?.[0]).toBe(key);
      expect((await change(lists, HOLIDAYS, row, { matricula: key, Início: '02/06/2019' })).text).toBe(DONE);
      expect((await change(lists, HOLIDAYS, row, { matricula: '7007' })).text).toBe(DONE);
    });
  });

  it.each<[string, unknown, string]>([
    ['Texto', 'a', 'TAMANHO_INSUFICIENTE'],
    ['Quantidade', '1001', 'FORA_DO_INTERVALO'],
    ['Dia', '31/02/2024', 'DATA_INEXISTENTE'],
    ['CNPJ', '52998224725', 'FORMATO_INVALIDO'],
    ['Cor', 'Amarelo', 'OPCAO_INVALIDA'],
  ])('validates %s: %j', async (label, value, code) => {
    const row = await kind();
    expect(await problems(scene.service, 422, () => change(lists, KINDS, row, { [label]: value }))).toEqual([`[0].valorCampo ${code}`]);
  });

  it('stores every type like documents do', async () => {
    const row = await kind();
    const values = {
      Placa: 'ABC-1234',
      Sigla: 'MG',
      Quantidade: '007',
      Valor: '1.234,50',
      Dia: '2024-02-29',
      Ativo: 'SIM',
      Cor: 'verde-agua',
    };
    expect((await change(lists, KINDS, row, values)).text).toBe(DONE);
    const texts = await textsOf(lists, KINDS, row);
    expect(texts).toEqual([...[`K${count}`, '', 'ABC-1234', 'MG', '007', '1.234,50', '29/02/2024', '', '', '', 'true'], 'Verde-água']);
  });

  it('reports all problems at once', async () => {
    const row = await staff({ Crachá: 'X' });
    const values = { Matrícula: '1', Nome: '', Admissão: '31/02/2020', Crachá: 'Y' };
    expect((await staffProblems(row, values)).sort()).toEqual([
      '[0].valorCampo LISTA_CHAVE_DUPLICADA',
      '[1].valorCampo LISTA_CAMPO_OBRIGATORIO',
      '[2].valorCampo DATA_INEXISTENTE',
      '[3].valorCampo CAMPO_BLOQUEADO',
    ]);
  });
});
