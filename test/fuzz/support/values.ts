import * as fc from 'fast-check';
import { resolved, type OpenApi, type Schema } from './document';

/** JSON as it is to be sent, where `JSON.stringify` cannot say it. */
export class Raw {
  constructor(readonly text: string) {}
}

const MARK = '\u0001raw\u0001';

export function jsonText(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_, part: unknown) => (part instanceof Raw ? `${MARK}${raw.push(part.text) - 1}${MARK}` : part)) ?? '';
  const mark = JSON.stringify(MARK).slice(1, -1);
  return raw.reduce((sent, part, index) => sent.replace(`"${mark}${index}${mark}"`, () => part), text);
}

const LONGEST = 40;
const text = (unit: 'grapheme' | 'binary' | 'grapheme-ascii', maxLength: number) => fc.string({ unit, minLength: 1, maxLength });

function validText(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'byte') return fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  const max = schema.maxLength ?? LONGEST;
  const whole = max <= 4000 ? [{ weight: 1, arbitrary: fc.constant('x'.repeat(max)) }] : [];
  return fc.oneof({ weight: 4, arbitrary: text('grapheme', Math.min(max, LONGEST)) }, ...whole);
}

/** A value as the document describes it. */
export function validValue(document: OpenApi, given: Schema): fc.Arbitrary<unknown> {
  const { schema } = resolved(document, given);
  const usual = fresh(document, schema);
  const examples = schema.example === undefined ? [] : [{ weight: 2, arbitrary: fc.constant(schema.example) }];
  const none = schema.nullable ? [{ weight: 1, arbitrary: fc.constant(null) }] : [];
  return fc.oneof({ weight: 4, arbitrary: usual }, ...examples, ...none);
}

function fresh(document: OpenApi, schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? Number.MAX_SAFE_INTEGER });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validValue(document, schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(3, schema.maxItems ?? 3),
      });
    case 'object':
      return schema.properties
        ? fc.record(Object.fromEntries(Object.entries(schema.properties).map(([name, of]) => [name, validValue(document, of)])), {
            requiredKeys: schema.required ?? [],
          })
        : fc.dictionary(text('grapheme-ascii', 20), text('grapheme', LONGEST), { maxKeys: 4 });
    default:
      return validText(schema);
  }
}

/** Values that the document forbids at a place: each must be refused. */
export function forbiddenValues(schema: Schema): unknown[] {
  const lists = [{}, 'x', 5, true];
  switch (schema.type) {
    case 'integer':
      return [(schema.minimum ?? 0) - 1, 1.5, 'doze', '5e3', 1e300, true, {}, []];
    case 'boolean':
      return ['sim', 2, {}, [], 'yes'];
    case 'array':
      if (schema.items?.format === 'uuid') return [{}, 5, true, [], ['nada'], [5]];
      return [...lists, ...(schema.maxItems ? [Array.from({ length: schema.maxItems + 1 }, () => ({}))] : [])];
    case 'object':
      return [[], 'x', 5, true];
    case 'string':
      return forbiddenTexts(schema);
    default:
      // What is described elsewhere.
      return [];
  }
}

/** Plain text takes a number or a boolean as it was written: not what stands for an id, a date or one of some words. */
export const takesWritten = ({ format, maxLength, enum: options }: Schema) => !format && !options && maxLength !== undefined;

function forbiddenTexts(schema: Schema): unknown[] {
  const { format, minLength, maxLength, enum: options } = schema;
  const types = [...(takesWritten(schema) ? [] : [5, 0, true]), {}, [], ['x'], ...(minLength ? [''] : [])];
  if (options) return [...types, 'nenhuma das opções'];
  if (format === 'uuid') return [...types, 'nada', '00000000-0000-0000-0000-00000000000', '{00000000-0000-0000-0000-000000000000'];
  if (format === 'byte') return [...types, '*', 'QUJ=='];
  return maxLength === undefined ? types : [...types, 'x'.repeat(maxLength + 1)];
}

const HOSTILE_TEXTS = [
  "' OR '1'='1", "'; DROP TABLE document; -- ", '" OR ""="', '1) OR (1=1', 'x\\', "\\' OR 1=1 -- ", '/**/UNION/**/SELECT/**/1', "'||(SELECT 1)||'",
  '%', '_', '%%', '\\%', '%_\\', 'a%', '[a-z]%', '*', '?',
  '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202Eabc', '\u200b', '\ufeff', '\u00a0', '\u2028', '\u0085', 'e\u0301', '\u00e9', '\u0130', '\u0131', 'ß', 'ﬁ', '👨‍👩‍👧‍👦', '𝒜', '\ufffe', '\u0400dmin',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'null', 'undefined', 'NaN', 'Infinity', '-0', '1e400', '0x10', '１２３', '9'.repeat(400),
  '../../etc/passwd', '..\\..\\x', 'C:\\x', '/dev/null', 'file:///etc/passwd', 'http://127.0.0.1:1/', 'http://[::1]/', 'data:text/html,x', '%00', '%2e%2e%2f', '%', '%zz', '+',
  '\r\nX-Injected: 1', '\n', '\t', '<script>alert(1)</script>', '<!DOCTYPE a [<!ENTITY b "c">]>', '${7*7}', '{{7*7}}', '=1+1', '$(id)', '`id`', '|id',
  '31/02/2024', '29/02/2023', '00/00/0000', '31/12/9999', '9999-12-31T23:59:59.999999999-23:59', '0001-01-01', '-271821-04-20', '2024-01-01T24:00:00Z', '2024-03-31T02:30:00', '2024-01-01T00:00:00+99:99',
  '{}', '[]', '"', "'", ',', ',,,', ';', '', ' ', '   ', 'x'.repeat(5000), '😀'.repeat(3000), 'a'.repeat(100_000),
]; // prettier-ignore

const deep = (depth: number) => new Raw(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const HOSTILE_VALUES: unknown[] = [
  null, 0, -0, -1, 1e308, new Raw('9007199254740993'), new Raw('1e400'), new Raw('-0'), new Raw('1E+2'), new Raw('12345678901234567890123456789'), true, false,
  [], {}, [[]], [null], [{}], { $gt: '' }, { toString: 'x' }, { length: 1 }, deep(30), deep(40), deep(5000), new Raw('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)),
  new Raw('{"__proto__":{"admin":true}}'), new Raw('{"constructor":{"prototype":{"x":1}}}'), new Raw('{"a":1,"a":2}'), Array.from({ length: 1001 }, () => 'x'), Array.from({ length: 1001 }, () => ({})),
]; // prettier-ignore

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: text('binary', 60) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(text('binary', 10), fc.constantFrom(...HOSTILE_TEXTS.filter(({ length }) => length < 100)))
      .map((parts) => parts.join('')),
  },
);
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) },
);
