import { newId } from '#application/support/ids';
import { stableId } from '#application/support/stable-id';
import { DEMO_ARCHIVE, DEMO_CLIENT } from '#src/demo/demo-archive';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { describeContract } from './support/implementations';

const PDF = Buffer.from('%PDF-1.7 as it came\n');
const taskId = (...names: string[]) => stableId('workflow-task', DEMO_CLIENT, ...names);
const fieldId = (label: string) => stableId('workflow-field', DEMO_CLIENT, 'Aprovação de Contrato', label);

/** The demo archive, with a model for its first workflow. */
const WITH_MODEL = {
  ...DEMO_ARCHIVE,
  clients: DEMO_ARCHIVE.clients.map((client) => ({
    ...client,
    workflows: client.workflows?.map((workflow, index) =>
      index > 0
        ? workflow
        : {
            ...workflow,
            model: {
              name: 'Minuta',
              content: PDF.toString('base64'),
              fields: [
                { pdf: 'titulo', field: 'Título' },
                { pdf: 'cnpj', list: 'Fornecedores', field: 'CNPJ' },
              ],
            },
          },
    ),
  })),
};

/** Definitions of the clients in reach, and the designs of their revisions. */
describeContract('WorkflowDefinitions', { empty: true }, (archive) => {
  beforeAll(async () => {
    await archive.installer.install(WITH_MODEL);
  });
  const approval = async () => (await archive.workflowDefinitions.find(await scopeOf(archive), DEMO.approval))!;

  it('lists the definitions within the scope by name', async () => {
    const all = await archive.workflowDefinitions.list(await scopeOf(archive));
    expect(all.map(({ id, clientId, name, active, activation }) => [id, clientId, name, active, activation])).toEqual([
      [DEMO.approval, DEMO.client, 'Aprovação de Contrato', true, 'api'],
      [DEMO.checking, DEMO.client, 'Conferência', true, 'automatic'],
      [DEMO.manual, DEMO.client, 'Manual', true, 'manual'],
    ]);
    expect(new Set(all.map(({ revision }) => revision)).size).toBe(3);
    expect(await archive.workflowDefinitions.list(await scopeOf(archive, 'outro'))).toEqual([]);
    expect(await archive.workflowDefinitions.list(await scopeOf(archive, 'demo', 'outro'))).toEqual(all);
  });

  it('finds a definition within the scope, with its design', async () => {
    const { design, revision } = await approval();
    expect(revision).toBeGreaterThan(0);
    expect(design.steps.map(({ name, group }) => [name, group])).toEqual([
      ['Solicitação', null],
      ['Revisão', null],
      ['Assinatura', null],
    ]);
    const [request, review] = design.steps;
    expect(request).toEqual({
      id: taskId('Aprovação de Contrato', 'Solicitação'),
      name: 'Solicitação',
      group: null,
      tasks: [
        {
          id: taskId('Aprovação de Contrato', 'Solicitação'),
          name: 'Solicitação',
          responsible: { type: 'api' },
          deadline: null,
          requires: { comment: true, form: true, attachment: false, document: false },
        },
      ],
      exits: [{ to: review!.id, label: null, when: null }],
    });
    expect(review!.tasks[0]!.deadline).toEqual({ amount: 2, unit: 'working-days' });
    expect(review!.exits[0]).toEqual({
      to: design.endId,
      label: 'Dispensar assinatura',
      when: { fieldId: fieldId('Dispensa Assinatura'), operator: '=', value: 'sim' },
    });
    expect(design.workingTime).toEqual({ days: [1, 2, 3, 4, 5], from: 480, until: 1080, holidays: ['2026-12-25', '2027-01-01'] });
  });

  it('separates the fields of a form from those of the archive', async () => {
    const { form } = (await approval()).design;
    expect(form?.fields.map(({ id, field, mandatory }) => [id, field.code, field.type, mandatory])).toEqual([
      [fieldId('Título'), -1, 'text', true],
      [fieldId('Vigência'), -2, 'date', false],
      [fieldId('Valor'), -3, 'money', false],
      [fieldId('Modalidade'), -4, 'options', false],
      [fieldId('Dispensa Assinatura'), -5, 'checkbox', false],
    ]);
    expect(form?.lists).toEqual([{ listId: DEMO.suppliers, mandatory: false }]);
  });

  it('finds users by id', async () => {
    const { design } = (await archive.workflowDefinitions.find(await scopeOf(archive), DEMO.manual))!;
    const opinions = design.steps[1]!;
    expect([opinions.id, opinions.group]).toEqual([stableId('workflow-group', DEMO_CLIENT, 'Manual', 'Pareceres'), 'all']);
    expect(opinions.tasks.map(({ responsible }) => responsible)).toEqual([
      { type: 'user', userId: userId('financeiro') },
      { type: 'group', userIds: [userId('demo'), userId('financeiro')], consensus: 50 },
    ]);
  });

  it('returns the design and the model of a revision', async () => {
    const scope = await scopeOf(archive);
    const { revision, design } = await approval();
    expect(await archive.workflowDefinitions.design(scope, DEMO.approval, revision)).toEqual(design);
    expect(design.model).toEqual({
      name: 'Minuta',
      fields: { titulo: fieldId('Título'), cnpj: stableId('list-field', DEMO_CLIENT, 'Fornecedores', 'CNPJ') },
    });
    expect(Buffer.from((await archive.workflowDefinitions.model(scope, DEMO.approval, revision))!)).toEqual(PDF);
    const { revision: plain } = (await archive.workflowDefinitions.find(scope, DEMO.manual))!;
    expect(await archive.workflowDefinitions.model(scope, DEMO.manual, plain)).toBeNull();
  });

  it('returns nothing for another client or an unknown definition', async () => {
    const { workflowDefinitions } = archive;
    const [scope, other] = [await scopeOf(archive), await scopeOf(archive, 'outro')];
    const { revision } = await approval();
    expect(await workflowDefinitions.find(other, DEMO.approval)).toBeNull();
    expect(await workflowDefinitions.find(scope, newId())).toBeNull();
    for (const question of ['design', 'model'] as const) {
      expect(await workflowDefinitions[question](other, DEMO.approval, revision)).toBeNull();
      expect(await workflowDefinitions[question](scope, DEMO.manual, revision)).toBeNull();
      expect(await workflowDefinitions[question](scope, DEMO.approval, revision + 1000)).toBeNull();
    }
  });
});
