import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type DescribedOperation } from './document';

interface Schema {
  properties?: object;
  additionalProperties?: unknown;
}

const NAME = /"#\/components\/schemas\/([^"]+)"/g;

/** Names of the schemas that a part of the document is made of. */
function schemasWithin(part: unknown, schemas: Record<string, Schema>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(NAME)) {
    if (found.has(name)) continue;
    schemasWithin(schemas[name], schemas, found.add(name));
  }
  return found;
}

/** Bodies of extensions, which refuse unknown names, say so; not what operations of the specification take, or any operation answers. */
export function withClosedBodies(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const operations = operationsOf(document);
  const isExtension = (operation: DescribedOperation) => operation['x-extension'] === true;
  const sentTo = (some: readonly DescribedOperation[]) => some.map(({ requestBody }) => requestBody);
  const open = schemasWithin(
    [sentTo(operations.filter((each) => !isExtension(each))), operations.map(({ responses }) => responses)],
    schemas,
  );
  for (const name of schemasWithin(sentTo(operations.filter(isExtension)), schemas)) {
    const schema = schemas[name];
    if (schema?.properties && !open.has(name)) schema.additionalProperties ??= false;
  }
}
