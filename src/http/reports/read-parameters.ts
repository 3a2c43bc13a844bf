import type { Report } from '#application/reports/report';
import type { TimeZone } from '#application/support/time-zone';
import type { FieldPath, FieldProblem } from '#domain/errors';
import { PARAMETERS, ParameterValues, type Parameter, type ParameterName, type ParameterValue } from '#domain/reports/parameters';
import { readFlag, readGuid, readInteger, readMoment, NO_SUCH_DAY, REFUSED } from '../validation/wire-values';
import { isUnread, readable } from '../validation/decorators';
import { PARAMETER_NAMES } from './words';

/** As in the DTO. */
interface SentParameter {
  IdParam: string;
  Valor?: string;
}

const SMALLEST = -(2 ** 31);
const LARGEST = 2 ** 31 - 1;

/** Type names in messages. */
const EXPECTED = { guid: 'guid', integer: 'integer', flag: 'flag', 'moment-start': 'moment', 'moment-end': 'moment', text: 'text' };

/** The readable parameters of a call as typed values, and the problems of all of them. */
export function readParameters(
  report: Report,
  sent: readonly SentParameter[] | undefined,
  timeZone: TimeZone,
): { values: ParameterValues; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const values = new Map<ParameterName, { value: ParameterValue; path: FieldPath }>();
  const named = new Set<ParameterName>();
  // A parameter with an unreadable id may be any one: then none is reported as absent.
  let nameUnread = isUnread(sent);
  // Indexes may leave gaps, which `forEach` skips.
  (readable(sent) ?? []).forEach(({ IdParam, Valor = '' }, index) => {
    if (readable(IdParam) === null) return void (nameUnread = true);
    const parameter = report.parameters.find(({ name }) => report.parameterId(name) === IdParam);
    if (!parameter) return void problems.push({ path: ['Parametros', index, 'IdParam'], code: 'UNKNOWN_ID' });
    if (named.has(parameter.name)) return void problems.push({ path: ['Parametros', index, 'IdParam'], code: 'DUPLICATE' });
    named.add(parameter.name);
    if (isUnread(Valor)) return;
    const path = ['Parametros', index, 'Valor'];
    if (Valor.trim() === '') return void (parameter.mandatory && problems.push(missing(report, parameter, path)));
    const value = readValue(parameter, Valor, timeZone);
    if (isProblem(value)) problems.push({ ...value, path });
    else values.set(parameter.name, { value, path });
  });
  const absent = report.parameters.filter(({ name, mandatory }) => mandatory && !nameUnread && !named.has(name));
  problems.push(...absent.map((parameter) => missing(report, parameter, ['Parametros'])));
  const read = new ParameterValues(values);
  return { values: read, problems: [...problems, ...read.problems()] };
}

type Problem = Omit<FieldProblem, 'path'>;
const isProblem = (value: ParameterValue | Problem): value is Problem => typeof value === 'object' && 'code' in value;

const missing = (report: Report, { name }: Parameter, path: FieldPath): FieldProblem => ({
  path,
  code: 'PARAMETER_MISSING',
  details: { name: PARAMETER_NAMES[name], id: report.parameterId(name) },
});

function readValue({ name, min = SMALLEST, max = LARGEST }: Parameter, text: string, timeZone: TimeZone): ParameterValue | Problem {
  const kind = PARAMETERS[name];
  const value = valueOf(kind, text, timeZone);
  if (value === NO_SUCH_DAY) return { code: 'DATE_IMPOSSIBLE' };
  if (value === REFUSED) return { code: 'FORMAT', details: { type: EXPECTED[kind] } };
  if (typeof value !== 'number' || (value >= min && value <= max)) return value;
  return { code: 'OUT_OF_RANGE', details: value < min ? { bound: min, side: 'min' } : { bound: max, side: 'max' } };
}

function valueOf(
  kind: (typeof PARAMETERS)[ParameterName],
  text: string,
  timeZone: TimeZone,
): ParameterValue | typeof REFUSED | typeof NO_SUCH_DAY {
  switch (kind) {
    case 'text':
      return text;
    case 'guid':
      return readGuid(text);
    case 'integer':
      return readInteger(text);
    case 'flag':
      return readFlag(text);
    case 'moment-start':
      return readMoment(text, 'start', timeZone);
    case 'moment-end':
      return readMoment(text, 'end', timeZone);
  }
}
