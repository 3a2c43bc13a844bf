import type { ListDefinition, StepDefinition, WorkflowDescription } from '#domain/provisioning/archive-definition';
import { Problems } from '#domain/provisioning/archive-problem';
import { checkWorkflows } from './check-design';

const SUPPLIERS: ListDefinition = {
  name: 'Suppliers',
  kind: 'autocomplete',
  fields: [
    { label: 'Code', type: 'number', key: true },
    { label: 'City', type: 'text' },
  ],
};

const step = (name: string, more: Partial<StepDefinition> = {}): StepDefinition => ({ name, responsible: 'activator', ...more });
const task = (name: string, more: object = {}) => ({ name, responsible: 'activator' as const, ...more });
const group = (name: string, ...names: string[]): StepDefinition => ({ name, group: 'all', tasks: names.map((each) => task(each)) });

/** What is wrong with one workflow, each with where it stands in it. */
function found(more: Partial<WorkflowDescription>): string[] {
  const problems = new Problems();
  const workflow: WorkflowDescription = { name: 'W', activation: 'api', steps: [step('A')], ...more };
  checkWorkflows([workflow], new Map([[SUPPLIERS.name, SUPPLIERS]]), new Set(['ana', 'bia']), new Set(['["Geral"]']), [], problems);
  return problems.found.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);
}

const FORM: WorkflowDescription['form'] = {
  name: 'F',
  fields: [
    { label: 'Amount', type: 'money' },
    { label: 'Day', type: 'date' },
    { label: 'Kind', type: 'options', options: ['One', 'Two'] },
    { label: 'Note', type: 'text', max: 3 },
    { label: 'Done', type: 'checkbox' },
  ],
  lists: [{ name: 'Suppliers' }],
};
const deciding = (when: object): Partial<WorkflowDescription> => ({
  form: FORM,
  steps: [step('A', { exits: [{ to: 'end', when: { operator: '=', value: '1', ...when } as never }, { to: 'B' }] }), step('B')],
});
const model = (more: object): Partial<WorkflowDescription> => ({ form: FORM, model: { name: 'M', content: 'AA==', ...more } });
const hours = (more: object) => ({ workingTime: { days: ['monday'] as const, from: '08:00', until: '18:00', ...more } });

