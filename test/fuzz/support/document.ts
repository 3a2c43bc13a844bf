/** As much of a schema as the service's own document uses, read by `readDocument`. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  example?: unknown;
}

export interface Described {
  /** Beyond the specification: no old client sends it names that it does not know, so they are refused. */
  'x-extension'?: boolean;
  /** By status, beside those of the answer. */
  'x-codigos'?: Record<string, string[]>;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }>; headers?: Record<string, unknown>; 'x-codigos'?: string[] }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

export type Step = string | number;

/** One value of a request, wherever it stands: in the body also the objects and lists that hold others. */
export interface Place {
  where: 'path' | 'query' | 'header' | 'body';
  /** In the body the way to it, elsewhere its name. */
  path: readonly Step[];
  name: string;
  schema: Schema;
  required: boolean;
  /** Name of the schema that it is a member of. */
  owner: string;
}

export interface DescribedOperation {
  title: string;
  method: string;
  path: string;
  described: Described;
  places: readonly Place[];
}

const DEEPEST = 8;

/** What a schema stands for, and the name under which the document knows it. */
export function resolved(document: OpenApi, schema: Schema): { schema: Schema; name: string } {
  if (schema.$ref === undefined) return { schema, name: '' };
  const name = schema.$ref.split('/').at(-1) as string;
  return { schema: document.components.schemas[name] as Schema, name };
}

function placesWithin(document: OpenApi, place: Place): Place[] {
  const { schema, name } = resolved(document, place.schema);
  const own = { ...place, schema };
  if (place.path.length > DEEPEST) return [own];
  if (schema.items) {
    return [own, ...placesWithin(document, { ...own, schema: schema.items, path: [...place.path, 0], required: true })];
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([member, of]) =>
    placesWithin(document, {
      where: 'body',
      path: [...place.path, member],
      name: member,
      schema: of,
      required: schema.required?.includes(member) ?? false,
      owner: name,
    }),
  );
  return [own, ...members];
}

function placesOf(document: OpenApi, { parameters = [], requestBody }: Described): Place[] {
  const outside = parameters.map(({ name, in: where, required = false, schema, example }): Place => ({
    where,
    path: [name],
    name,
    schema: example === undefined ? schema : { ...schema, example },
    required,
    owner: '',
  }));
  const body = requestBody?.content['application/json']?.schema;
  if (!body) return outside;
  return [
    ...outside,
    ...placesWithin(document, { where: 'body', path: [], name: '', schema: body, required: requestBody.required ?? false, owner: '' }),
  ];
}

/** Every operation of the document, by `METHOD path`. */
export function operationsOf(document: OpenApi): Map<string, DescribedOperation> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([verb, described]): [string, DescribedOperation] => {
        const method = verb.toUpperCase();
        const title = `${method} ${path}`;
        return [title, { title, method, path, described, places: placesOf(document, described) }];
      }),
    ),
  );
}

/** A plain value: no object, no list. */
export const isLeaf = ({ schema }: Place) => schema.properties === undefined && schema.items === undefined && schema.type !== 'object';
