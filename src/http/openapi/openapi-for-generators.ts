import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  oneOf?: Schema[];
  properties?: object;
  [more: string]: unknown;
}
interface Described {
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

const JSON_TYPE = 'application/json';

/** Adapts the document to client generators (docs/adr/0028-clients.md). */
export function forGenerators(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods) as Described[])) {
    nameAnswers(operation, schemas);
  }
  Object.values(schemas).forEach(countInIntegers);
  return document;
}

/**
 * Most generators take the answer of the lowest 2xx status as the result type: so for an operation with 201 and a dry run (200), the
 * latter is documented as 2XX. Choices get names.
 */
function nameAnswers({ responses }: Described, schemas: Record<string, Schema>): void {
  const { 200: checked, 201: made } = responses;
  if (checked && made) {
    delete responses[200];
    responses['2XX'] = { ...checked, description: `200: ${checked.description}` };
  }
  for (const status of Object.keys(responses).filter((each) => each.startsWith('2'))) {
    const media = responses[status]?.content?.[JSON_TYPE];
    if (media?.schema.oneOf) media.schema = choiceOf(media.schema.oneOf, schemas);
  }
}

function choiceOf(choices: Schema[], schemas: Record<string, Schema>): Schema {
  const [only] = choices;
  if (only && choices.length === 1) return only;
  // Java clients cannot name a choice with a list, nor compile one whose members differ only in case.
  if (choices.some(({ type }) => type === 'array') || haveTwins(choices, schemas)) return {};
  const name = choices.map(({ $ref }) => $ref?.split('/').at(-1) ?? 'Text').join('Or');
  schemas[name] = { oneOf: choices };
  return { $ref: `#/components/schemas/${name}` };
}

/** For example `arquivos` and `Arquivos`. */
function haveTwins(choices: Schema[], schemas: Record<string, Schema>): boolean {
  const names = new Set(choices.flatMap(({ $ref = '' }) => Object.keys(schemas[$ref.split('/').at(-1) as string]?.properties ?? {})));
  return new Set([...names].map((name) => name.toLowerCase())).size < names.size;
}

/** Numbers without a format are integers: generators would make floating point or decimals of them. */
function countInIntegers(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, format } = schema as Schema;
  if (format === undefined && [type].flat().includes('number')) {
    const whole = [type].flat().map((each) => (each === 'number' ? 'integer' : (each as string)));
    Object.assign(schema, { type: Array.isArray(type) ? whole : whole[0], format: 'int64' });
  }
  Object.values(schema).forEach(countInIntegers);
}
