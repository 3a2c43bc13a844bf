import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, pathsOf, sorted, type DescribedOperation, type Methods } from './document';
import { GROUPS } from './groups';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Schema only has `examples`; parameters and media types keep `example`. */
function withSchemaExamples(schema: unknown): void {
  if (Array.isArray(schema)) return schema.forEach(withSchemaExamples);
  if (!isNode(schema)) return;
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  for (const key of ['properties', '$defs']) if (isNode(schema[key])) Object.values(schema[key]).forEach(withSchemaExamples);
  for (const key of ['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf']) withSchemaExamples(schema[key]);
}

function schemasOf({ parameters = [], requestBody, responses }: DescribedOperation): unknown[] {
  const bodies = [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}));
  return [...parameters, ...bodies].map(({ schema }) => schema);
}

/** Moves common headers and parameters to `components`. */
function withSharedParts(document: OpenAPIObject): void {
  const headers: Record<string, object> = {};
  const parameters: Record<string, object> = {};
  const shared = (pool: Record<string, object>, kind: string, name: string, part: object): object => {
    const same = pool[name];
    if (same && JSON.stringify(same) !== JSON.stringify(part)) return part;
    pool[name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  };
  for (const operation of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((parameter) =>
      parameter.in === 'header' ? (shared(parameters, 'parameters', parameter.name, parameter) as typeof parameter) : parameter,
    );
    for (const answer of Object.values(operation.responses)) {
      if (!answer.headers || Object.keys(answer.headers).length === 0) delete answer.headers;
      else
        answer.headers = Object.fromEntries(
          Object.entries(answer.headers).map(([name, header]) => [name, shared(headers, 'headers', name, header)]),
        );
    }
  }
  document.components = { ...document.components, parameters: sorted(parameters), headers: sorted(headers) } as never;
}

/** A route with two paths gets indexed ids; ids must be valid names in programs. */
function withPlainIds(document: OpenAPIObject): void {
  for (const operation of operationsOf(document)) {
    operation.operationId = operation.operationId.replace(/\[0\]$/, '').replace(/\[(\d+)\]$/, '_alias');
  }
}

/** Sort key: by group, then number (`4.10` after `4.9`), operations without one last. */
function placeOf({ tags, 'x-operation': number }: DescribedOperation): string {
  const group = GROUPS.findIndex(({ name }) => name === tags[0]);
  if (group < 0) throw new Error(`no group is called ${tags[0]}`);
  const [, within = '99'] = (number ?? '').split('.');
  return [group, within].map((part) => String(part).padStart(3, '0')).join('.');
}

function ordered(paths: Record<string, Methods>): Record<string, Methods> {
  const first = (methods: Methods) => Object.values(methods).map(placeOf).sort()[0] as string;
  return Object.fromEntries(
    Object.entries(paths)
      .map(([path, methods]) => ({ path, methods, place: `${first(methods)} ${path}` }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ path, methods }) => [path, methods]),
  );
}

/** OpenAPI 3.1, in an order independent of the controllers' order. */
export function shape(document: OpenAPIObject): OpenAPIObject {
  for (const operation of operationsOf(document)) {
    schemasOf(operation).forEach(withSchemaExamples);
    operation.responses = sorted(operation.responses);
    operation.security ??= [];
    if (!operation.description) delete operation.description;
  }
  Object.values(document.components?.schemas ?? {}).forEach(withSchemaExamples);
  document.info.contact = { name: 'Acervo' };
  withPlainIds(document);
  document.paths = ordered(pathsOf(document)) as never;
  withSharedParts(document);
  document.components = { ...document.components, schemas: sorted(document.components?.schemas ?? {}) };
  return document;
}
