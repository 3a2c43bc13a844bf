import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { WorkflowDefinitions } from '#application/ports/workflows';
import { stableId } from '#application/support/stable-id';
import { planText } from '#src/cli/provisioning/plan-text';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { DEMO, scopeOf } from '../builders/demo';
import { Structures } from '#application/ports/structure';
import { demoText, edited, summary, openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';

const REVIEW = '          - name: Revisão\n';
const CHECKING = '      - name: Conferência\n        activation: automatic\n';
const FORM_END = '          lists:\n            - name: Fornecedores\n        workingTime:';

async function aForm(...names: string[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  for (const [index, name] of names.entries()) {
    document
      .getForm()
      .createTextField(name)
      .addToPage(page, { x: 50, y: 50 + 30 * index });
  }
  return Buffer.from(await document.save());
}

describeScene('workflows in an archive file', openDesk, (desk) => {
  let text: string;
  beforeAll(async () => {
    text = await demoText();
  });
  const definitions = () => desk.service.app.get(WorkflowDefinitions);
  const scope = () => scopeOf({ structures: desk.service.app.get(Structures) });
  const find = async (id: string) => (await definitions().find(await scope(), id))!;
  const addFlow = (id: string) =>
    desk.service.database.query(
      `INSERT INTO workflow (id, client_id, definition_id, revision, status, started_at, started_by)
       SELECT '${stableId('flow', id)}', client_id, id, revision, 1, 1000, 'x' FROM workflow_definition WHERE id = '${id}'`,
    );

  it('are applied as documented', async () => {
    const page = await readFile(join(__dirname, '../../docs/archive-file.md'), 'utf8');
    const [, example] = /```yaml\n(workflows:[\s\S]*?)```/.exec(page) as RegExpExecArray;
    const pdf = await aForm('cnpj_fornecedor');
    await writeFile(desk.path('pedido.pdf'), pdf);
    const people = example!.replace('maria', 'demo').replaceAll('[ana, bia]', '[demo, leitor]');
    const added = `${people.trimEnd().replace('workflows:\n', '').replace(/^/gm, '    ')}\n`;
    expect(summary((await desk.apply(edited(text, ['    workflows:\n', `    workflows:\n${added}`]))).plan)).toEqual([
      'workflows +1 ~0 -0',
    ]);
    expect((await desk.apply(await desk.export())).plan.groups).toEqual([]);
    await desk.apply(text, { allowRemove: true });
  });

  it('keep the design of running flows', async () => {
    const before = await find(DEMO.approval);
    const { plan } = await desk.apply(edited(text, ['deadline: 2 working-days', 'deadline: 3 working-days']));
    expect(planText(plan)).toContain(`workflows: 0 added, 1 changed, 0 removed\n  ~ ${DEMO_CLIENT} / Aprovação de Contrato: design: steps`);
    const after = await find(DEMO.approval);
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(after.design.steps[1]!.tasks[0]!.deadline).toEqual({ amount: 3, unit: 'working-days' });
    expect(await definitions().design(await scope(), DEMO.approval, before.revision)).toEqual(before.design);
    await desk.apply(text);
    expect((await find(DEMO.approval)).design).toEqual(before.design);
  });

  it('keep the ids of parts when the workflow is renamed, and of parts with given ids', async () => {
    const before = await find(DEMO.approval);
    const renamed = edited(
      text,
      ['- name: Aprovação de Contrato\n', `- name: Contratos\n        id: ${DEMO.approval}\n`],
      [REVIEW, `          - name: Análise\n            id: ${before.design.steps[1]!.id}\n`],
    );
    expect(summary((await desk.apply(renamed)).plan)).toEqual(['workflows +0 ~1 -0']);
    const after = await find(DEMO.approval);
    expect(after.name).toBe('Contratos');
    expect(after.design.steps.map(({ id }) => id)).toEqual(before.design.steps.map(({ id }) => id));
    expect([after.design.endId, after.design.form]).toEqual([before.design.endId, before.design.form]);
    for (const ids of [false, true]) expect((await desk.apply(await desk.export({ ids }))).plan.groups).toEqual([]);
    await desk.apply(edited(text, ['- name: Aprovação de Contrato\n', `- name: Aprovação de Contrato\n        id: ${DEMO.approval}\n`]));
  });

  it('are removed only without flows, and can be deactivated instead', async () => {
    await addFlow(DEMO.manual);
    const start = text.indexOf('      - name: Manual\n');
    const without = text.slice(0, start) + text.slice(text.indexOf('  - name: Outra Empresa'));
    expect(await desk.refused(without, { allowRemove: true })).toEqual([
      'archive.yaml workflow "Manual" cannot be removed: it has flows; "active: false" keeps new ones from being activated',
    ]);
    await desk.apply(edited(text, ['- name: Manual\n', '- name: Manual\n        active: false\n']));
    expect((await find(DEMO.manual)).active).toBe(false);
    expect(await desk.export()).toContain('active: false');
    await desk.service.database.query('DELETE FROM workflow');
    expect(await desk.refused(without)).toEqual([expect.stringContaining('workflows: 0 added, 0 changed, 1 removed'), expect.any(String)]);
    await desk.apply(without, { allowRemove: true });
    expect(await desk.count('workflow_definition')).toBe(2);
    expect(await definitions().find(await scope(), DEMO.manual)).toBeNull();
    await desk.apply(text);
    expect((await find(DEMO.manual)).active).toBe(true);
  });

  it.each<[string, readonly (readonly [string, string])[], RegExp[]]>([
    ['a member that is unknown', [[REVIEW, `${REVIEW}            colour: red\n`]], [/^archive.yaml:\d+:13 unknown property "colour"; known here are id, name, resp/]],
    ['a responsible that is none', [['responsible: selected-user', 'responsible: somebody']], [/^archive.yaml:\d+:26 "responsible" must be one of activator, .* or \{ user: <login> \}/]],
    ['a deadline that is none', [['deadline: 5 days', 'deadline: soon']], [/^archive.yaml:\d+:23 the deadline of task "Assinatura" must be a number above zero and a unit, like "2 working-days"$/]],
    ['a consensus of nobody', [['consensus: 50', 'consensus: 0']], [/^archive.yaml:\d+:28 "consensus" must be >= 1$/]],
    ['a time that is none', [['until: 18:00', 'until: 6pm']], [/^archive.yaml:\d+:18 "until" must be a time of the day/]],
    ['an exit to nowhere', [['- to: Assinatura', '- to: Assinar']], [/^archive.yaml:\d+:21 step "Revisão" leads to "Assinar", which is not a step/, /^archive.yaml:\d+:19 step "Assinatura" is never reached$/]],
    ['a condition on a field of another form', [['field: Dispensa Assinatura', 'field: Número']], [/^archive.yaml:\d+:26 the form has no field "Número"$/]],
    ['a list that is not there', [[FORM_END, FORM_END.replace('Fornecedores', 'Clientes')]], [/^archive.yaml:\d+:21 list "Clientes" is not defined for this client$/]],
    ['two workflows of one name', [['- name: Manual\n', '- name: conferencia\n']], [/^archive.yaml:\d+:15 workflow "conferencia" is there twice$/]],
    ['a user who is not there', [['user: financeiro', 'user: ninguém']], [/^archive.yaml:\d+:25 user "ninguém" is not defined$/]],
    ['a user of another client', [['user: financeiro', 'user: outro']], [/^archive.yaml:\d+:9 workflow "Manual" gives a task to user "outro", who has no grant on the client$/]],
    ['an id twice', [[CHECKING, CHECKING.replace('\n', `\n        id: ${DEMO.manual}\n`)], ['- name: Manual\n', `- name: Manual\n        id: ${DEMO.manual}\n`]], [/the id .* is already used in this file/]],
    ['a model that lies elsewhere', [[FORM_END, FORM_END.replace('        workingTime', '        model:\n          name: M\n          file: ../model.pdf\n        workingTime')]], [/^archive.yaml:\d+:17 "..\/model.pdf" lies outside the folder of this file$/]],
    ['a model that is not there', [[FORM_END, FORM_END.replace('        workingTime', '        model:\n          name: M\n          file: none.pdf\n        workingTime')]], [/^archive.yaml:\d+:17 "none.pdf" cannot be read: ENOENT$/]],
    ['a model that is no PDF', [[FORM_END, FORM_END.replace('        workingTime', '        model:\n          name: M\n          content: JVBERi0=\n        workingTime')]], [/^archive.yaml:\d+:11 model "M" is not a fillable PDF/]],
    ['a model that is not written in Base64', [[FORM_END, FORM_END.replace('        workingTime', '        model:\n          name: M\n          content: "*"\n        workingTime')]], [/^archive.yaml:\d+:20 the content of model "M" is not written in Base64$/]],
  ])('are refused with %s', async (_, edits, messages) => {
    expect(await desk.refused(edited(text, ...edits))).toEqual(messages.map((message) => expect.stringMatching(message)));
  }); // prettier-ignore

  it('are refused when another section removes their users', async () => {
    const financial = / {2}- login: financeiro[\s\S]*?(?=\n {2}- login)/.exec(text)![0];
    expect(await desk.refused(text.replace(`${financial}\n`, ''), { allowRemove: true })).toEqual([
      expect.stringMatching(/workflow "Manual" gives a task to user "financeiro", who is not active$/),
    ]);
    // Whoever became inactive in another way stands in nobody's way.
    await desk.service.database.query("UPDATE user_account SET active = 0 WHERE login = 'financeiro'");
    expect((await desk.apply(await desk.export())).plan.groups).toEqual([]);
    await desk.apply(text);
  });

  it('include the PDF of their model', async () => {
    const pdf = await aForm('Título', 'cnpj', 'livre');
    await writeFile(desk.path('minuta.pdf'), pdf);
    const model = (fields: string) =>
      edited(text, [
        FORM_END,
        FORM_END.replace(
          '        workingTime',
          `        model:\n          name: Minuta\n          file: minuta.pdf\n${fields}        workingTime`,
        ),
      ]);
    const reference = (name: string) =>
      `          fields:\n            - pdf: ${name}\n              field: CNPJ\n              list: Fornecedores\n`;
    expect(await desk.refused(model(reference('CNPJ')))).toEqual([
      expect.stringMatching(/^archive.yaml:\d+:20 the PDF has no field "CNPJ"; it has Título, cnpj, livre$/),
    ]);
    expect(summary((await desk.apply(model(reference('cnpj')))).plan)).toEqual(['workflows +0 ~1 -0']);
    const { revision, design } = await find(DEMO.approval);
    expect(design.model).toEqual({ name: 'Minuta', fields: { cnpj: stableId('list-field', DEMO_CLIENT, 'Fornecedores', 'CNPJ') } });
    expect(Buffer.from((await definitions().model(await scope(), DEMO.approval, revision))!)).toEqual(pdf);
    expect((await desk.apply(model(reference('cnpj')))).plan.groups).toEqual([]);
    expect((await desk.apply(await desk.export())).plan.groups).toEqual([]);

    await writeFile(desk.path('minuta.pdf'), await aForm('Título', 'cnpj'));
    const { plan } = await desk.apply(model(reference('cnpj')));
    expect(planText(plan)).toContain('Aprovação de Contrato: the PDF of its model');
    expect((await find(DEMO.approval)).revision).toBeGreaterThan(revision);
    await desk.apply(text);
    expect((await find(DEMO.approval)).design.model).toBeNull();
  });
});
