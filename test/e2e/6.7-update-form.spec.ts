import { type Api } from './support/api';
import { expectRefusal, leavingNothing, problemsOf } from './support/creates';
import { cancel, complete, fill, formOf, MAIL, open } from './support/flows';
import { begun, CLIENT_ID, fieldId, flowsScene, formBody, LIST_ID, listField, type FlowsScene } from './support/flows-archive';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const of = (label: string) => fieldId('De fora', label);
const custom = (label: string, valor: string) => ({ idLista: '', idCampo: of(label), valor });
const cell = (label: string, valor: string) => ({ idLista: LIST_ID, idCampo: listField(label), valor });

describe('6.7 PATCH /api/Workflow/EtapaExecucao/{…}/Cliente/{…}/atualizar-dados-formulario', () => {
  let scene: FlowsScene;
  let chief: Api;
  let code: number;
  let step: string;
  beforeAll(async () => void ({ scene, chief } = await flowsScene().then((scene) => ({ scene, chief: scene.as.chefe }))));
  beforeEach(async () => {
    code = await begun(chief, 'De fora', { email: MAIL, formulario: formBody('De fora', { Assunto: 'Compra', Início: '01/02/2026' }) });
    step = (await open(chief, code, CLIENT_ID))[0]!.id;
  });
  afterAll(() => scene.service.stop());

  const update = (campos: object[], over: object = {}, id = step, api = chief) =>
    fill(api, id, { codigoWorkflow: code, campos, ...over }, CLIENT_ID);
  const form = () => formOf(chief, code, CLIENT_ID);
  const refusedWith = async (status: number, call: () => ReturnType<typeof update>) =>
    problemsOf(await leavingNothing(scene.service, async () => expectRefusal(await call(), status)));

  it('changes the named values and keeps the rest', async () => {
    const answer = await update([custom('Valor', '1.234,50'), { ...custom('Fim', '2026-02-03'), idLista: undefined }]);
    expect([answer.status, answer.text]).toEqual([200, '"OK"']);
    expect(await form()).toEqual({
      [of('Assunto')]: 'Compra',
      [of('Início')]: '01/02/2026',
      [of('Valor')]: '1.234,50',
      [of('Fim')]: '03/02/2026',
    });
  });

  it('removes a value, and a list by its key', async () => {
    await update([custom('Valor', '1,00'), cell('Código', '1')]);
    expect(await form()).toMatchObject({ [listField('Nome')]: 'Ana Souza' });
    await update([custom('Valor', ''), cell('Código', ' ')]);
    expect(await form()).toEqual({ [of('Assunto')]: 'Compra', [of('Início')]: '01/02/2026' });
  });

  it('fills the fields of a list from the row of its key, and clears those that the row lacks', async () => {
    await update([cell('Código', '1'), cell('Nome', 'ana  souza')]);
    expect(await form()).toMatchObject({
      [listField('Código')]: '1',
      [listField('Nome')]: 'Ana Souza',
      [listField('Cidade')]: 'Ouro Preto',
    });
    await update([cell('Código', '3'), cell('Nome', 'Carla')]);
    expect(await form()).toEqual({
      [of('Assunto')]: 'Compra',
      [of('Início')]: '01/02/2026',
      [listField('Código')]: '3',
      [listField('Nome')]: 'Carla',
    });
  });

  it('allows external parts to every user with the permission, and own parts', async () => {
    expect((await update([custom('Valor', '2,00')], {}, step, scene.as.bia)).status).toBe(200);
    expectRefusal(await update([custom('Valor', '2,00')], {}, step, scene.as.arquivista), 401);
    const other = await begun(chief, 'Consenso');
    const [ofAna] = await open(chief, other, CLIENT_ID);
    expectRefusal(await update([custom('Valor', '2,00')], { codigoWorkflow: other }, ofAna!.id, scene.as.bia), 404);
    // A flow without a form.
    expect(await refusedWith(400, () => update([custom('Valor', '2,00')], { codigoWorkflow: other }, ofAna!.id, scene.as.ana))).toEqual([
      'campos[0].idCampo ID_INEXISTENTE',
    ]);
  });

  it.each([
    [
      'values that break their types',
      [custom('Valor', 'viel'), custom('Assunto', 'x'.repeat(21))],
      422,
      ['campos[0].valor FORMATO_INVALIDO', 'campos[1].valor TAMANHO_EXCEDIDO'],
    ],
    ['a mandatory value taken away', [custom('Assunto', '')], 422, ['campos[0].valor INDEXADOR_OBRIGATORIO']],
    [
      'a value that compares badly with the one that is there',
      [custom('Fim', '31/01/2026')],
      422,
      ['campos[0].valor CAMPO_PAI_DIVERGENTE'],
    ],
    ['a value whose parent is taken away', [custom('Fim', '31/03/2026'), custom('Início', '')], 422, ['campos[0].valor CAMPO_PAI_AUSENTE']],
    ['a field of another form', [{ idCampo: fieldId('Exigente', 'Valor'), valor: '1' }], 400, ['campos[0].idCampo ID_INEXISTENTE']],
    ['an unknown field', [{ idCampo: NOBODY, valor: '1' }], 400, ['campos[0].idCampo ID_INEXISTENTE']],
    ['a field twice', [custom('Valor', '1'), custom('Valor', '2')], 400, ['campos[1].idCampo CAMPO_REPETIDO']],
    [
      'a list field without its list',
      [{ idLista: '', idCampo: listField('Código'), valor: '1' }],
      400,
      ['campos[0].idLista LISTA_DO_CAMPO'],
    ],
    [
      'a field of the form with a list',
      [{ idLista: LIST_ID, idCampo: of('Valor'), valor: '1' }],
      400,
      ['campos[0].idLista LISTA_DO_CAMPO'],
    ],
    [
      'a list field with another list',
      [{ idLista: NOBODY, idCampo: listField('Código'), valor: '1' }],
      400,
      ['campos[0].idLista LISTA_DO_CAMPO'],
    ],
    ['a list without its key', [cell('Nome', 'Ana Souza')], 422, ['campos[0] LISTA_CHAVE_AUSENTE']],
    ['a new row without what it needs', [cell('Código', '77')], 422, ['campos[0] LISTA_CAMPO_OBRIGATORIO_AUSENTE']],
    ['a value that the row denies', [cell('Código', '1'), cell('Nome', 'Outra')], 422, ['campos[1].valor LISTA_VALOR_DIVERGENTE']],
    ['nothing', [], 400, ['campos OBRIGATORIO']],
    ['no value', [{ idCampo: of('Valor') }], 400, ['campos[0].valor OBRIGATORIO']],
  ])('refuses %s', async (_, campos, status, problems) => {
    const before = await form();
    expect(await refusedWith(status, () => update(campos))).toEqual(problems);
    expect(await form()).toEqual(before);
  });

  it('refuses a missing, unknown or contradictory flow, and the step of another flow', async () => {
    const campos = [custom('Valor', '1,00')];
    const other = await begun(chief, 'De fora', { email: MAIL });
    const [{ id }] = (await scene.service.database.query(`SELECT id FROM workflow WHERE code = ${code}`)) as [{ id: string }];
    expect(await refusedWith(400, () => update(campos, { codigoWorkflow: null }))).toEqual(['idWorkflow ID_DO_FLUXO_AUSENTE']);
    expect(await refusedWith(400, () => update(campos, { codigoWorkflow: 4711 }))).toEqual(['codigoWorkflow ID_INEXISTENTE']);
    expect(await refusedWith(400, () => update(campos, { idWorkflow: id, codigoWorkflow: other }))).toEqual(['idWorkflow ID_INEXISTENTE']);
    expect(await refusedWith(422, () => update(campos, { codigoWorkflow: other }))).toEqual([
      'idWorkflowEtapaExecucao ETAPA_DE_OUTRO_FLUXO',
    ]);
    expect((await update(campos, { idWorkflow: id })).status).toBe(200);
  });

  it('U4 refuses a finished step, and a finished or cancelled flow', async () => {
    const campos = [custom('Valor', '1,00')];
    await complete(chief, step, {}, {}, CLIENT_ID);
    expect(expectRefusal(await update(campos), 422).codigo).toBe('FLUXO_ENCERRADO');
    const other = await begun(chief, 'Consenso');
    const [first] = await open(chief, other, CLIENT_ID);
    await cancel(scene.service, other);
    expectRefusal(await update(campos, { codigoWorkflow: other }, first!.id), 400);
  });

  it('keeps the rules with concurrent writers', async () => {
    await update([custom('Fim', '10/02/2026')]);
    const answers = await Promise.all([
      update([custom('Fim', '05/02/2026')]),
      update([custom('Início', '07/02/2026'), custom('Fim', '08/02/2026')]),
    ]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const now = await form();
    const day = (text: string) => text.split('/').reverse().join('-');
    expect(day(now[of('Fim')]!) >= day(now[of('Início')]!)).toBe(true);
  });
});
