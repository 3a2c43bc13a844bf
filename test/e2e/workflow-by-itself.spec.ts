import { WORKFLOW_STATUS } from '#domain/workflows/workflow';
import { IDS, place } from './support/api';
import { eventRows } from './support/audited';
import { demoText, edited } from './support/archive-files';
import { applied } from './support/billing';
import { create, createdBy, type Version } from './support/creates';
import { describeService } from './support/describe-service';
import { activated, activate, approval, complete, contract, FLOW, open, shown } from './support/flows';
import { filed } from './support/reading';

const LEVELS = '          - [Recursos Humanos, Prontuários]\n';
const WITH = (...more: string[]) => `${LEVELS}${more.map((path) => `          - [Financeiro, ${path}]\n`).join('')}`;

describeService('a document created at a level with an automatic workflow', ({ service, demo }) => {
  beforeAll(async () => {
    await applied(service, edited(await demoText(), [LEVELS, WITH('Notas Fiscais')]));
  });

  /** Codes of the flows that have the document. */
  const flowsOf = async (document: number) =>
    (
      (await service.database.query(
        `SELECT w.code, w.definition_id FROM workflow_document d JOIN workflow w ON w.code = d.workflow_code WHERE d.document_code = ${document} ORDER BY w.code`,
      )) as { code: number; definition_id: string }[]
    ).map((row) => ({ code: Number(row.code), definition: row.definition_id }));
  const newest = async () =>
    Number(((await service.database.query('SELECT MAX(code) AS code FROM document')) as { code: number }[])[0]!.code);
  const counted = async () =>
    Number(((await service.database.query('SELECT COUNT(*) AS total FROM workflow')) as { total: number }[])[0]!.total);

  it.each<Version>(['V1', 'V2', 'V3'])('starts one flow, whose first task is assigned to its creator: %s', async (version) => {
    const { code, id } = createdBy(await create(demo, version));
    const flows = await flowsOf(code);
    expect(flows.map(({ definition }) => definition)).toEqual([FLOW.check]);
    const flow = await shown(demo, flows[0]!.code);
    expect([flow.status, flow.documentosFluxo.map(({ idDocumento }: { idDocumento: string }) => idDocumento)]).toEqual([
      WORKFLOW_STATUS.running,
      [id],
    ]);
    const [execution] = await open(demo, flows[0]!.code);
    expect([execution!.task, execution!.usuario]).toEqual(['Conferência', 'Usuário de Demonstração']);
    expect((await complete(demo, execution!.id)).status).toBe(200);
    expect((await shown(demo, flows[0]!.code)).status).toBe(WORKFLOW_STATUS.finished);
    const [event] = await eventRows(service, "e.action = 'workflow.activate' AND e.subject LIKE ?", [`%${id}%`]);
    expect(event).toBeDefined();
  });

  it('starts one by operation 7.1', async () => {
    const body = {
      idArvore: IDS.invoices,
      cnpj: '11222333000181',
      arquivoXML: Buffer.from('<nfe/>').toString('base64'),
      CamposCustomizados: { Número: '7', 'Data de Emissão': '15/08/2024' },
    };
    expect((await demo.post('/api/NotaFiscal/ImportaNotaFiscal', { query: place(), body })).status).toBe(200);
    expect(await flowsOf(await newest())).toHaveLength(1);
  });

  it('starts none at another level, or for a refused or repeated call', async () => {
    const before = await counted();
    const elsewhere = await filed(demo, { values: [{ label: 'Título', valorCampo: 'Contrato' }] }, IDS.contracts);
    expect(await flowsOf(elsewhere.code)).toEqual([]);
    expect((await create(demo, 'V2', { values: [] })).status).toBe(422);
    expect(await counted()).toBe(before);
    const call = { query: place(), headers: { 'idempotency-key': crypto.randomUUID() } };
    const body = { valoresCampos: [{ label: 'Número', valorCampo: '9' }, { label: 'Data de Emissão', valorCampo: '15/08/2024' }] }; // prettier-ignore
    const [first, again] = [
      await demo.post('/api/v3/Documento', { ...call, body }),
      await demo.post('/api/v3/Documento', { ...call, body }),
    ];
    expect(again.text).toBe(first.text);
    expect(await flowsOf(first.json.codigoDocumento as number)).toHaveLength(1);
    expect(await counted()).toBe(before + 1);
  });

  it('starts one for a document of 6.2, except of the activated workflow itself', async () => {
    await applied(service, edited(await demoText(), [LEVELS, WITH('Notas Fiscais', 'Contratos')]));
    const approved = await activated(demo, approval({ documentos: [contract()] }));
    const flows = await flowsOf(await newest());
    expect(flows.map(({ definition }) => definition).sort()).toEqual([FLOW.approval, FLOW.check].sort());
    expect(flows.map(({ code }) => code)).toContain(approved);
    const answer = await activate(demo, { idCliente: IDS.client, idConfWorkflow: FLOW.check, documentos: [contract()] });
    expect(answer.status).toBe(200);
    expect(await flowsOf(await newest())).toEqual([{ code: answer.json.CodigoWorkflow, definition: FLOW.check }]);
  });

  it('starts none when the workflow has no level or is inactive', async () => {
    const unnamed = [`        levels:\n${LEVELS}`, ''] as const;
    const inactive = [LEVELS, `${WITH('Notas Fiscais')}        active: false\n`] as const;
    for (const edit of [unnamed, inactive]) {
      await applied(service, edited(await demoText(), edit));
      expect(await flowsOf(createdBy(await create(demo, 'V2')).code)).toEqual([]);
    }
  });
});