describe('a workflow', () => {
  it.each<[string, Partial<WorkflowDescription>]>([
    ['of one step', {}],
    ['whose steps follow each other', { steps: [step('A'), step('B'), step('C')] }],
    ['that goes back, and on from there', { steps: [step('A'), step('B', { exits: [{ to: 'A' }, { to: 'end' }] })] }],
    ['that begins with api', { steps: [step('A', { responsible: 'api', requires: ['comment', 'attachment', 'document'] })] }],
    ['with a group', { steps: [group('G', 'T', 'U'), step('B')] }],
    ['with people', { steps: [step('A', { responsible: { user: 'Ana' } }), step('B', { responsible: { group: ['ana', 'BIA'] }, consensus: 1 })] }],
    ['with several externals', { steps: [step('A', { responsible: 'selected-externals', consensus: 100 })] }],
    ['with deadlines, in working units without working time too', { steps: [step('A', { deadline: '1 day' }), step('B', { deadline: '90 working-minutes' })] }],
    ['with six exits', { steps: [step('A', { exits: ['B', 'C', 'D', 'E', 'F', 'end'].map((to) => ({ to })) }), ...'BCDEF'.split('').map((each) => step(each, { next: 'end' }))] }],
    ['that compares money', deciding({ field: 'Amount', operator: '>=', value: '1.000,00' })],
    ['that compares a day', deciding({ field: 'Day', operator: '<=', value: '31/12/2026' })],
    ['that compares an option, whatever its case', deciding({ field: 'Kind', operator: '<>', value: 'two' })],
    ['that compares a tick', deciding({ field: 'Done', value: 'sim' })],
    ['that compares a text with more than it may hold', deciding({ field: 'Note', value: 'long' })],
    ['that compares a field of a list', deciding({ field: 'Code', list: 'Suppliers', operator: '>=', value: '7' })],
    ['with two conditions to the same place', { form: FORM, steps: [step('A', { exits: [{ to: 'B', when: { field: 'Done', operator: '=', value: '1' } }, { to: 'B' }] }), step('B')] }],
    ['with a model', model({ fields: [{ pdf: 'x', field: 'Day' }, { pdf: 'y', field: 'City', list: 'Suppliers' }, { pdf: 'z', field: 'Day' }] })],
    ['with a model and without a form', { model: { name: 'M', content: 'AA==' } }],
    ['with working time', hours({ until: '24:00', holidays: ['2028-02-29'] })],
    ['that requires its form', { form: FORM, steps: [step('A', { requires: ['form'] })] }],
  ])('%s can be applied', (_, more) => expect(found(more)).toEqual([])); // prettier-ignore

  it.each<[string, Partial<WorkflowDescription>, string[]]>([
    ['a step that is never reached', { steps: [step('A', { next: 'C' }), step('B'), step('C')] }, ['steps.1.name: step "B" is never reached']],
    ['a loop without a way out', { steps: [step('A'), step('B', { next: 'A' })] }, ['steps.0.name: step "A" never leads to the end', 'steps.1.name: step "B" never leads to the end']],
    ['a loop beside the way', { steps: [step('A', { exits: [{ to: 'B' }, { to: 'end' }] }), step('B'), step('C', { next: 'B' })] }, ['steps.1.name: step "B" never leads to the end', 'steps.2.name: step "C" never leads to the end']],
    ['a step that leads to itself', { steps: [step('A', { exits: [{ to: 'A' }, { to: 'end' }] })] }, ['steps.0.exits.0.to: step "A" leads to itself']],
    ['an exit to nowhere', { steps: [step('A', { next: 'Z' })] }, ['steps.0.next: step "A" leads to "Z", which is not a step of this workflow', 'steps.0.name: step "A" never leads to the end']],
    ['two steps of one name', { steps: [step('Ação'), step('acao')] }, ['steps.1.name: step "acao" is there twice']],
    ['two tasks of one name', { steps: [step('T'), group('G', 't', 'U')] }, ['steps.1.tasks.0.name: task "t" is there twice']],
    ['a step called end', { steps: [step('End')] }, ['steps.0.name: a step cannot be called "End": that is where a workflow ends']],
    ['a way on said twice', { steps: [step('A', { next: 'end', exits: [{ to: 'end' }] })] }, ['steps.0.next: step "A" has both next and exits']],
    ['a choice between the same', { steps: [step('A', { exits: [{ to: 'end' }, { to: 'end', label: 'x' }] })] }, ['steps.0.exits.1.to: exit to "end" is there twice']],
    ['conditions without a default', { form: FORM, steps: [step('A', { exits: [{ to: 'end', when: { field: 'Done', operator: '=', value: '1' } }] })] }, ['steps.0.exits: step "A" has exits with conditions: exactly one must have none, for when no condition holds, and none has']],
    ['conditions with two defaults', { form: FORM, steps: [step('A', { exits: [{ to: 'end', when: { field: 'Done', operator: '=', value: '1' } }, { to: 'B' }, { to: 'end' }] }), step('B')] }, ['steps.0.exits: step "A" has exits with conditions: exactly one must have none, for when no condition holds, and 2 has']],
    ['a condition on a field that is not there', deciding({ field: 'Nothing' }), ['steps.0.exits.0.when.field: the form has no field "Nothing"']],
    ['a condition without a form', { ...deciding({ field: 'Day', value: '01/01/2026' }), form: undefined }, ['steps.0.exits.0.when.field: the form has no field "Day"']],
    ['a condition on a list that the form does not show', { ...deciding({ field: 'Code', list: 'Suppliers' }), form: { ...FORM, lists: [] } }, ['steps.0.exits.0.when.list: the form does not show a list "Suppliers"']],
    ['a condition on a list field that is not there', deciding({ field: 'Street', list: 'Suppliers' }), ['steps.0.exits.0.when.field: list "Suppliers" has no field "Street"']],
    ['an order of texts', deciding({ field: 'Note', operator: '>=' }), ['steps.0.exits.0.when.operator: field "Note" of type text is compared by = and <> alone']],
    ['an amount that is none', deciding({ field: 'Amount', value: 'much' }), ['steps.0.exits.0.when.value: "much" is not a value of field "Amount" of type money']],
    ['a day that is none', deciding({ field: 'Day', value: '31/02/2026' }), ['steps.0.exits.0.when.value: "31/02/2026" is not a value of field "Day" of type date']],
    ['an option that is none', deciding({ field: 'Kind', value: 'Three' }), ['steps.0.exits.0.when.value: "Three" is not a value of field "Kind" of type options']],
    ['api in a later step', { steps: [step('A'), step('B', { responsible: 'api' })] }, ['steps.1.responsible: task "B" cannot be done by api: only the first step can, as a task of its own']],
    ['api in a group', { steps: [{ name: 'G', group: 'one', tasks: [task('T', { responsible: 'api' }), task('U')] }] }, ['steps.0.tasks.0.responsible: task "T" cannot be done by api: only the first step can, as a task of its own']],
    ['levels of a workflow that is not automatic', { levels: [['Geral']] }, ['levels: levels are of an automatic workflow: the activation is api']],
    [
      'levels that are not there, or twice',
      { activation: 'automatic', levels: [['Geral'], ['Geral'], ['Outro', 'Abaixo']], steps: [step('A')] },
      ['levels.1: level "Geral" is there twice', 'levels.2: level "Outro > Abaixo" is not defined'],
    ],
    [
      'levels where the first task waits to be given to somebody',
      { activation: 'automatic', levels: [['Geral']], steps: [step('A', { responsible: 'selected-user' })] },
      ['levels: task "A" has a responsible who is unknown when a document starts the flow'],
    ],
    ['api where the activation is another', { activation: 'manual', steps: [step('A', { responsible: 'api' })] }, ['steps.0.responsible: task "A" cannot be done by api: the activation is manual']],
    ['api with a deadline', { steps: [step('A', { responsible: 'api', deadline: '1 day' })] }, ['steps.0.deadline: task "A" is completed at once: it has no deadline']],
    ['a way back to api', { steps: [step('A', { responsible: 'api' }), step('B', { exits: [{ to: 'A' }, { to: 'end' }] })] }, ['steps.1.exits.0.to: step "B" leads back to "A", which the activation alone completes']],
    ['a group that is a task, too', { steps: [{ ...group('G', 'T', 'U'), responsible: 'activator', deadline: '1 day' }] }, ['steps.0.responsible: step "G" is a group: responsible is said of its tasks', 'steps.0.deadline: step "G" is a group: deadline is said of its tasks']],
    ['nobody', { steps: [{ name: 'A' }] }, ['steps.0: step "A" has neither a responsible nor a group of tasks']],
    ['a user who is not there', { steps: [step('A', { responsible: { user: 'eva' } })] }, ['steps.0.responsible.user: user "eva" is not defined']],
    ['members who are not there, or twice', { steps: [step('A', { responsible: { group: ['ana', 'ANA', 'eva'] } })] }, ['steps.0.responsible.group.1: login "ANA" is there twice', 'steps.0.responsible.group.2: user "eva" is not defined']],
    ['a consensus of one', { steps: [step('A', { consensus: 50 })] }, ['steps.0.consensus: task "A" has a consensus, which only a group or several externals reach']],
    ['a deadline of no time', { steps: [step('A', { deadline: '0 days' })] }, ['steps.0.deadline: the deadline of task "A" must be a number above zero and a unit, like "2 working-days"']],
    ['a form that is required and not there', { steps: [step('A', { requires: ['form'] })] }, ['steps.0.requires: task "A" requires a form, and the workflow has none']],
    ['a form with nothing in it', { form: { name: 'F' } }, ['form: form "F" has neither fields nor lists']],
    ['a form with a field twice', { form: { name: 'F', fields: [{ label: 'Ação', type: 'text' }, { label: 'acao', type: 'text' }] } }, ['form.fields.1.label: field "acao" is there twice']],
    ['a form with a field that breaks the rules of fields', { form: { name: 'F', fields: [{ label: 'O', type: 'options' }] } }, ['form.fields.0: field "O" is of type options and has no options']],
    ['a form with a list that is not there', { form: { name: 'F', lists: [{ name: 'X' }] } }, ['form.lists.0.name: list "X" is not defined for this client']],
    ['a model without a PDF', { model: { name: 'M' } }, ['model: model "M" needs a file or a content']],
    ['a model with a field that is not there', model({ fields: [{ pdf: 'x', field: 'X' }] }), ['model.fields.0.field: the form has no field "X"']],
    ['a model that shows two fields in one', model({ fields: [{ pdf: 'x', field: 'Day' }, { pdf: 'x', field: 'Note' }] }), ['model.fields.1.pdf: field "x" of the PDF is used twice']],
    ['working time that ends before it begins', hours({ until: '08:00' }), ['workingTime.until: working time must end after it begins']],
  ])('with %s cannot', (_, more, expected) => expect(found(more)).toEqual(expected)); // prettier-ignore

  it('has a unique name', () => {
    const problems = new Problems();
    const workflow: WorkflowDescription = { name: 'W', activation: 'api', steps: [step('A')] };
    checkWorkflows([workflow, { ...workflow, name: 'w' }], new Map(), new Set(), new Set(), ['workflows'], problems);
    expect(problems.found).toEqual([{ path: ['workflows', 1, 'name'], message: 'workflow "w" is there twice' }]);
  });
});
