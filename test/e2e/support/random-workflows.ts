import fc from 'fast-check';

const RESPONSIBLE = ['activator', 'selected-user', 'selected-external', 'selected-externals'] as const;
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

interface FormField {
  label: string;
  type: string;
}

const task = (name: string) =>
  fc
    .record({
      name: fc.constant(name),
      responsible: fc.constantFrom(...RESPONSIBLE),
      consensus: fc.integer({ min: 1, max: 100 }),
      deadline: optional(fc.constantFrom('1 day', '2 days', '30 working-minutes', '1 working-hour')),
      requires: optional(fc.subarray(['comment', 'attachment', 'document'])),
    })
    .map(({ consensus, ...rest }) => ({ ...rest, ...(rest.responsible === 'selected-externals' && { consensus }) }));

const step = (name: string, index: number) =>
  fc.oneof(
    task(name),
    fc.record({
      name: fc.constant(name),
      group: fc.constantFrom('all', 'one'),
      tasks: fc.tuple(task(`tarefa ${index}: 1`), task(`tarefa ${index} # 2`)),
    }),
  );

/** A valid value for any field of the type. */
const VALUES: Record<string, string> = { text: '2024', number: '10', date: '31/12/2026', options: 'b: C', checkbox: 'true' };

/** Exits that always include one to the next step. */
function exitsOf(names: readonly string[], index: number, fields: readonly FormField[]) {
  const next = names[index + 1] ?? 'end';
  const others = [...names, 'end'].filter((each) => each !== next && each !== names[index]);
  const [field] = fields;
  return fc.oneof(
    fc.constant({}),
    fc.constant({ next }),
    fc
      .record({
        to: fc.subarray(others),
        label: optional(fc.constantFrom('Sim', 'null', '- não')),
        isByForm: fc.boolean(),
      })
      .map(({ to, label, isByForm }) => ({
        exits: [
          ...to.map((each) => ({
            to: each,
            ...(isByForm && field && { when: { field: field.label, operator: '<>', value: VALUES[field.type] } }),
          })),
          { to: next, ...(label && { label }) },
        ],
      })),
  );
}

/** Valid workflows with forms of these fields and lists. */
export const workflow = (
  name: string,
  stepNames: readonly string[],
  fieldsOf: fc.Arbitrary<readonly FormField[]>,
  lists: readonly string[],
): fc.Arbitrary<object> =>
  fc.tuple(fc.subarray([...stepNames], { minLength: 1, maxLength: 4 }), fieldsOf, fc.subarray([...lists])).chain(([names, fields, shown]) =>
    fc
      .record({
        steps: fc.tuple(
          ...names.map((each, index) =>
            fc.tuple(step(each, index), exitsOf(names, index, fields)).map(([what, ways]) => ({ ...what, ...ways })),
          ),
        ),
        active: fc.boolean(),
        activation: fc.constantFrom('automatic', 'api', 'manual'),
        days: optional(fc.subarray(['sunday', 'monday', 'saturday'], { minLength: 1 })),
      })
      .map(({ days, ...rest }) => ({
        name,
        ...rest,
        ...(fields.length + shown.length > 0 && { form: { name: 'null', fields, lists: shown.map((list) => ({ name: list })) } }),
        ...(days && { workingTime: { days, from: '08:00', until: '24:00', holidays: ['2026-12-25'] } }),
      })),
  );
