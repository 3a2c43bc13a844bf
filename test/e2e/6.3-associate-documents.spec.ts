import { IDS, loggedIn, type Api } from './support/api';
import { createdBy, expectRefusal, leavesNothing, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { associate, cancel, complete, list, open, shown } from './support/flows';
import { begun, CLIENT_ID, definitionId, filing, flowsScene, LEVEL } from './support/flows-archive';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describeScene('6.3 PATCH /api/Workflow/Cliente/{idCliente}/associar-documentos', flowsScene, (scene) => {
  const chief = scene.as.chefe;
  let code: number;
  let idWorkflow: string;
  const documents: string[] = [];
  let hidden: string;
  let foreign: string;
  let deleted: string;

  const filed = async (api: Api, idArvoreOrganizacional: string): Promise<string> => {
    const [unit] = (await chief.get('/api/Estrutura')).json as { idUnidade: string }[];
    const query = { idCliente: CLIENT_ID, idUnidade: unit!.idUnidade, idArvoreOrganizacional };
    return createdBy(await api.post('/api/v3/Documento', { query, body: { valoresCampos: [{ label: 'Assunto', valorCampo: 'x' }] } })).id;
  };

  beforeAll(async () => {
    const demo = await loggedIn(scene.service.url);
    code = await begun(chief, 'Exigente');
    idWorkflow = (await list(chief, definitionId('Exigente'), {}, CLIENT_ID)).json.Dados[0].IdWorkflow as string;
    for (let index = 0; index < 6; index++) documents.push(await filed(chief, LEVEL.alpha));
    hidden = await filed(chief, LEVEL.beta);
    deleted = await filed(chief, LEVEL.alpha);
    const [unit] = (await chief.get('/api/Estrutura')).json as { idUnidade: string }[];
    await chief.delete('/api/Documento/Delete', {
      query: { idCliente: CLIENT_ID, idUnidade: unit!.idUnidade, idArvoreOrganizacional: LEVEL.alpha, idDocumento: deleted },
    });
    foreign = createdBy(
      await demo.post('/api/v3/Documento', {
        query: { idCliente: IDS.client, idUnidade: IDS.unit, idArvoreOrganizacional: IDS.contracts },
        body: { valoresCampos: [{ label: 'Título', valorCampo: 'x' }] },
      }),
    ).id;
  });

  const add = (body: object, api = chief, idCliente = CLIENT_ID) => associate(api, body, idCliente);
  const had = async (api = chief) =>
    ((await shown(api, code, CLIENT_ID)).documentosFluxo as { idDocumento: string }[]).map(({ idDocumento }) => idDocumento);

  it('U4 associates documents by the id, by the code and by both, each once', async () => {
    const [first, second, third] = documents as [string, string, string];
    const answer = await add({ idWorkflow, codigoWorkflow: null, documentos: [first] });
    expect([answer.status, answer.text]).toEqual([200, '"Registros associados com sucesso"']);
    expect((await add({ idWorkflow: '', codigoWorkflow: code, documentos: [first.toUpperCase(), second] })).status).toBe(200);
    expect((await add({ idWorkflow, codigoWorkflow: 0, documentos: [third, third] })).status).toBe(200);
    expect((await add({ idWorkflow, codigoWorkflow: code, documentos: [second] })).status).toBe(200);
    expect(await had()).toEqual([first, second, third]);
  });

  it('accepts and shows only documents accessible to the caller', async () => {
    expect((await add({ codigoWorkflow: code, documentos: [hidden] })).status).toBe(200);
    expect(await had()).toContain(hidden);
    expect(await had(scene.as.ana)).toEqual(documents.slice(0, 3));
    expect(await had(scene.as.fluxista)).toEqual([]);
  });

  it('supports concurrent calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => add({ codigoWorkflow: code, documentos: documents.slice(index % 3, 4 + (index % 3)) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(new Set(await had())).toEqual(new Set([...documents, hidden]));
  });

  describe('refuses', () => {
    leavesNothing(() => scene.service);

    it.each([
      ['no flow', () => ({ documentos: documents }), ['idWorkflow ID_DO_FLUXO_AUSENTE']],
      ['an unknown flow', () => ({ idWorkflow: NOBODY, documentos: documents }), ['idWorkflow ID_INEXISTENTE']],
      ['an unknown code', () => ({ codigoWorkflow: 4711, documentos: documents }), ['codigoWorkflow ID_INEXISTENTE']],
      [
        'an id and a code of two flows',
        () => ({ idWorkflow, codigoWorkflow: code + 1, documentos: documents }),
        ['idWorkflow ID_INEXISTENTE'],
      ],
      ['no documents', () => ({ codigoWorkflow: code, documentos: [] }), ['documentos OBRIGATORIO']],
      [
        'a document of another client',
        () => ({ codigoWorkflow: code, documentos: [documents[0], foreign] }),
        ['documentos[1] ID_INEXISTENTE'],
      ],
      ['an unknown document', () => ({ codigoWorkflow: code, documentos: [documents[0], NOBODY] }), ['documentos[1] ID_INEXISTENTE']],
      ['a deleted document', () => ({ codigoWorkflow: code, documentos: [documents[0], deleted] }), ['documentos[1] ID_INEXISTENTE']],
    ])('U4 %s', async (_, body, problems) => {
      expect(problemsOf(expectRefusal(await add(body()), 400))).toEqual(problems);
    });

    it.each(['finished', 'cancelled'])('a flow that is %s', async (state) => {
      const other = await begun(chief, 'Consenso');
      if (state === 'cancelled') await cancel(scene.service, other);
      else for (const { id } of (await open(chief, other, CLIENT_ID)).slice(0, 2)) await complete(chief, id, {}, {}, CLIENT_ID);
      expect(expectRefusal(await add({ codigoWorkflow: other, documentos: documents }), 422).codigo).toBe('FLUXO_ENCERRADO');
      await scene.service.database.query(`DELETE FROM workflow_execution WHERE workflow_code = ${other}`);
      await scene.service.database.query(`DELETE FROM workflow WHERE code = ${other}`);
    });
  });

  it('recognises documents of the activation', async () => {
    const other = await begun(chief, 'Exigente', { documentos: [filing()] });
    const [{ idDocumento }] = (await shown(chief, other, CLIENT_ID)).documentosFluxo;
    expect((await add({ codigoWorkflow: other, documentos: [idDocumento] })).status).toBe(200);
    expect((await shown(chief, other, CLIENT_ID)).documentosFluxo).toHaveLength(1);
  });
});
