import { WEEKDAYS } from '#domain/provisioning/archive-definition';
import { ACTIVATIONS, CONDITION_OPERATORS, LARGEST_MODEL } from '#domain/workflows/workflow-definition';
import { day, flag, id, listOf, ref, text, thing, type Schema } from './schema-words';

/** Who does a task, but for people who are named. */
export const RESPONSIBLE = ['activator', 'selected-user', 'selected-external', 'selected-externals', 'api'] as const;
const REQUIREMENTS = ['comment', 'form', 'attachment', 'document'];

const time: Schema = { type: 'string', pattern: '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$', description: 'Like 08:00.' };

const reference = {
  field: text(250, 'Label of a field of the form, or of the list.'),
  list: text(250, 'A list that the form shows.'),
} satisfies Record<string, Schema>;

const task = {
  id,
  name: text(250),
  responsible: {
    anyOf: [{ enum: RESPONSIBLE }, thing(['user'], { user: text(50) }), thing(['group'], { group: { ...listOf(text(50)), minItems: 1 } })],
    description:
      'activator: who activated the flow. selected-user, selected-external, selected-externals: named when the task is reached, the latter two by e-mail. ' +
      'api: of the first step alone, which the activation completes. Or a user, or the members of a group, by login.',
  },
  consensus: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Of a group or of several externals: when so many percent have done it, the task is done. Otherwise all must.',
  },
  deadline: {
    type: 'string',
    minLength: 1,
    description: 'From the moment in which the task is reached, like "2 working-days"; units are minutes, hours, days and working-…',
  },
  requires: { ...listOf({ enum: REQUIREMENTS }, 'What whoever completes the task must have done.'), uniqueItems: true },
} satisfies Record<string, Schema>;

/** The part of the archive file's schema that is about workflows. */
export const WORKFLOW_DEFINITIONS: Record<string, Schema> = {
  task: thing(['name', 'responsible'], task),
  exit: thing(['to'], {
    to: text(250, 'Name of a step, or end.'),
    label: text(250, 'What the button says.'),
    when: thing(
      ['field', 'operator', 'value'],
      { ...reference, operator: { enum: CONDITION_OPERATORS }, value: text(4000) },
      'The first exit whose condition holds is taken, else the one without; when no exit has one, whoever completes the step chooses.',
    ),
  }),
  step: {
    ...thing(['name'], {
      ...task,
      group: { enum: ['all', 'one'], description: 'All of the tasks must be done, or any one of them.' },
      tasks: { ...listOf(ref('task'), 'Of a group: independent of each other, and open at the same time.'), minItems: 2, maxItems: 50 },
      next: text(250, 'Name of a step, or end. Without it: the step after this one, after the last one the end.'),
      exits: { ...listOf(ref('exit'), 'A decision, instead of next.'), minItems: 1, maxItems: 6 },
    }),
    dependencies: { group: ['tasks'], tasks: ['group'] },
    description: 'A task, or a group of tasks.',
  },
  workflow: thing(['name', 'activation', 'steps'], {
    id,
    name: text(250),
    active: flag('Whether flows may be activated: yes, unless this says false. Those that run go on.'),
    activation: { enum: ACTIVATIONS, description: 'Who starts flows: an event, a client program, or a person.' },
    levels: {
      ...listOf(
        { ...listOf(text(250), 'Names from the root.'), minItems: 1 },
        'Of an automatic workflow: a document that is filed at one of them, not at those under it, starts a flow.',
      ),
      minItems: 1,
    },
    steps: { ...listOf(ref('step'), 'A flow begins with the first.'), minItems: 1, maxItems: 200 },
    form: thing(['name'], {
      id,
      name: text(250),
      fields: listOf(ref('field')),
      lists: listOf(thing(['name'], { name: text(250), mandatory: flag('The flow must point at a row.') })),
    }),
    model: thing(
      ['name'],
      {
        name: text(250),
        file: text(500, 'A PDF with a form, at most 1 MB, beside this file or under its folder.'),
        content: {
          type: 'string',
          maxLength: LARGEST_MODEL * 1.5,
          description: 'Instead of a file: the PDF in Base64, as export writes it.',
        },
        fields: listOf(
          thing(['pdf', 'field'], { pdf: { type: 'string', minLength: 1, maxLength: 500 }, ...reference }),
          "Fields of the PDF that are not called like the form's field that they show.",
        ),
      },
      "A PDF that is filled with the form's values.",
    ),
    workingTime: thing(
      ['days', 'from', 'until'],
      {
        days: { ...listOf({ enum: WEEKDAYS }), minItems: 1, uniqueItems: true },
        from: time,
        until: time,
        holidays: { ...listOf(day('Like 2026-12-25.')), uniqueItems: true },
      },
      'For deadlines in working units; without it their time runs day and night.',
    ),
  }),
};
