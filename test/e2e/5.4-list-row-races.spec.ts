import { type Answer } from './support/api';
import { createdBy, expectRefusal, metadataOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { add, addedBy, atOnce, change, KINDS, levelId, listsScene, outcomes, STAFF, textsOf } from './support/lists-archive';

const WRITERS = 32;

describeScene('5.4 under concurrency', listsScene, ({ lists }) => {
  let count = 2000;
  const staff = async (values: Record<string, string> = {}) =>
    addedBy(await add(lists, STAFF, { Matrícula: String(++count), Nome: 'Novo', ...values }));
  const lostWith = (answers: readonly Answer[], codigo: string) => {
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(expectRefusal(answer, 422).codigo).toBe(codigo);
  };

  it(`${WRITERS} rows changed to one key: 1 × 200, ${WRITERS - 1} × 422`, async () => {
    const rows = await atOnce(WRITERS, () => staff());
    const answers = await Promise.all(rows.map((row) => change(lists, STAFF, row, { Matrícula: '900900', Nome: 'Dono' })));
    expect(outcomes(answers)).toBe(`1 × 200, ${WRITERS - 1} × 422`);
    lostWith(answers, 'LISTA_CHAVE_DUPLICADA');
    const texts = await Promise.all(rows.map((row) => textsOf(lists, STAFF, row)));
    expect(texts.filter((row) => row?.[0] === '900900')).toHaveLength(1);
    expect(texts.filter((row) => row?.[1] === 'Dono')).toHaveLength(1);
  });

  it('two rows that swap keys: 2 × 422, both keep theirs', async () => {
    const [first, second] = [await staff(), await staff()];
    const [a, b] = [String(count - 1), String(count)];
    const answers = await Promise.all([change(lists, STAFF, first, { Matrícula: b }), change(lists, STAFF, second, { Matrícula: a })]);
    expect(outcomes(answers)).toBe('2 × 422');
    expect([(await textsOf(lists, STAFF, first))?.[0], (await textsOf(lists, STAFF, second))?.[0]]).toEqual([a, b]);
  });

  it('an addition and a change with one key: one succeeds', async () => {
    for (let round = 0; round < 8; round++) {
      const row = await staff();
      const Matrícula = `8080${round}`;
      const answers = await Promise.all([change(lists, STAFF, row, { Matrícula }), add(lists, STAFF, { Matrícula, Nome: 'Novo' })]);
      expect(['1 × 200, 1 × 422', '1 × 201, 1 × 422']).toContain(outcomes(answers));
    }
  });

  it('writers of different fields of one row lose nothing: 8 rounds, all 200', async () => {
    const labels = ['Texto', 'Placa', 'Sigla', 'Quantidade', 'Valor', 'Dia', 'Ativo', 'Cor'];
    const values = [
      ['aa', 'ABC-1111', 'AA', '1', '1,00', '01/01/2001', 'true', 'Azul'],
      ['bb', 'ABC-2222', 'BB', '2', '2,00', '02/02/2002', 'false', 'Verde-água'],
    ];
    const row = addedBy(await add(lists, KINDS, { Código: 'corrida' }));
    const answers: Answer[] = [];
    for (let round = 0; round < 8; round++) {
      const texts = values[round % 2] as string[];
      answers.push(...(await Promise.all(labels.map((label, index) => change(lists, KINDS, row, { [label]: texts[index] })))));
      const stored = await textsOf(lists, KINDS, row);
      expect([...stored!.slice(1, 7), ...stored!.slice(10)]).toEqual(texts);
    }
    expect(outcomes(answers)).toBe('64 × 200');
  });

  it('writers of the same fields of one row leave one complete result', async () => {
    const row = await staff();
    const answers = await atOnce(16, (index) => change(lists, STAFF, row, { Nome: `Nome ${index}`, Admissão: `${10 + index}/01/2020` }));
    expect(outcomes(answers)).toBe('16 × 200');
    const [, name, day] = (await textsOf(lists, STAFF, row)) as string[];
    expect(day).toBe(`${10 + Number(name?.split(' ')[1])}/01/2020`);
  });

  it(`${WRITERS} writers of a field that is locked by its value: 1 × 200, ${WRITERS - 1} × 422`, async () => {
    const row = await staff();
    const answers = await atOnce(WRITERS, (index) => change(lists, STAFF, row, { Crachá: `Crachá ${index}` }));
    expect(outcomes(answers)).toBe(`1 × 200, ${WRITERS - 1} × 422`);
    lostWith(answers, 'CAMPO_BLOQUEADO');
    expect((await textsOf(lists, STAFF, row))?.[3]).toBe(`Crachá ${answers.findIndex(({ status }) => status === 200)}`);
  });

  it('the due day of a document is that of the last of 16 writers of its date', async () => {
    const row = await staff({ Admissão: '01/01/2001' });
    const query = { idUnidade: STAFF.unit, idCliente: STAFF.client, idArvoreOrganizacional: levelId('Pessoal') };
    const valoresCampos = [
      { label: 'Assunto', valorCampo: 'x' },
      { nomeLista: 'Cadastro', label: 'Matrícula', valorCampo: String(count) },
    ];
    const { code } = createdBy(await lists.post('/api/v3/Documento', { query, body: { codigoCaixa: null, valoresCampos, arquivos: [] } }));
    const answers = await atOnce(16, (index) => change(lists, STAFF, row, { Admissão: `05/06/${2010 + index}` }));
    expect(outcomes(answers)).toBe('16 × 200');
    const shown = await metadataOf(lists, code, STAFF.client);
    expect(shown['Vencimento TTD']).toBe(`05/06/${Number(shown['Admissão']?.slice(6)) + 1}`);
  });
});
