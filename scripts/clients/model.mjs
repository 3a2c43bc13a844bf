/** The operations of an OpenAPI document (3.1) as clients of all languages see them. */

export const JSON_TYPE = 'application/json';
export const BYTES_TYPE = 'application/octet-stream';

export const small = (name) => name[0].toLowerCase() + name.slice(1);
export const capital = (name) => name[0].toUpperCase() + name.slice(1);
export const nameOf = ($ref) => $ref.split('/').at(-1);

const resolverOf = (document) => (part) =>
  part?.$ref
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], document)
    : part;

/** Lists of objects in a query are indexed pairs: the name of the list stands for them. */
export const listOf = (name) => /^(.+)\[0\]\./.exec(name)?.[1];

/** The usual answer of a call that does what it says: that of its lowest exact status. */
function answerOf(responses) {
  const good = Object.entries(responses)
    .filter(([status]) => /^2\d\d$/.test(status))
    .sort(([one], [other]) => one.localeCompare(other));
  const withSchema = good.find(([, { content }]) => content?.[JSON_TYPE]?.schema);
  return {
    answer: withSchema?.[1].content[JSON_TYPE].schema,
    hasBytes: good.some(([, { content }]) => content?.[BYTES_TYPE]),
  };
}

function describe(method, path, operation, resolved) {
  const [group, name] = operation.operationId.split('_');
  const parameters = (operation.parameters ?? []).map(resolved);
  const body = resolved(operation.requestBody);
  const query = parameters.filter((each) => each.in === 'query');
  return {
    group: small(group),
    name,
    operation,
    resolved,
    parameters,
    inPath: parameters.filter((each) => each.in === 'path'),
    /** Those of an indexed pair are told as a list of texts, each a JSON object, which the service takes as well. */
    query: query.filter((each) => !listOf(each.name)),
    body: body?.content?.[JSON_TYPE] && { required: body.required === true, schema: body.content[JSON_TYPE].schema },
    ...answerOf(Object.fromEntries(Object.entries(operation.responses).map(([status, each]) => [status, resolved(each)]))),
    table: {
      method: method.toUpperCase(),
      path,
      query: [...new Set(query.map((each) => listOf(each.name) ?? each.name))],
      repeatable: parameters.some((each) => each.name === 'Idempotency-Key'),
      secured: (operation.security ?? []).length > 0,
      accept: JSON_TYPE,
    },
  };
}

export function operationsOf(document) {
  const resolved = resolverOf(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A second address of an operation says nothing new.
      .filter(([, { operationId }]) => operationId && !/_?alias$/i.test(operationId))
      .map(([method, operation]) => describe(method, path, operation, resolved)),
  );
}

/** Names of all schemas that a value reaches. */
function reach(value, schemas, found = new Set()) {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reach(schemas[name], schemas, found);
  }
  return found;
}

/** Names of the schemas of which bodies are made. */
export const sentBy = (operations, schemas) =>
  reach(
    operations.map(({ operation }) => operation.requestBody ?? null),
    schemas,
  );
