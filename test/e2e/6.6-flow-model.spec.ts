import { writeFile } from 'node:fs/promises';
import { PDFCheckBox, PDFDocument, PDFDropdown, PDFTextField } from '@cantoo/pdf-lib';
import { BpmnModdle } from 'bpmn-moddle';
import { stableId } from '#application/support/stable-id';
import { IDS, loggedIn, type Answer, type Api } from './support/api';
import { demoText, edited, openDesk } from './support/archive-files';
import { expectRefusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { activated, approval, cancel, FLOW, list, MAIL, USER, value } from './support/flows';
import { visible } from './support/reading';
import { aModel } from './support/a-model';

const path = (client = IDS.client) => `/api/Workflow/Cliente/${client}/modelo-fluxo`;
const FORM_END = '          lists:\n            - name: Fornecedores\n        workingTime:';
const WITH_MODEL = FORM_END.replace(
  '        workingTime:',
  `        model:
          name: Minuta
          file: minuta.pdf
          fields:
            - pdf: cnpj
              list: Fornecedores
              field: CNPJ
            - pdf: nome
              list: Fornecedores
              field: Razão Social
            - pdf: de novo
              field: Título
        workingTime:`,
);
const VALUES = [
  value(FLOW.title, 'Contrato nº 4711 — Łódź 你好'),
  value(FLOW.until, '2027-12-31'),
  value(FLOW.value, '1.500,00'),
  value(FLOW.kind, 'locacao'),
  value(FLOW.waived, 'sim'),
  value(FLOW.cnpj, '07.664.483/0001-78'),
  value(FLOW.company, 'Elevadores & Cia'),
];

/** What the fields of a PDF hold, by name. */
async function fieldsOf({ json }: Answer): Promise<Record<string, unknown>> {
  const document = await PDFDocument.load(Buffer.from(json.arquivoModelo as string, 'base64'));
  return Object.fromEntries(
    document
      .getForm()
      .getFields()
      .map((field) => {
        if (field instanceof PDFTextField) return [field.getName(), field.getText() ?? ''];
        if (field instanceof PDFCheckBox) return [field.getName(), field.isChecked()];
        return [field.getName(), field instanceof PDFDropdown ? field.getSelected() : '?'];
      }),
  );
}

describeScene('6.6 GET /api/Workflow/Cliente/{idCliente}/modelo-fluxo', openDesk, (desk) => {
  let demo: Api;
  beforeAll(async () => {
    demo = await loggedIn(desk.service.url);
  });
  const model = (query: Record<string, string | number>, api = demo) => api.get(path(), { query });
  const check = () => activated(demo, { idCliente: IDS.client, idConfWorkflow: FLOW.check });
  const idOf = async (code: number) =>
    (await list(demo, FLOW.approval)).json.Dados.find((each: { CodigoWorkflow: number }) => each.CodigoWorkflow === code)
      .IdWorkflow as string;

  it('creates a fillable PDF of the form with its values', async () => {
    const code = await activated(demo, approval({}, VALUES));
    const answer = await model({ codigoWorkflow: code });
    expect([answer.status, Object.keys(answer.json), answer.json.nomeModelo]).toEqual([
      200,
      ['nomeModelo', 'arquivoModelo'],
      'Dados do Contrato.pdf',
    ]);
    expect(await fieldsOf(answer)).toEqual({
      Título: 'Contrato nº 4711 — Łódź 你好',
      Vigência: '31/12/2027',
      Valor: '1.500,00',
      Modalidade: ['Locação'],
      'Dispensa Assinatura': true,
      CNPJ: '07.664.483/0001-78',
      'Razão Social': 'Elevadores & Cia',
      Cidade: '',
    });
  });

  it('lists the tasks of a definition without a form', async () => {
    const answer = await model({ codigoWorkflow: await check() });
    expect([answer.status, answer.json.nomeModelo]).toEqual([200, 'Conferência.pdf']);
    expect(await fieldsOf(answer)).toEqual({});
  });

  it('fills the model of the revision under which the flow began', async () => {
    const before = await activated(demo, approval({}, VALUES));
    await writeFile(desk.path('minuta.pdf'), await aModel());
    await desk.apply(edited(await demoText(), [FORM_END, WITH_MODEL]));
    const [filled, bare] = [await activated(demo, approval({}, VALUES)), await activated(demo)];
    const expected = {
      Título: 'Contrato nº 4711 — Łódź 你好',
      'de novo': 'Contrato n',
      Vigência: '31/12/2027',
      valor: '1.500,00',
      Modalidade: ['Locação'],
      'Dispensa Assinatura': true,
      cnpj: '07.664.483/0001-78',
      nome: 'Elevadores & Cia',
      livre: 'já estava aqui',
    };
    const answer = await model({ codigoWorkflow: filled });
    expect([answer.status, answer.json.nomeModelo]).toEqual([200, 'Minuta.pdf']);
    expect(await fieldsOf(answer)).toEqual(expected);
    // What the form does not say the model keeps.
    expect(await fieldsOf(await model({ codigoWorkflow: bare }))).toEqual({
      ...{ Título: 'Contrato de limpeza', 'de novo': 'Contrato d', Vigência: '', valor: '', Modalidade: [] },
      ...{ 'Dispensa Assinatura': false, cnpj: '', nome: '', livre: 'já estava aqui' },
    });
    expect((await model({ codigoWorkflow: before })).json.nomeModelo).toBe('Dados do Contrato.pdf');

    await desk.apply(await demoText());
    expect(await fieldsOf(await model({ codigoWorkflow: filled }))).toEqual(expected);
    await cancel(desk.service, filled);
    expect(await fieldsOf(await model({ codigoWorkflow: filled }))).toEqual(expected);
  });

  it('returns the definition as a BPMN file that modellers read', async () => {
    const code = await activated(demo);
    const { status, json } = await model({ codigoWorkflow: code, formato: 'BPMN' });
    expect([status, json.nomeModelo]).toEqual([200, 'Aprovação de Contrato.bpmn']);
    const xml = Buffer.from(json.arquivoModelo as string, 'base64').toString('utf8');
    const { elementsById, warnings } = await new BpmnModdle().fromXML(xml);
    expect(warnings).toEqual([]);
    const named = Object.values(elementsById).filter((each) => /Task|Process|Event$|Gateway/.test(each.$type));
    expect(named.map((each) => [each.$type, each.get('name')])).toEqual([
      ['bpmn:Process', 'Aprovação de Contrato'],
      ['bpmn:StartEvent', undefined],
      ['bpmn:ServiceTask', 'Solicitação'],
      ['bpmn:UserTask', 'Revisão'],
      ['bpmn:ExclusiveGateway', undefined],
      ['bpmn:SendTask', 'Assinatura'],
      ['bpmn:EndEvent', undefined],
    ]);
    const review = elementsById[`Step_${FLOW.review}`]!;
    const [documentation] = review.get('documentation') as { get(name: string): string }[];
    expect(documentation!.get('text')).toBe('Responsável: usuário selecionado.\nPrazo: 2 dias úteis.');
    const decision = elementsById[`Decision_${FLOW.review}`]!;
    const ways = decision.get('outgoing') as { id: string; get(name: string): unknown }[];
    expect(ways.map((each) => [each.get('name'), (each.get('conditionExpression') as typeof review | undefined)?.get('body')])).toEqual([
      ['Dispensar assinatura', 'Dispensa Assinatura = "sim"'],
      ['Enviar para assinatura', undefined],
    ]);
    expect((decision.get('default') as { id: string }).id).toBe(ways[1]!.id);
    const plain = await model({ codigoWorkflow: await check(), formato: 'bpmn' });
    expect((await new BpmnModdle().fromXML(Buffer.from(plain.json.arquivoModelo as string, 'base64').toString('utf8'))).warnings).toEqual(
      [],
    );
  });

  it('finds the flow by its id, its code or both, which must match', async () => {
    const [one, other] = [await activated(demo), await activated(demo)];
    const id = await idOf(one);
    const queries: Record<string, string | number>[] = [
      { idWorkflow: id },
      { idWorkflow: `{${id.toUpperCase()}}`, codigoWorkflow: one },
      { IDWORKFLOW: id, CODIGOWORKFLOW: 0 },
    ];
    for (const query of queries) expect((await model(query)).status).toBe(200);
    const disagreeing = await model({ idWorkflow: id, codigoWorkflow: other });
    const unknown = await model({ idWorkflow: stableId('flow', 'none'), codigoWorkflow: other });
    expect(expectRefusal(disagreeing, 400).codigo).toBe('FLUXO_INEXISTENTE');
    expect(visible(disagreeing)).toEqual(visible(unknown));
  });

  it('refuses a call without a flow, an unknown format, and malformed ids', async () => {
    const code = await activated(demo);
    const fields = (answer: Answer) => expectRefusal(answer, 400).erros?.map(({ campo, codigo }) => [campo, codigo]);
    expect(fields(await model({}))).toEqual([['idWorkflow', 'ID_DO_FLUXO_AUSENTE']]);
    expect(fields(await model({ codigoWorkflow: code, formato: 'svg' }))?.[0]?.[0]).toBe('formato');
    expect(fields(await model({ idWorkflow: 'x' }))?.[0]?.[0]).toBe('idWorkflow');
    expect(fields(await model({ codigoWorkflow: 'x' }))?.[0]?.[0]).toBe('codigoWorkflow');
  });

  it('serves readers, and no users of other clients', async () => {
    const code = await activated(demo);
    expect((await model({ codigoWorkflow: code }, await loggedIn(desk.service.url, 'leitor'))).status).toBe(200);
    const other = await loggedIn(desk.service.url, 'outro');
    expectRefusal(await other.get(path(), { query: { codigoWorkflow: code } }), 401);
    const foreign = await other.get(path(IDS.otherClient), { query: { codigoWorkflow: code } });
    const unknown = await other.get(path(IDS.otherClient), { query: { codigoWorkflow: 999_999_999 } });
    expect(expectRefusal(foreign, 400).codigo).toBe('FLUXO_INEXISTENTE');
    expect(visible(foreign)).toEqual(visible(unknown));
    expect([USER.demo, MAIL].some((secret) => foreign.text.includes(secret))).toBe(false);
  });

  it('supports concurrent calls', async () => {
    const code = await activated(demo, approval({}, VALUES));
    const answers = await Promise.all(Array.from({ length: 12 }, () => model({ codigoWorkflow: code })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set((await Promise.all(answers.map(fieldsOf))).map((each) => JSON.stringify(each))).size).toBe(1);
  });
});
