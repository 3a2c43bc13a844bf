import { IDS, loggedIn, type Api } from './support/api';
import { demoText, edited, openDesk } from './support/archive-files';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { activate, activated, approval, complete, fill, FLOW, formOf, list, open, shown, USER, value } from './support/flows';

const SUPPLIERS = /^ {6}- name: Fornecedores\n[\s\S]*?(?=^ {6}- name: Funcionários\n)/m;
const CITY = '          - label: Cidade\n            type: text\n            max: 100\n';
const SHOWN = '          lists:\n            - name: Fornecedores\n';
const BY_TICK = '                  field: Dispensa Assinatura\n                  operator: =\n                  value: sim\n';
const byCity = BY_TICK.replace('field: Dispensa Assinatura', 'field: Cidade\n                  list: Fornecedores').replace(
  'sim',
  'Recife',
);

/** Suppliers decide, and must be there. */
const asked = (text: string) =>
  edited(
    text,
    [BY_TICK, byCity],
    [SHOWN, SHOWN.replace('Fornecedores\n', 'Fornecedores\n              mandatory: true\n')],
    ['            deadline: 2 working-days\n', '            deadline: 2 working-days\n            requires:\n              - form\n'],
  );

describeScene('a flow whose definition was changed', openDesk, (desk) => {
  let demo: Api;
  let text: string;
  beforeAll(async () => {
    demo = await loggedIn(desk.service.url);
    text = await demoText();
  });

  const begun = () =>
    activated(
      demo,
      approval({}, [
        value(FLOW.title, 'Contrato de limpeza'),
        value(FLOW.cnpj, '07.664.483/0001-78'),
        value(FLOW.company, 'Elevadores & Cia'),
        value(FLOW.city, 'Recife'),
      ]),
    );
  const model = (code: number, formato?: string) =>
    demo.get(`/api/Workflow/Cliente/${IDS.client}/modelo-fluxo`, { query: { codigoWorkflow: code, ...(formato && { formato }) } });

  it.each<[string, (text: string) => string, string[]]>([
    ['a field of its list', (before) => edited(before, [CITY, '']), [FLOW.cnpj, FLOW.company]],
    [
      'its list',
      (before) =>
        edited(
          before.replace(SUPPLIERS, ''),
          ['              - name: Fornecedores\n              - name: Clientes', '              - name: Clientes'],
          [SHOWN, ''],
        ),
      [],
    ],
  ])('completes without %s', async (_, without, left) => {
    await desk.apply(text, { allowRemove: true });
    await desk.apply(asked(text));
    const code = await begun();
    for (const table of ['document_list_row', 'list_row_value', 'list_row', 'document_value WHERE from_list = 1'])
      await desk.service.database.query(`DELETE FROM ${table}`);
    await desk.apply(without(text), { allowRemove: true });

    expect(Object.keys(await formOf(demo, code)).sort()).toEqual([FLOW.title, ...left].sort());
    expect((await list(demo, FLOW.approval)).json.Dados).toContainEqual(expect.objectContaining({ CodigoWorkflow: code }));
    for (const formato of [undefined, 'bpmn']) expect((await model(code, formato)).status).toBe(200);

    const [review] = await open(demo, code);
    const change = (idCampo: string, valor: string, idLista = '') =>
      fill(demo, review!.id, { codigoWorkflow: code, campos: [{ idLista, idCampo, valor }] });
    expect(problemsOf(expectRefusal(await change(FLOW.city, 'Olinda', FLOW.suppliers), 400))).toEqual(['campos[0].idCampo ID_INEXISTENTE']);
    expect((await change(FLOW.title, 'Contrato novo')).text).toBe('"OK"');

    // What the form no longer has decides nothing, and is asked of nobody.
    expect((await complete(demo, review!.id)).json).toMatchObject({ status: 1, etapaAtual: [{ nomeTarefa: 'Assinatura' }] });
    const [signature] = await open(demo, code);
    expect((await complete(demo, signature!.id)).json.status).toBe(2);
    expect((await shown(demo, code)).status).toBe(2);
  });

  it('continues with deactivated participants, by users of the whole client', async () => {
    await desk.apply(text, { allowRemove: true });
    const code = await activated(demo, approval({ idUsuario: USER.finance }));
    await desk.service.database.query("UPDATE user_account SET active = 0 WHERE login = 'financeiro'");
    const [review] = await open(demo, code);
    expect(review!.usuario).not.toBeNull();
    expect((await complete(demo, review!.id)).json).toMatchObject({ status: 1, etapaAtual: [{ nomeTarefa: 'Assinatura' }] });
  });

  it('never belongs to a removed definition, with concurrent calls', async () => {
    const from = text.indexOf('      - name: Conferência\n');
    const without = text.slice(0, from) + text.slice(text.indexOf('      - name: Manual\n'));
    const { database } = desk.service;
    for (let round = 0; round < 6; round++) {
      await database.query('DELETE FROM workflow');
      await desk.apply(text, { allowRemove: true });
      const body = { idCliente: IDS.client, idConfWorkflow: FLOW.check };
      const [applied, ...answers] = await Promise.all([
        desk.apply(without, { allowRemove: true }).then(
          () => true,
          () => false,
        ),
        ...Array.from({ length: 6 }, () => activate(demo, body)),
      ]);
      const begun = answers.filter(({ status }) => status === 200).length;
      expect(answers.filter(({ status }) => ![200, 400, 503].includes(status)).map(({ text }) => text)).toEqual([]);
      expect([await desk.count('workflow'), await desk.count('workflow_definition')]).toEqual([begun, applied ? 2 : 3]);
      if (applied) expect(begun).toBe(0);
    }
  });
});
