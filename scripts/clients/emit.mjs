/** TypeScript from an OpenAPI document (3.0 or 3.1): the answers and bodies as types, the operations as methods and as a table. */

import { BYTES_TYPE, capital, JSON_TYPE, listOf, nameOf, operationsOf, sentBy } from './model.mjs';

const isName = /^[A-Za-z_$][\w$]*$/;
const quoted = (name) => (isName.test(name) ? name : `'${name}'`);
const indented = (text) => text.replaceAll(/^(?=.)/gm, '  ');
const commentOf = (text) =>
  text
    ? `/** ${text
        .trim()
        .replaceAll('*/', '*\\/')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n * ')} */\n`
    : '';
const union = (types) => [...new Set(types)].join(' | ');

function objectOf({ properties, required = [], additionalProperties }, types) {
  if (!properties) {
    const isMap = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
    return `Record<string, ${isMap ? types(additionalProperties) : 'unknown'}>`;
  }
  const members = Object.entries(properties).map(
    ([name, schema]) => `${commentOf(schema.description)}${quoted(name)}${required.includes(name) ? '' : '?'}: ${types(schema)};`,
  );
  return members.length > 0 ? `{\n${indented(members.join('\n'))}\n}` : 'Record<string, never>';
}

/** @param sent of a request: bytes may be given as such */
const typesOf = (sent) => {
  const one = (type, schema) => {
    switch (type) {
      case 'string':
        return sent && schema.format === 'byte' ? 'string | Uint8Array | Source' : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return `Array<${types(schema.items ?? {})}>`;
      case 'object':
        return objectOf(schema, types);
      default:
        return type ?? (schema.properties ? objectOf(schema, types) : 'unknown');
    }
  };
  const types = (schema) => {
    const { $ref, nullable } = schema;
    if ($ref) return nameOf($ref);
    if (schema.allOf) return schema.allOf.map(types).join(' & ');
    const choices = schema.anyOf ?? schema.oneOf;
    const base = choices
      ? choices.map(types)
      : schema.const !== undefined
        ? [JSON.stringify(schema.const)]
        : schema.enum
          ? schema.enum.map((value) => JSON.stringify(value))
          : [schema.type].flat().map((type) => one(type, schema));
    return union([...base, ...(nullable ? ['null'] : [])]);
  };
  return types;
};

/** `ValoresCampos[0].Label` and its like are members of a list of objects. */
function queryTypes(parameters, types) {
  const lists = new Map();
  const members = [];
  const paired = new Set(parameters.map(({ name }) => listOf(name)));
  // Such a list is also there as texts, for generators that know no indexed pairs.
  for (const { name, required, description, schema } of parameters.filter((each) => !paired.has(each.name))) {
    const [, list, part] = /^(.+)\[0\]\.(.+)$/.exec(name) ?? [];
    if (!list) members.push(`${commentOf(description)}${quoted(name)}${required ? '' : '?'}: ${types(schema)};`);
    else lists.set(list, { description, parts: [...(lists.get(list)?.parts ?? []), `${quoted(part)}?: ${types(schema)}`] });
  }
  for (const [list, { description, parts }] of lists)
    members.push(`${commentOf(description)}${quoted(list)}?: Array<{ ${parts.join('; ')} }>;`);
  return { members };
}

/** What a call answers: the usual answer, and that to a call which only checks. */
function answersOf(given, schemas, types, resolved) {
  const responses = Object.fromEntries(Object.entries(given).map(([status, response]) => [status, resolved(response)]));
  const good = Object.keys(responses).filter((status) => status.startsWith('2'));
  const jsonOf = (status) => responses[status].content?.[JSON_TYPE]?.schema;
  const choices = (schema = { oneOf: [] }) => {
    const { anyOf, oneOf } = schema.$ref ? schemas[nameOf(schema.$ref)] : schema;
    return anyOf ?? oneOf ?? [schema];
  };
  const isPreview = (choice) => /Preview/.test(choice.$ref ?? '');
  const exact = good
    .filter((status) => /^\d+$/.test(status) && jsonOf(status))
    .sort()
    .at(-1);
  const previews = good.map(jsonOf).flatMap(choices).filter(isPreview);
  // A choice between this and what Java has no name for is left open.
  const isOpen = good.some((status) => jsonOf(status) && Object.keys(jsonOf(status)).length === 0);
  if (isOpen) previews.push({ $ref: '#/components/schemas/PreviewAnswer' });
  return {
    usual:
      exact &&
      union(
        choices(jsonOf(exact))
          .filter((choice) => !isPreview(choice))
          .map(types),
      ),
    preview: previews.length > 0 && union(previews.map(types)),
    hasBytes: good.some((status) => responses[status].content?.[BYTES_TYPE]),
  };
}

