/** Java from an OpenAPI document: answers, bodies and inputs as classes with public fields, operations as methods of their groups. */
import { BYTES_TYPE, capital, JSON_TYPE, nameOf, operationsOf } from '../clients/model.mjs';
import { groupsOf, linesOf, methodsOf, plain, withoutAliases } from './words.mjs';

const PACKAGE = 'acervo.client';
const KEYWORDS = new Set(
  'abstract boolean byte case class const default do double else enum final for if import int interface long native new package private protected public return short static super switch this throw try void while'.split(
    ' ',
  ),
);
const named = (name) => (KEYWORDS.has(name) ? `${name}_` : name.replaceAll(/\W/g, '_'));
const doc = (indent, ...texts) => {
  const lines = linesOf(...texts).map((line) =>
    line
      .replaceAll('*/', '*&#47;')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('@', '&#64;')
      .replaceAll('\\', '&#92;'),
  );
  return lines.length > 0 ? `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd() + '\n').join('')}${indent} */\n` : '';
};

function typeOf(given) {
  const { schema } = plain(given);
  if (!schema) return 'Object';
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.type === 'string') return schema.format === 'byte' ? 'byte[]' : 'String';
  if (schema.type === 'integer') return 'Long';
  if (schema.type === 'number') return 'Double';
  if (schema.type === 'boolean') return 'Boolean';
  if (schema.type === 'array') return `List<${typeOf(schema.items)}>`;
  return schema.type === 'object' ? 'Map<String, Object>' : 'Object';
}

/** @param members `[name, type, description]` of each */
function classOf(name, description, members) {
  const fields = members.map(([wire, type, about]) => {
    const field = named(wire);
    const annotation = field === wire ? '' : `    @com.fasterxml.jackson.annotation.JsonProperty("${wire}")\n`;
    return `${doc('    ', about)}${annotation}    public ${type} ${field};\n`;
  });
  const setters = members.map(
    ([wire, type]) => `    public ${name} ${named(wire)}(${type} value) {\n        ${named(wire)} = value;\n        return this;\n    }\n`,
  );
  return `package ${PACKAGE}.model;

import java.util.List;
import java.util.Map;

${doc('', description)}public final class ${name} {
${[...fields, ...setters].join('\n')}}
`;
}

function operation(each, isBytes) {
  const { group, name, inPath, query, body, answer, table, operation: told } = each;
  const called = named(isBytes && answer ? `${name}Bytes` : name);
  const input = `${capital(group)}${capital(called)}Input`;
  const members = [...inPath, ...query].map((one) => [one.name, typeOf(one.schema), one.description]);
  if (body) members.push(['body', typeOf(body.schema), undefined]);
  const request = [
    `new Request("${table.method}", "${table.path}", ${table.repeatable}, ${table.secured}, "${isBytes ? BYTES_TYPE : JSON_TYPE}")`,
    ...inPath.map((one) => `.path("${one.name}", input.${named(one.name)})`),
    ...query.map((one) => `.query("${one.name}", input.${named(one.name)})`),
    ...(body ? ['.body(input.body)'] : []),
  ].join('\n                    ');
  const result = isBytes ? 'byte[]' : typeOf(answer);
  const call = isBytes ? 'transport.bytes(request, options)' : `transport.call(request, options, new TypeReference<${result}>() {})`;
  const text = `${doc('        ', told.summary, told.description)}        public ${result} ${called}(${input} input, CallOptions options) {
            var request = ${request};
            return ${call};
        }

        public ${result} ${called}(${input} input) {
            return ${called}(input, CallOptions.NONE);
        }
`;
  return { text, input: [input, classOf(input, told.summary, members)] };
}

/** The generated files, by their path below `src/acervo/client`. */
export function emitJava(document) {
  const inlined = withoutAliases(document);
  const models = Object.entries(inlined.components.schemas).map(([name, { description, properties }]) => [
    name,
    classOf(
      name,
      description,
      Object.entries(properties).map(([wire, each]) => [wire, typeOf(each), each.description]),
    ),
  ]);
  const groups = groupsOf(operationsOf(inlined)).map(([group, list]) => ({
    group,
    methods: methodsOf(list, operation),
  }));
  const classes = groups.map(
    ({ group, methods }) => `    public static final class ${capital(group)}Operations {
        private final Transport transport;

        ${capital(group)}Operations(Transport transport) {
            this.transport = transport;
        }

${methods.map(({ text }) => text).join('\n')}    }
`,
  );
  const api = `package ${PACKAGE};

import com.fasterxml.jackson.core.type.TypeReference;
import ${PACKAGE}.model.*;
import java.util.List;
import java.util.Map;

/** Every operation of the service, by its group. Made from its OpenAPI document. */
public final class Api {
${groups.map(({ group }) => `    public final ${capital(group)}Operations ${group};\n`).join('')}
    Api(Transport transport) {
${groups.map(({ group }) => `        ${group} = new ${capital(group)}Operations(transport);\n`).join('')}    }

${classes.join('\n')}}
`;
  const inputs = groups.flatMap(({ methods }) => methods.map(({ input }) => input));
  return Object.fromEntries([['Api.java', api], ...[...models, ...inputs].map(([name, text]) => [`model/${name}.java`, text])]);
}
