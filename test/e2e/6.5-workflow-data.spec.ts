import { IDS, loggedIn } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { attachment, cancel, complete, contract, details, MAIL, open, shown } from './support/flows';
import { begun, CLIENT_ID, fieldId, filing, flowsScene, formBody, LEVEL, LIST_ID, listField } from './support/flows-archive';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/;
const GUID = /^[0-9a-f-]{36}$/;

describeScene('6.5 GET /api/Workflow/Cliente/{idCliente}/dados-fluxo', flowsScene, (scene) => {
  const chief = scene.as.chefe;
  let code: number;
  beforeAll(async () => {
    code = await begun(chief, 'De fora', {
      email: MAIL,
      comentario: 'Começa.',
      formulario: formBody('De fora', { Assunto: 'Compra', 'Pessoas.Código': '1' }),
      documentos: [filing(undefined, { arquivos: contract().arquivos }), filing(undefined, { idArvoreOrganizacional: LEVEL.beta })],
      arquivos: [attachment()],
    });
  });

  it('returns all data of a flow', async () => {
    const value = (idCampo: string, nomeCampo: string, valor: string) => ({ idCampo, nomeCampo, valor, idLista: null, nomeLista: null });
    const cell = (nomeCampo: string, valor: string) => ({
      idCampo: listField(nomeCampo),
      nomeCampo,
      valor,
      idLista: LIST_ID,
      nomeLista: 'Pessoas',
    });
    expect(await shown(chief, code, CLIENT_ID)).toEqual({
      status: 1,
      etapaAtual: [
        {
          idTarefa: expect.stringMatching(GUID),
          nomeTarefa: 'Tarefa',
          execucoesTarefa: [
            {
              idWorkflowEtapaExecucao: expect.stringMatching(GUID),
              usuario: null,
              email: MAIL,
              concluida: 0,
              dataInicio: expect.stringMatching(ISO),
              dataFim: null,
              previsaoTermino: expect.stringMatching(ISO),
              atrasada: false,
            },
          ],
        },
      ],
      anexosFluxo: [{ idArquivo: expect.stringMatching(GUID), nomeArquivo: 'Ata', assinar: false }],
      documentosFluxo: [
        {
          idDocumento: expect.stringMatching(GUID),
          codigoDocumento: expect.any(Number),
          idArvoreOrganizacional: LEVEL.alpha,
          arquivosDocumento: [
            { idArquivoDocumento: expect.stringMatching(GUID), nomeArquivo: 'Contrato', compartilhado: true, assinar: true },
          ],
        },
        { idDocumento: expect.any(String), codigoDocumento: expect.any(Number), idArvoreOrganizacional: LEVEL.beta, arquivosDocumento: [] },
      ],
      comentarios: [
        { nomeTarefa: 'Tarefa', usuario: 'Nome de chefe', email: null, dataHora: expect.stringMatching(ISO), comentario: 'Começa.' },
      ],
      formulario: [
        value(fieldId('De fora', 'Assunto'), 'Assunto', 'Compra'),
        value(fieldId('De fora', 'Valor'), 'Valor', ''),
        value(fieldId('De fora', 'Início'), 'Início', ''),
        value(fieldId('De fora', 'Fim'), 'Fim', ''),
        cell('Código', '1'),
        cell('Nome', 'Ana Souza'),
        cell('Cidade', 'Ouro Preto'),
      ],
    });
  });

  it('forecasts in the time unit of the task', async () => {
    const [{ execucoesTarefa }] = (await shown(chief, code, CLIENT_ID)).etapaAtual;
    const [{ dataInicio, previsaoTermino }] = execucoesTarefa;
    expect(Date.parse(previsaoTermino) - Date.parse(dataInicio)).toBe(3_600_000);
  });

  it('omits only documents that the caller may not see', async () => {
    const [all, some] = [await shown(chief, code, CLIENT_ID), await shown(scene.as.ana, code, CLIENT_ID)];
    expect(some).toEqual({ ...all, documentosFluxo: [all.documentosFluxo[0]] });
    expect(await shown(scene.as.fluxista, code, CLIENT_ID)).toEqual({ ...all, documentosFluxo: [] });
  });

  it('finds a flow by its id, by its code, and by both', async () => {
    const [{ id }] = (await scene.service.database.query(`SELECT id FROM workflow WHERE code = ${code}`)) as [{ id: string }];
    const texts = await Promise.all(
      [{ codigoWorkflow: code }, { idWorkflow: id }, { IdWorkflow: id.toUpperCase(), CODIGOWORKFLOW: code }].map(
        async (query) => (await details(chief, query as never, CLIENT_ID)).text,
      ),
    );
    expect(new Set(texts).size).toBe(1);
  });

  it.each([
    ['no id', {}, ['idWorkflow ID_DO_FLUXO_AUSENTE']],
    ['an unknown id', { idWorkflow: NOBODY }, ['idWorkflow ID_INEXISTENTE']],
    ['an unknown code', { codigoWorkflow: 4711 }, ['codigoWorkflow ID_INEXISTENTE']],
    ['a code that is none', { codigoWorkflow: 'x' }, ['codigoWorkflow FORMATO_INVALIDO']],
  ])('refuses %s', async (_, query, problems) => {
    expect(problemsOf(expectRefusal(await details(chief, query as never, CLIENT_ID), 400))).toEqual(problems);
  });

  it('refuses an id and a code of two flows, and treats a flow of another client as unknown', async () => {
    const other = await begun(chief, 'Consenso');
    const [{ id }] = (await scene.service.database.query(`SELECT id FROM workflow WHERE code = ${other}`)) as [{ id: string }];
    expect(problemsOf(expectRefusal(await details(chief, { idWorkflow: id, codigoWorkflow: code }, CLIENT_ID), 400))).toEqual([
      'idWorkflow ID_INEXISTENTE',
    ]);
    const demo = await loggedIn(scene.service.url);
    const [foreign, unknown] = [await details(demo, { idWorkflow: id }), await details(demo, { idWorkflow: NOBODY })];
    expect([foreign.status, foreign.json.erros]).toEqual([unknown.status, unknown.json.erros]);
    expectRefusal(await details(demo, { idWorkflow: id }, CLIENT_ID), 401);
    expectRefusal(await details(scene.as.arquivista, { idWorkflow: id }, CLIENT_ID), 401);
    expectRefusal(await details(chief, { idWorkflow: id }, IDS.client), 401);
  });

  it.each(['finished', 'cancelled'])('shows no step of a flow that is %s', async (state) => {
    const other = await begun(chief, 'De fora', { email: MAIL });
    const [only] = await open(chief, other, CLIENT_ID);
    if (state === 'cancelled') await cancel(scene.service, other);
    else await complete(chief, only!.id, {}, {}, CLIENT_ID);
    expect(await shown(chief, other, CLIENT_ID)).toMatchObject({ status: state === 'cancelled' ? 3 : 2, etapaAtual: [] });
  });
});