function describe({ operation, parameters, body, table, resolved }, schemas) {
  const [received, sent] = [typesOf(false), typesOf(true)];
  const inPath = parameters.filter((each) => each.in === 'path');
  const query = queryTypes(
    parameters.filter((each) => each.in === 'query'),
    sent,
  );
  const members = [
    ...inPath.map(({ name, description, schema }) => `${commentOf(description)}${quoted(name)}: ${sent(schema)};`),
    ...query.members,
    ...(body ? [`body${body.required ? '' : '?'}: ${sent(body.schema)};`] : []),
  ];
  const isNeeded = members.some((member) => /^(\/\*\*[^]*?\*\/\n)?[^?:]+: /.test(member));
  return { members, isNeeded, table, answers: answersOf(operation.responses, schemas, received, resolved) };
}

function methodsOf(name, { summary, description }, { members, isNeeded, table, answers }, inputName) {
  const { usual, preview, hasBytes } = answers;
  const doc = commentOf([summary, description].filter(Boolean).join('\n\n'));
  const input = members.length > 0 ? inputName : 'Record<string, never>';
  const signature = (called, answer, more = '') =>
    `${doc}${called}(input${isNeeded || more ? '' : '?'}: ${input}${more}, options?: CallOptions): Promise<${answer}>;`;
  const methods = [];
  if (preview) methods.push({ name, text: signature(name, preview, ' & { simular: true }'), table });
  if (usual) methods.push({ name, text: signature(name, usual), table });
  if (hasBytes) {
    const called = usual ? `${name}Bytes` : name;
    methods.push({ name: called, text: signature(called, 'Uint8Array'), table: { ...table, accept: BYTES_TYPE } });
  }
  return methods;
}

/** The module that makes a package of what stands in libs/client/src. */
export function emit(document) {
  const schemas = document.components.schemas;
  const operations = operationsOf(document);
  const sent = sentBy(operations, schemas);
  const codes = new Set(
    operations.flatMap(({ operation, resolved }) => [
      ...Object.values(operation.responses).flatMap((each) => resolved(each)['x-codigos'] ?? []),
      ...Object.values(operation['x-codigos'] ?? {}).flat(),
    ]),
  );

  const types = Object.entries(schemas).map(([name, schema]) => {
    const text = typesOf(sent.has(name))(schema);
    const isObject = text.startsWith('{') && !text.includes('\n} |');
    return `${commentOf(schema.description)}export ${isObject ? `interface ${name} ${text}` : `type ${name} = ${text};`}\n`;
  });
  const groups = {};
  for (const each of operations) {
    const { group, name, operation } = each;
    const described = describe(each, schemas);
    const inputName = `${capital(group)}${capital(name)}Input`;
    if (described.members.length > 0) types.push(`export interface ${inputName} {\n${indented(described.members.join('\n'))}\n}\n`);
    (groups[group] ??= []).push(...methodsOf(name, operation, described, inputName));
  }
  const grouped = Object.entries(groups);
  const table = Object.fromEntries(
    grouped.map(([name, methods]) => [name, Object.fromEntries(methods.map((each) => [each.name, each.table]))]),
  );
  return `// Made from the OpenAPI document of the service.
import { connectTo, type CallOptions, type Options } from './connect.ts';
import type { Source } from './source.ts';

export { AcervoError, type FieldProblem } from './errors.ts';
export { fileDocument, fromStream, fromUrl, type FileOf, type NewDocument } from './file-document.ts';
export { findDocuments } from './find-documents.ts';
export { followEvents, type FollowOptions } from './follow-events.ts';
export { verifyWebhook, WebhookError, type WebhookOptions } from './verify-webhook.ts';
export type { CallOptions, Options } from './connect.ts';
export type { Credentials, Session } from './session.ts';
export type { Source } from './source.ts';

${types.join('\n')}
/** Codes of refusals; a later service may know more. */
export type ErrorCode = ${union([...[...codes].sort().map((code) => `'${code}'`), '(string & {})'])};

export interface Acervo {
${indented(grouped.map(([name, methods]) => `${name}: {\n${indented(methods.map(({ text }) => text).join('\n'))}\n};`).join('\n'))}
}

/** Nothing is sent before the first call, which logs in. */
export const connect = (url: string, options: Options = {}): Acervo => connectTo<Acervo>(OPERATIONS, url, options);

const OPERATIONS = ${JSON.stringify(table, null, 1)};
`;
}
