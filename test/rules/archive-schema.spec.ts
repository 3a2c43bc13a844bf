import type { FieldDefinition, StepDefinition, WorkflowDescription } from '#domain/provisioning/archive-definition';
import { inPortuguese } from '#src/terminal/portuguese';
import { schemaProblems } from '#infrastructure/provisioning/schema-problems';

const client = (more: object) => ({ clients: [{ name: 'C', units: [], ...more }] });
const field = (more: Partial<FieldDefinition>) => client({ levels: [{ name: 'L', fields: [{ label: 'F', type: 'text', ...more }] }] });
const workflow = (more: Partial<WorkflowDescription>) =>
  client({ workflows: [{ name: 'W', activation: 'api', steps: [{ name: 'A', responsible: 'api' }], ...more }] });
const step = (more: Partial<StepDefinition>) => workflow({ steps: [{ name: 'A', ...more }] });
const hours = (holidays: string[]) => workflow({ workingTime: { days: ['monday'], from: '08:00', until: '24:00', holidays } });
const tasks = (...names: string[]) => names.map((name) => ({ name, responsible: 'activator' as const }));
const day = (from: string) =>
  client({ contracts: [{ number: '1', unit: 'U', from, dueDays: 1, services: [{ kind: 'fixed-fee', description: 'S' }] }] });

const NO_DAY = 'must be a day of the calendar, like 2026-01-31';

const user = { login: 'u', name: 'U', grants: [] };

/** One problem for each fault, with the place where it stands. */
describe('the form of an archive file', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', {}, []],
    ['an operator with a parent', field({ parent: 'G', operator: '=' }), []],
    ['an operator without a parent', field({ operator: '=' }), ['clients.0.levels.0.fields.0.operator: "parent" is missing, which "operator" needs']],
    ['six exits', step({ responsible: 'api', exits: Array.from('BCDEFG', (to) => ({ to })) }), []],
    ['seven exits', step({ responsible: 'api', exits: Array.from('BCDEFGH', (to) => ({ to })) }), ['clients.0.workflows.0.steps.0.exits: "exits" has more than 6 items']],
    ['a group', step({ group: 'all', tasks: tasks('T', 'U') }), []],
    ['a group of one', step({ group: 'all', tasks: tasks('T') }), ['clients.0.workflows.0.steps.0.tasks: "tasks" needs at least 2 items']],
    ['a group of none', step({ group: 'one' }), ['clients.0.workflows.0.steps.0.group: "tasks" is missing, which "group" needs']],
    ['tasks that no group holds together', step({ tasks: tasks('T', 'U') }), ['clients.0.workflows.0.steps.0.tasks: "group" is missing, which "tasks" needs']],
    ['somebody who is none', step({ responsible: { team: 'x' } as never }), ['clients.0.workflows.0.steps.0.responsible: "responsible" must be one of activator, selected-user, selected-external, selected-externals, api, or { user: <login> }, or { group: [<logins>] }']],
    ['an unknown property', { units: [{ name: 'U', colour: 'red' }] }, ['units.0.colour: unknown property "colour"; known here are id, name, cnpj']],
    ['what is missing', { units: [{}] }, ['units.0: "name" is missing']],
    ['another type', { units: 7, boxTypes: [[]] }, ['units: "units" must be a list', 'boxTypes.0: this must be a text, or names with values that are allowed here']],
    ['either of two types', { users: [{ ...user, home: 1 }] }, ['users.0.home: "home" must be a text or null']],
    ['a text that is too long', { units: [{ name: 'x'.repeat(251) }] }, ['units.0.name: "name" is too long: at most 250 characters']],
    ['a text with a blank around it', { units: [{ name: ' x' }] }, ['units.0.name: "name" must not begin or end with a blank']],
    ['a name that is empty', { units: [{ name: '' }] }, ['units.0.name: "name" must not be empty']],
    ['a text of blanks', { units: [{ name: ' ' }] }, ['units.0.name: "name" must not begin or end with a blank']],
    ['an empty text', field({ mask: '' }), ['clients.0.levels.0.fields.0.mask: "mask" must not be empty']],
    ['an empty list', workflow({ steps: [] }), ['clients.0.workflows.0.steps: "steps" needs at least 1 item']],
    ['a number that is too small', step({ responsible: 'api', consensus: 0 }), ['clients.0.workflows.0.steps.0.consensus: "consensus" must be >= 1']],
    ['a number that is too large', step({ responsible: 'api', consensus: 101 }), ['clients.0.workflows.0.steps.0.consensus: "consensus" must be <= 100']],
    ['the same twice', step({ responsible: 'api', requires: ['form', 'form'] }), ['clients.0.workflows.0.steps.0.requires: "requires" holds the same item twice']],
    ['an id that is none', { units: [{ id: 'x', name: 'U' }] }, ['units.0.id: "id" must be a GUID in lower case']],
    ['an address that is none', { users: [{ ...user, email: 'x' }] }, ['users.0.email: "email" must be an e-mail address']],
    ['a hash that is none', { users: [{ ...user, passwordHash: 'x' }] }, ['users.0.passwordHash: "passwordHash" must be an Argon2 hash, as export writes it']],
    ['a holiday', hours(['2028-02-29']), []],
    ['holidays that are no days', hours(['2026-02-29', '25/12/2026']), [`clients.0.workflows.0.workingTime.holidays.0: this ${NO_DAY}`, `clients.0.workflows.0.workingTime.holidays.1: this ${NO_DAY}`]],
    ['a day', day('2026-01-31'), []],
    ['a day that is none', day('2026-02-30'), [`clients.0.contracts.0.from: "from" ${NO_DAY}`]],
    ['a day of another form', day('31/01/2026'), [`clients.0.contracts.0.from: "from" ${NO_DAY}`]],
  ])('%s', (_, value, expected) => {
    const found = schemaProblems(value);
    expect(found.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(expected);
    expect(found.filter(({ message }) => inPortuguese(message) === null)).toEqual([]);
  }); // prettier-ignore
});
