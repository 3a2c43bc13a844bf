import { Ajv, type ValidateFunction } from 'ajv';
import type { Answer } from '../../e2e/support/api';
import { FORMATS } from '../../support/openapi-formats';
import type { DescribedOperation, OpenApi, Schema } from './document';

/** On any answer: of HTTP itself, and what only tells browsers and caches how to treat it. */
const OF_EVERY_ANSWER = new Set([
  'connection', 'keep-alive', 'date', 'content-type', 'content-length', 'transfer-encoding', 'cache-control', 'vary', 'content-language',
  'x-content-type-options', 'x-robots-tag', 'referrer-policy', 'content-security-policy', 'cross-origin-resource-policy',
]); // prettier-ignore
/** Of code, of a database, of a file system. */
const INNARDS =
  /node_modules|\bat [\w.<>]+ \(|\bER_[A-Z_]{4,}|SQLITE_|QueryFailedError|\b(SELECT|INSERT INTO|UPDATE) [`\w]+.{0,60}\b(FROM|VALUES|SET)\b|ECONN|\/src\//;

/** What is not declared must not be there; `nullable` as JSON Schema says it. */
function strict(schema: Schema): unknown {
  const { nullable, properties, items, $ref, ...rest } = schema;
  const whole = {
    ...rest,
    ...($ref !== undefined && { $ref }),
    ...(items && { items: strict(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, strict(of)])),
      additionalProperties: schema.additionalProperties ?? false,
    }),
    ...Object.fromEntries((['oneOf', 'anyOf', 'allOf'] as const).flatMap((key) => (schema[key] ? [[key, schema[key].map(strict)]] : []))),
  };
  return nullable ? { anyOf: [{ type: 'null' }, whole] } : whole;
}

/** Holds every answer to what the document declares of it. */
export class AnswerChecker {
  private readonly ajv: Ajv;
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    const schemas = Object.fromEntries(Object.entries(document.components.schemas).map(([name, schema]) => [name, strict(schema)]));
    this.ajv = new Ajv({
      strict: false,
      validateFormats: true,
      formats: FORMATS,
    });
    this.ajv.addSchema({ $id: 'api', components: { schemas } });
  }

  /** Everything that is wrong with an answer. */
  problemsOf(operation: DescribedOperation, answer: Answer, said: string): string[] {
    const { status, headers } = answer;
    const { responses } = operation.described;
    const ofStatus = responses[String(status)] ?? responses[`${String(status)[0]}XX`];
    const declared = isRehearsed(answer) ? (responses['2XX'] ?? ofStatus) : ofStatus;
    if (status >= 500 && status !== 503) return [`answered ${status}: ${answer.text.slice(0, 300)}`];
    if (!declared) return [`status ${status} is not declared: ${answer.text.slice(0, 300)}`];
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const names = new Set(Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase()));
    return [
      ...[...headers.keys()]
        .filter((name) => !OF_EVERY_ANSWER.has(name) && !names.has(name))
        .map((name) => `header ${name} of ${status} is not declared`),
      ...this.bodyProblems(operation, answer, declared.content ?? {}, type),
      ...(answer.json?.codigo !== undefined && declared['x-codigos'] && !declared['x-codigos'].includes(answer.json.codigo as string)
        ? [`codigo ${answer.json.codigo} of ${status} is not declared: ${answer.text.slice(0, 300)}`]
        : []),
      ...(status >= 400 && answer.json && answer.json.idRequisicao !== headers.get('x-request-id')
        ? [`${status} has another id than its header`]
        : []),
      ...(INNARDS.test(answer.text) && status >= 400 && !INNARDS.test(said)
        ? [`${status} tells innards: ${answer.text.slice(0, 300)}`]
        : []),
    ];
  }

  private bodyProblems(operation: DescribedOperation, answer: Answer, content: Record<string, { schema: Schema }>, type: string): string[] {
    if (Object.keys(content).length === 0) return answer.bytes.length > 0 ? [`${answer.status} has a body that is not declared`] : [];
    const media = content[type] ?? (type.endsWith('json') ? undefined : content['*/*']);
    if (!media) return [`content type "${type}" of ${answer.status} is not declared`];
    if (!type.endsWith('json')) return [];
    const key = `${operation.title} ${answer.status} ${isRehearsed(answer)}`;
    const validate = this.validators.get(key) ?? this.ajv.compile(absolute(strict(media.schema)) as object);
    this.validators.set(key, validate);
    if (validate(answer.json)) return [];
    return [`${answer.status} is not as declared: ${this.ajv.errorsText(validate.errors)}: ${answer.text.slice(0, 300)}`];
  }
}

/** 200 is told apart from the result by its body. */
const isRehearsed = ({ json }: Answer) => json?.simulado === true;

const absolute = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
