import type { Answer, Api } from './api';

export interface Documented {
  operationId: string;
  summary: string;
  'x-operation'?: string;
  parameters?: { $ref?: string; name: string; in: string; required?: boolean; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object; examples: { exemplo: { value: unknown } } }> };
  responses: Record<
    string,
    { content?: Record<string, { schema: object; examples?: Record<string, { value?: unknown; $ref?: string }> }>; 'x-codigos'?: string[] }
  >;
}

export interface Operation extends Documented {
  method: string;
  path: string;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Documented>>;
  components: Record<string, Record<string, object>>;
}

/** Itself, or what it points at. */
export const parameterOf = <T extends { $ref?: string }>(components: Record<string, Record<string, object>>, parameter: T): T =>
  parameter.$ref === undefined ? parameter : (components.parameters![parameter.$ref.split('/').at(-1)!] as T);

/** Every operation, by its id. */
export function documentedIn({ paths, components }: ApiDocument): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, documented]) => [
        documented.operationId,
        {
          ...documented,
          parameters: documented.parameters?.map((each) => parameterOf(components, each)) ?? [],
          method: method.toUpperCase(),
          path,
        },
      ]),
    ),
  );
}

export interface Filling {
  /** Ids assigned by the service, and optional parameters to send, by name; `true`: the value of the example. */
  parameters?: Record<string, string | number | true>;
  /** Replaces ids in the example body by those assigned by the service. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body?: (example: any) => unknown;
}

const exampleOf = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0]?.examples.exemplo.value;

/** Calls an operation with the values of its example. */
export function callAsDocumented(api: Api, operation: Operation, { parameters = {}, body }: Filling): Promise<Answer> {
  const query: Record<string, string> = {};
  let path = operation.path;
  for (const { name, in: where, required, example } of operation.parameters ?? []) {
    const filling = parameters[name];
    const value = String(filling === undefined || filling === true ? example : filling);
    if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (where === 'query' && (required || filling !== undefined)) query[name] = value;
  }
  const example = exampleOf(operation);
  return api.call(operation.method, path, { query, ...(example !== undefined && { body: body ? body(example) : example }) });
}
