import type { Described, OpenApi } from './document';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function pointed(document: Node, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Node)[name], document);
}

function read(document: Node, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => read(document, each));
  if (!isNode(node)) return node;
  if (typeof node.$ref === 'string' && !node.$ref.startsWith('#/components/schemas/')) return read(document, pointed(document, node.$ref));
  const { type, examples, ...rest } = node;
  const types = [type].flat();
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, key === 'example' ? value : read(document, value)])),
    ...(type !== undefined && { type: isNode(type) ? read(document, type) : types.find((one) => one !== 'null') }),
    ...(types.length > 1 && types.includes('null') && { nullable: true }),
    ...(Array.isArray(examples) && { example: examples[0] as unknown }),
  };
}

/** OpenAPI 3.1 in the words of this folder: a type is one word, an example one value, and only schemas are pointed at. */
export function readDocument(document: object): OpenApi {
  const whole = read(document as Node, document) as OpenApi;
  for (const operation of Object.values(whole.paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, own] of Object.entries(operation['x-codigos'] ?? {})) {
      const answer = operation.responses[status] as Described['responses'][string];
      operation.responses[status] = { ...answer, 'x-codigos': [...(answer['x-codigos'] ?? []), ...own] };
    }
  }
  return whole;
}
