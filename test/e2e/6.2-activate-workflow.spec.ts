import { textIn } from '#infrastructure/typeorm/id-bytes';
import { ACTIVATE, COMPLETE, UPDATE_FORM } from '#http/workflows/examples';
import { Workflows } from '#application/ports/workflows';
import { VerifyFiles } from '#application/portable-archive/verify-files.use-case';
import { base64, IDS, loggedIn, type Api } from './support/api';
import { expectRefusal, leavingNothing } from './support/creates';
import { fetchPath, swept } from './support/adding-files';
import { describeScene } from './support/describe-service';
import { openLink } from './support/open-link';
import {
  activate,
  activated,
  approval,
  attachment,
  complete,
  contract,
  details,
  fill,
  FLOW,
  formOf,
  open,
  PDF,
  shown,
  value,
} from './support/flows';
import { begun, CLIENT_ID, fieldId, filing, flowsScene, formBody, listField, start } from './support/flows-archive';
import { countOf, expectReplay, fresh, KEY } from './support/repeats';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const SUPPLIER = '11.222.333/0001-81';

describeScene('6.2 POST /api/Workflow/Ativar', flowsScene, (scene) => {
  const chief = scene.as.chefe;
  let demo: Api;
  beforeAll(async () => {
    demo = await loggedIn(scene.service.url);
  });

  const documentsOf = async (api: Api, code: number, idCliente = IDS.client) => (await shown(api, code, idCliente)).documentosFluxo;

  describe('stores', () => {
    it('documents with their files, shared and marked for signature', async () => {
      const code = await activated(demo, approval({ documentos: [contract(), contract({ arquivos: [] })] }));
      const documents = await documentsOf(demo, code);
      expect(documents).toEqual([
        {
          idDocumento: expect.any(String),
          codigoDocumento: expect.any(Number),
          idArvoreOrganizacional: IDS.contracts,
          arquivosDocumento: [{ idArquivoDocumento: expect.any(String), nomeArquivo: 'Contrato', compartilhado: true, assinar: true }],
        },
        expect.objectContaining({ arquivosDocumento: [] }),
      ]);
      const [{ idDocumento, arquivosDocumento }] = documents;
      const shares = await demo.get(`/api/Documento/${idDocumento}/cliente/${IDS.client}/compartilhar-arquivos`);
      expect((await openLink(scene.service, shares.json.Arquivos[0].LinkCompartilhado as string)).status).toBe(200);
      const file = await demo.get(fetchPath(arquivosDocumento[0].idArquivoDocumento as string));
      expect(file.json).toMatchObject({ idWorkflow: null, idDocumento, arquivo: base64(PDF) });
    });

    it('files of the flow, which 2.5 returns to users who may see flows', async () => {
      const code = await begun(chief, 'Exigente', {
        arquivos: [attachment(), attachment({ arquivo: base64(PDF), extensao: '.PDF', assinar: '1', nomeArquivo: 'Minuta', versao: '3' })],
      });
      const { anexosFluxo } = await shown(chief, code, CLIENT_ID);
      expect(anexosFluxo).toEqual([
        { idArquivo: expect.any(String), nomeArquivo: 'Ata', assinar: false },
        { idArquivo: expect.any(String), nomeArquivo: 'Minuta', assinar: true },
      ]);
      const path = fetchPath(anexosFluxo[1].idArquivo as string, CLIENT_ID);
      const { json } = await scene.as.fluxista.get(path);
      expect(json).toEqual({
        idWorkflow: expect.stringMatching(/^[0-9a-f-]{36}$/),
        idDocumento: null,
        nomeImagem: 'Minuta',
        extensao: 'pdf',
        arquivo: base64(PDF),
      });
      expect((await details(chief, { idWorkflow: json.idWorkflow }, CLIENT_ID)).json.anexosFluxo).toEqual(anexosFluxo);
      const bytes = await chief.get(path, { headers: { accept: 'application/pdf' } });
      expect([bytes.status, bytes.text]).toEqual([200, PDF]);
      // Files, but no flows.
      const hidden = await scene.as.arquivista.get(path);
      expect([hidden.status, hidden.json.mensagem]).toEqual([
        404,
        (await scene.as.arquivista.get(fetchPath(NOBODY, CLIENT_ID))).json.mensagem,
      ]);
      expectRefusal(await demo.get(fetchPath(anexosFluxo[1].idArquivo as string)), 404);
    });

    it('a form: list fields are filled by their key, and shared document values are copied unless sent', async () => {
      const sent = { 'Pessoas.Código': '1', Assunto: '  Compra ' };
      const code = await begun(chief, 'Exigente', { formulario: formBody('Exigente', sent) });
      expect(await formOf(chief, code, CLIENT_ID)).toEqual({
        [fieldId('Exigente', 'Assunto')]: 'Compra',
        [listField('Código')]: '1',
        [listField('Nome')]: 'Ana Souza',
        [listField('Cidade')]: 'Ouro Preto',
      });
      const first = filing([
        { label: 'Assunto', valorCampo: 'Do documento' },
        { label: 'Valor', valorCampo: '10,50' },
      ]);
      const second = filing([
        { label: 'Assunto', valorCampo: 'Zweites' },
        { label: 'Valor', valorCampo: '99,00' },
        { nomeLista: 'Pessoas', label: 'Código', valorCampo: '2' },
        { nomeLista: 'Pessoas', label: 'Nome', valorCampo: 'Bruno Lima' },
      ]);
      const copied = await begun(chief, 'Exigente', {
        documentos: [first, second],
        formulario: formBody('Exigente', { Valor: '20,00', Assunto: '' }),
      });
      expect(await formOf(chief, copied, CLIENT_ID)).toEqual({
        [fieldId('Exigente', 'Assunto')]: 'Do documento',
        [fieldId('Exigente', 'Valor')]: '20,00',
        [listField('Código')]: '2',
        [listField('Nome')]: 'Bruno Lima',
      });
    });

    it('a new list row with its form, where the list allows it', async () => {
      const rows = [value(FLOW.title, 'Novo'), value(FLOW.cnpj, SUPPLIER), value(FLOW.company, 'Limpeza Total Ltda')];
      const code = await activated(demo, approval({}, rows));
      expect(await formOf(demo, code)).toMatchObject({ [FLOW.cnpj]: SUPPLIER, [FLOW.company]: 'Limpeza Total Ltda' });
      // The second names the row by its key alone.
      const again = await activated(demo, approval({}, [value(FLOW.title, 'De novo'), value(FLOW.cnpj, '11222333000181')]));
      expect(await formOf(demo, again)).toMatchObject({ [FLOW.company]: 'Limpeza Total Ltda' });
    });

    it('a first task that the call completes, and the participants of the next', async () => {
      const code = await begun(chief, 'Externos', { selecionadoExternoVarios: ['a@x.com.br', ' b@x.com.br ', ''] });
      expect((await open(chief, code, CLIENT_ID)).map(({ email }) => email)).toEqual(['a@x.com.br', 'b@x.com.br']);
      expect(
        await begun(chief, 'Exigente já', {
          comentario: 'Feito',
          formulario: formBody('Exigente já', { Assunto: 'x' }),
          documentos: [filing()],
          arquivos: [attachment()],
        }),
      ).toBeGreaterThan(code);
    });

    it('what a document copies counts as filled in', async () => {
      await begun(chief, 'Exigente já', { comentario: 'Feito', documentos: [filing()], arquivos: [attachment()] });
    });

    it('each document in the unit of its box', async () => {
      const code = await begun(chief, 'Exigente', {
        documentos: [filing(undefined, { codigoCaixa: 92 }), filing(undefined, { codigoCaixa: 91 }), filing()],
      });
      const codes = (await documentsOf(chief, code, CLIENT_ID)).map(({ codigoDocumento }: { codigoDocumento: number }) => codigoDocumento);
      const rows = (await scene.service.database.query(
        `SELECT d.code, u.name FROM document d JOIN service_unit u ON u.id = ${textIn('d.unit_id')} WHERE d.code IN (${codes.join(', ')}) ORDER BY d.code`,
      )) as { name: string }[];
      expect(rows[0]!.name).toBe('Outra unidade dos fluxos');
      expect(rows[1]!.name).toBe(rows[2]!.name);
    });

    it('a flow with ids only, with names in any case and members in any order', async () => {
      const body = JSON.stringify({
        ARQUIVOS: [attachment()],
        Documentos: [filing()],
        IDCONFWORKFLOW: start('Exigente').idConfWorkflow.toUpperCase(),
        idcliente: `{${CLIENT_ID}}`,
      });
      expect((await chief.post('/v1/api/workflow/ativar', { body })).status).toBe(200);
    });
  });

  it('leaves consistent objects and rows', async () => {
    const faults: unknown[] = [];
    const verified = await scene.service.app.get(VerifyFiles).execute({ fault: (fault) => faults.push(fault), progress: () => undefined });
    expect(faults).toEqual([]);
    const files = (await countOf(scene.service, 'document_file')) + (await countOf(scene.service, 'workflow_file'));
    expect(verified.files).toBe(files);
  });

  it('runs once under one Idempotency-Key', async () => {
    const [key, body] = [{ [KEY]: fresh() }, start('Exigente', { documentos: [filing()], arquivos: [attachment()] })];
    const before = await countOf(scene.service, 'workflow');
    const answers = await Promise.all(Array.from({ length: 4 }, () => activate(chief, body, key)));
    const first = answers.find(({ headers }) => headers.get('idempotent-replayed') === null)!;
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(4).fill([200, first.text]));
    expectReplay(await activate(chief, body, key), first);
    expect(await countOf(scene.service, 'workflow')).toBe(before + 1);
    expectRefusal(await activate(chief, { ...body, observacao: 'anders' }, key), 422);
  });

  // Everything else has been written by then.
  it.each(['addDocuments', 'addFiles', 'setValues', 'addExecutions', 'addComment', 'finish'] as const)(
    'leaves nothing of a call that fails internally at %s',
    async (method) => {
      await swept(scene.service);
      const workflows = scene.service.app.get(Workflows);
      const failing = jest.spyOn(workflows, method).mockRejectedValueOnce(new Error('a fault of ours'));
      const body = start(method === 'finish' ? 'Só pedido' : 'Exigente', {
        comentario: 'x',
        ...(method !== 'finish' && { formulario: formBody('Exigente', { Assunto: 'x', 'Pessoas.Código': '9', 'Pessoas.Nome': 'Nove' }) }),
        documentos: [filing(undefined, { arquivos: [{ ...contract().arquivos[0] }] })],
        arquivos: [attachment()],
      });
      const refusal = await leavingNothing(scene.service, async () => expectRefusal(await activate(chief, body), 500));
      expect([failing.mock.calls.length, refusal.codigo]).toEqual([1, 'ERRO_INTERNO']);
      failing.mockRestore();
      expect((await activate(chief, body)).status).toBe(200);
    },
  );

  it('accepts the example of the reference', async () => {
    const code = await activated(demo, ACTIVATE);
    const [review] = await open(demo, code);
    expect(review).toMatchObject({ task: 'Revisão' });
    expect((await fill(demo, review!.id, { ...UPDATE_FORM, codigoWorkflow: code })).status).toBe(200);
    expect((await complete(demo, review!.id, COMPLETE)).json).toMatchObject({ status: 1 });
  });

  it('accepts the documented number and length of e-mail addresses', async () => {
    const host = `${'a'.repeat(60)}.`.repeat(3);
    const addresses = Array.from({ length: 500 }, (_, index) => `${'é'.repeat(50)}${String(index).padStart(4, '0')}@${host}com`);
    const code = await begun(chief, 'Externos', { selecionadoExternoVarios: addresses });
    expect(await open(chief, code, CLIENT_ID)).toHaveLength(500);
    expectRefusal(await activate(chief, start('Externos', { selecionadoExternoVarios: [...addresses, 'x@y.com'] })), 400);
  });

  it('completes at once a flow without tasks', async () => {
    const code = await begun(chief, 'Só pedido');
    expect(await shown(chief, code, CLIENT_ID)).toMatchObject({ status: 2, etapaAtual: [] });
  });

  it('adds a new list row once for concurrent calls', async () => {
    const before = await countOf(scene.service, 'list_row');
    const body = start('Exigente', { formulario: formBody('Exigente', { 'Pessoas.Código': '31', 'Pessoas.Nome': 'Carla Dias' }) });
    const answers = await Promise.all(Array.from({ length: 6 }, () => activate(chief, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await countOf(scene.service, 'list_row')).toBe(before + 1);
  });
});
