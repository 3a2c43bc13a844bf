// The records of long runs, docs/reliability/<suite>.json: read, and refused when they are not of the one shape or contradict themselves.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';

const count = { type: 'integer', minimum: 0 };
const text = { type: 'string', minLength: 1 };
const object = (required, optional = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const listOf = (items, rest = {}) => ({ type: 'array', items, ...rest });

/** In the order of the page's columns. */
export const COUNTS = ['runs', 'operations', 'inputs', 'unknown', 'lost', 'answers5xx'];

const validate = new Ajv({ allErrors: true }).compile(
  object({
    suite: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
    title: text,
    command: text,
    date: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' },
    seconds: { type: 'number', minimum: 0 },
    seeds: listOf({ type: 'integer' }),
    cases: listOf(
      object(
        { id: text, title: text, result: { enum: ['passed', 'failed', 'not run'] } },
        { ...Object.fromEntries(COUNTS.map((name) => [name, count])), note: { type: 'string' } },
      ),
      { minItems: 1 },
    ),
    found: listOf(object({ what: text, fixed: { type: 'boolean' } })),
  }),
);

const contradictions = (record, file) => [
  ...(record.suite === basename(file, '.json') ? [] : [`the suite ${record.suite} belongs into ${record.suite}.json`]),
  ...record.cases.flatMap((each, index) => [
    ...(record.cases.findIndex(({ id }) => id === each.id) === index ? [] : [`there are two cases ${each.id}`]),
    ...(each.result === 'passed' && (each.lost > 0 || each.answers5xx > 0)
      ? [`${each.id} lost or failed something and says that it passed`]
      : []),
    ...(each.result === 'passed' && !COUNTS.some((name) => each[name] > 0) ? [`${each.id} passed, but counts nothing`] : []),
    ...(each.result === 'not run' && COUNTS.some((name) => each[name] > 0) ? [`${each.id} was not run, but counts something`] : []),
  ]),
];

function problemsOf(record, file) {
  if (validate(record)) return contradictions(record, file);
  return validate.errors.map(({ instancePath, message, params }) =>
    [instancePath || 'the record', message, params.additionalProperty].filter(Boolean).join(' '),
  );
}

/** All records by name of suite; throws one error that says everything that is wrong with them. */
export function readRecords(folder) {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort()
    : [];
  const records = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const problems = records.flatMap((record, index) => problemsOf(record, files[index]).map((problem) => `${files[index]}: ${problem}`));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return records;
}
