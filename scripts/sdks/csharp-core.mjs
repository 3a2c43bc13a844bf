/** C# from an OpenAPI document: answers, bodies and inputs as classes with properties, operations as methods of their groups. */
import { BYTES_TYPE, capital, JSON_TYPE, nameOf, operationsOf } from '../clients/model.mjs';
import { groupsOf, linesOf, methodsOf, plain, withoutAliases } from './words.mjs';

const NAMESPACE = 'Acervo.Client';
const named = (name) => capital(name.replaceAll(/\W+(\w)?/g, (_, letter) => letter?.toUpperCase() ?? ''));
const doc = (indent, ...texts) => {
  const lines = linesOf(...texts).map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  return lines.length > 0 ? ['<summary>', ...lines, '</summary>'].map((line) => `${indent}/// ${line}`.trimEnd() + '\n').join('') : '';
};

function typeOf(given) {
  const { schema } = plain(given);
  if (!schema) return 'object';
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.type === 'string') return schema.format === 'byte' ? 'byte[]' : 'string';
  if (schema.type === 'integer') return 'long?';
  if (schema.type === 'number') return 'double?';
  if (schema.type === 'boolean') return 'bool?';
  if (schema.type === 'array') return `List<${typeOf(schema.items)}>`;
  return schema.type === 'object' ? 'Dictionary<string, object>' : 'object';
}

/** @param members `[name, type, description]` of each. @param isModel written and read as JSON, by the names of the document */
function classOf(name, description, members, isModel) {
  const attribute = (indent, text) => (isModel ? `${indent}[${text}]\n` : '');
  const properties = members.map(
    ([wire, type, about]) =>
      `${doc('        ', about)}${attribute('        ', `DataMember(Name = "${wire}")`)}        public ${type} ${named(wire)} { get; set; }\n`,
  );
  return `${doc('    ', description)}${attribute('    ', 'DataContract')}    public sealed class ${name}
    {
${properties.join('\n')}    }
`;
}

const modelOf = ([name, { description, properties }]) =>
  classOf(
    name,
    description,
    Object.entries(properties).map(([wire, each]) => [wire, typeOf(each), each.description]),
    true,
  );

function operation(each, isBytes) {
  const { group, name, inPath, query, body, answer, table, operation: told } = each;
  const called = named(isBytes && answer ? `${name}Bytes` : name);
  const input = `${capital(group)}${called}Input`;
  const members = [...inPath, ...query].map((one) => [one.name, typeOf(one.schema), one.description]);
  if (body) members.push(['body', typeOf(body.schema), undefined]);
  const isNeeded = inPath.length > 0 || query.some(({ required }) => required) || body?.required;
  const request = [
    `new Request("${table.method}", "${table.path}", ${table.repeatable}, ${table.secured}, "${isBytes ? BYTES_TYPE : JSON_TYPE}")`,
    ...inPath.map((one) => `.Path("${one.name}", input.${named(one.name)})`),
    ...query.map((one) => `.Query("${one.name}", input.${named(one.name)})`),
    ...(body ? ['.Body(input.Body)'] : []),
  ].join('\n                ');
  const result = isBytes ? 'byte[]' : typeOf(answer);
  const call = isBytes ? 'BytesAsync' : `CallAsync<${result}>`;
  const signature = `${input} input${isNeeded ? '' : ' = null'}, CallOptions options = null, CancellationToken cancellation = default(CancellationToken)`;
  const text = `${doc('        ', told.summary, told.description)}        public Task<${result}> ${called}Async(${signature})
        {
${isNeeded ? '' : `            input = input ?? new ${input}();\n`}            var request = ${request};
            return transport.${call}(request, options, cancellation);
        }
`;
  return { text, input: classOf(input, told.summary, members, false) };
}

const groupOf = ([group, methods]) => `    /// <summary>Operations of a group.</summary>
    public sealed class ${capital(group)}Operations
    {
        private readonly Transport transport;

        internal ${capital(group)}Operations(Transport transport)
        {
            this.transport = transport;
        }

${methods.map(({ text }) => text).join('\n')}    }
`;

const fileOf = (namespace, usings, classes) => `// Made from the OpenAPI document of the service.
${usings.map((name) => `using ${name};\n`).join('')}
namespace ${namespace}
{
${classes.join('\n')}}
`;

/** The generated files, by their path below `src`. */
export function emitCSharp(document) {
  const inlined = withoutAliases(document);
  const groups = groupsOf(operationsOf(inlined)).map(([group, list]) => [group, methodsOf(list, operation)]);
  const inputs = groups.flatMap(([, methods]) => methods.map(({ input }) => input));
  const models = [...Object.entries(inlined.components.schemas).map(modelOf), ...inputs];
  const api = `    /// <summary>Every operation of the service, by its group.</summary>
    public sealed class Api
    {
        internal Api(Transport transport)
        {
${groups.map(([group]) => `            ${capital(group)} = new ${capital(group)}Operations(transport);\n`).join('')}        }

${groups.map(([group]) => `        /// <summary>Operations of a group.</summary>\n        public ${capital(group)}Operations ${capital(group)} { get; }\n`).join('\n')}    }
`;
  const calls = ['System.Collections.Generic', 'System.Threading', 'System.Threading.Tasks', `${NAMESPACE}.Models`];
  return {
    'Api.cs': fileOf(NAMESPACE, calls, [api, ...groups.map(groupOf)]),
    'Models.cs': fileOf(`${NAMESPACE}.Models`, ['System.Collections.Generic', 'System.Runtime.Serialization'], models),
  };
}
