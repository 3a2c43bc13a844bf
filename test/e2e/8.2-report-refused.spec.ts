import { IDS, type Api } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, NOBODY } from './support/reading';
import { CLIENT, DATA, EVER, parametersOf, queryOf, REPORT, run } from './support/reports';

const UNIT = { idUnidade: IDS.unit };

describeService('8.2 refuses', ({ demo, reader }) => {
  it('unknown reports, those of the other kind, and those without permission, alike', async () => {
    const ask = (api: Api, idRelatorio: string, place: Record<string, string> = CLIENT) =>
      api.get(DATA, { query: { ...place, idRelatorio } });
    const refused = await Promise.all([
      ask(reader, NOBODY),
      ask(reader, REPORT.unitStorage),
      ask(reader, REPORT.users),
      ask(reader, REPORT.byLevel, UNIT),
    ]);
    expectAlike(400, refused);
    const { codigo, erros } = expectRefusal(refused[0]!, 400);
    expect([codigo, erros!.map(({ campo, codigo }) => `${campo} ${codigo}`)]).toEqual([
      'RELATORIO_INEXISTENTE',
      ['idRelatorio ID_INEXISTENTE'],
    ]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['a number for a date', { 'Data inicial': '7', 'Data final': '31/12/2026' }, ['Parametros[0].Valor FORMATO_INVALIDO']],
    ['a day that never was', { 'Data inicial': '31/02/2026', 'Data final': '31/12/2026' }, ['Parametros[0].Valor DATA_INEXISTENTE']],
    ['SQL for an id', { ...EVER, 'Id do nível': "1' OR '1'='1" }, ['Parametros[2].Valor FORMATO_INVALIDO']],
    ['a word for a flag', { ...EVER, Incluir: 'sim' }, ['Parametros[2].Valor FORMATO_INVALIDO']],
    [
      'an end before the beginning',
      { 'Data inicial': '02/01/2026', 'Data final': '01/01/2026' },
      ['Parametros[1].Valor PERIODO_INVERTIDO'],
    ],
    [
      'an empty value of a mandatory one',
      { 'Data inicial': ' ', 'Data final': '01/01/2026' },
      ['Parametros[0].Valor PARAMETRO_OBRIGATORIO'],
    ],
    ['a mandatory one left out', { 'Data inicial': '01/01/2026' }, ['Parametros PARAMETRO_OBRIGATORIO']],
    [
      'everything at once',
      { 'Data inicial': 'x', 'Id do nível': 'x', Incluir: 'x' },
      [
        'Parametros[0].Valor FORMATO_INVALIDO',
        'Parametros[1].Valor FORMATO_INVALIDO',
        'Parametros[2].Valor FORMATO_INVALIDO',
        'Parametros PARAMETRO_OBRIGATORIO',
      ],
    ],
  ])('%s', async (_, values, problems) => {
    const refusal = expectRefusal(await run(demo, REPORT.byLevel, values), 400);
    expect(problemsOf(refusal)).toEqual(problems);
    for (const { mensagem } of refusal.erros!)
      expect(mensagem).toMatch(/^(Formato inválido: envie (um|true)|Esta data não existe|A data final|Informe o parâmetro Data)/);
  });

  it.each<[string, string]>([
    ['1.5', 'FORMATO_INVALIDO'],
    ['1; DROP TABLE document', 'FORMATO_INVALIDO'],
    ['-1', 'FORA_DO_INTERVALO'],
    ['36501', 'FORA_DO_INTERVALO'],
    ['9999999999999', 'FORA_DO_INTERVALO'],
  ])('%s for a number of days', async (value, code) => {
    expect(problemsOf(expectRefusal(await run(demo, REPORT.due, { Vencem: value }), 400))).toEqual([`Parametros[0].Valor ${code}`]);
  });

  it('U9 a parameter that is repeated, of another report, unknown, without id, or with an index beyond the last', async () => {
    const idOf = await parametersOf(demo, REPORT.due);
    const foreign = (await parametersOf(demo, REPORT.users))('Login');
    const base = await queryOf(demo, REPORT.due);
    const problems = async (more: Record<string, string>) =>
      problemsOf(expectRefusal(await demo.get(DATA, { query: { ...base, ...more } }), 400));
    const pair = (index: number, id: string, value = '1') => ({
      [`Parametros[${index}].IdParam`]: id,
      [`Parametros[${index}].Valor`]: value,
    });
    const days = idOf('Vencem');
    expect(await problems({ ...pair(0, days), ...pair(1, days) })).toEqual(['Parametros[1].IdParam CAMPO_REPETIDO']);
    expect(await problems(pair(3, foreign))).toEqual(['Parametros[3].IdParam ID_INEXISTENTE']);
    expect(await problems(pair(0, NOBODY))).toEqual(['Parametros[0].IdParam ID_INEXISTENTE']);
    expect(await problems({ 'Parametros[0].Valor': '1' })).toEqual(['Parametros[0].IdParam OBRIGATORIO']);
    expect(await problems(pair(0, 'x'))).toEqual(['Parametros[0].IdParam FORMATO_INVALIDO']);
    expect(await problems({ 'Parametros[100].IdParam': days })).toEqual(['Parametros TAMANHO_EXCEDIDO']);
    expect(await problems(pair(0, days, 'um\u0000dois'))).toEqual(['Parametros[0].Valor FORMATO_INVALIDO']);
    const twice = `${new URLSearchParams({ ...base, ...pair(0, days) }).toString()}&Parametros[0].Valor=2`;
    expect(problemsOf(expectRefusal(await demo.get(DATA, { query: twice }), 400))).toEqual(['Parametros[0].Valor CAMPO_REPETIDO']);
  });

  it('accepts names in any case, gaps, JSON objects, and empty values as absent', async () => {
    const days = (await parametersOf(demo, REPORT.due))('Vencem');
    const query = {
      IDCLIENTE: IDS.client,
      idrelatorio: `{${REPORT.due.toUpperCase()}}`,
      'PARAMETROS[7].idparam': days,
      'parametros[7].VALOR': '3650',
    };
    expect((await demo.get(DATA, { query })).text).toBe((await run(demo, REPORT.due, { Vencem: '3650' })).text);
    const asJson = { ...(await queryOf(demo, REPORT.due)), Parametros: JSON.stringify({ IdParam: days, Valor: '3650' }) };
    expect((await demo.get(DATA, { query: asJson })).text).toBe((await run(demo, REPORT.due, { Vencem: '3650' })).text);
    expect((await run(demo, REPORT.due, { Vencem: '' })).text).toBe((await run(demo, REPORT.due)).text);
  });
});
