/** PHP from an OpenAPI document: operations as methods of their groups, whose arguments are named as the service names them. */
import { BYTES_TYPE, capital, nameOf, operationsOf } from '../clients/model.mjs';
import { groupsOf, linesOf, methodsOf, plain } from './words.mjs';

const header = (namespace) => `<?php

// Made from the OpenAPI document of the service.

declare(strict_types=1);

namespace ${namespace};
`;
const doc = (indent, lines) =>
  `${indent}/**\n${lines.map((line) => `${indent} * ${line.replaceAll('*/', '*\u200b/')}`.trimEnd() + '\n').join('')}${indent} */\n`;

const typeOf = (given) => {
  const { schema } = plain(given);
  if (!schema) return 'mixed';
  if (schema.$ref || schema.type === 'object' || schema.type === 'array') return 'array';
  return { string: 'string', integer: 'int', number: 'float', boolean: 'bool' }[schema.type] ?? 'mixed';
};

/** What an array has, in words: the members of its schema. */
function shape(given, schemas) {
  const { schema } = plain(given);
  if (schema?.type === 'array') return `a list of ${shape(schema.items, schemas)}`;
  const { name, found } = schema?.$ref ? { name: nameOf(schema.$ref), found: schemas[nameOf(schema.$ref)] } : { name: '', found: schema };
  const { properties = {}, required = [] } = found ?? {};
  const members = Object.keys(properties).map((member) => (required.includes(member) ? member : `${member}?`));
  return [name, members.length > 0 ? `{${members.join(', ')}}` : (found?.type ?? 'any of several')].filter(Boolean).join(' ');
}

function method(each, isBytes, schemas) {
  const { name, operation, inPath, query, body, answer, table } = each;
  const parameters = [
    ...[...inPath, ...query].map((one) => ({ ...one, type: typeOf(one.schema) })),
    ...(body ? [{ name: 'body', required: body.required, type: 'array|\\stdClass', description: shape(body.schema, schemas) }] : []),
  ].sort((one, other) => Number(other.required ?? false) - Number(one.required ?? false));
  const optional = (type) => (type === 'mixed' ? type : type.includes('|') ? `${type}|null` : `?${type}`);
  const declared = parameters.map(({ name: wire, type, required }) =>
    required ? `${type} $${wire}` : `${optional(type)} $${wire} = null`,
  );
  const result = isBytes ? 'string' : typeOf(answer);
  const about = parameters.flatMap(({ name: wire, type, description }) =>
    description ? [`@param ${type} $${wire} ${linesOf(description).join(' ')}`] : [],
  );
  const answered = isBytes ? ['@return string the bytes'] : result === 'array' ? [`@return array<mixed> ${shape(answer, schemas)}`] : [];
  const pairs = (list) => `[${list.map((one) => `'${one.name}' => $${one.name}`).join(', ')}]`;
  const accept = isBytes ? `, '${BYTES_TYPE}'` : '';
  return `${doc('    ', [...linesOf(operation.summary, operation.description), '', ...about, ...answered])}    public function ${isBytes && answer ? `${name}Bytes` : name}(
${[...declared, '?CallOptions $options = null'].map((one) => `        ${one},\n`).join('')}    ): ${result} {
        $operation = new Operation('${table.method}', '${table.path}', ${table.repeatable}, ${table.secured}${accept});
        return $this->transport->call($operation, ${pairs(inPath)}, ${pairs(query)}, ${body ? '$body' : 'null'}, $options);
    }
`;
}

/** The generated files, by their path below `src`. */
export function emitPhp(document) {
  const { schemas } = document.components;
  const groups = groupsOf(operationsOf(document));
  const files = groups.map(([group, list]) => {
    const methods = methodsOf(list, (each, isBytes) => method(each, isBytes, schemas));
    const text = `${header('Acervo\\Api')}
use Acervo\\CallOptions;
use Acervo\\Operation;
use Acervo\\Transport;

final class ${capital(group)}
{
    public function __construct(private readonly Transport $transport)
    {
    }

${methods.join('\n')}}
`;
    return [`Api/${capital(group)}.php`, text];
  });
  const api = `${header('Acervo')}
/** Every operation of the service, by its group. */
final class Api
{
${groups.map(([group]) => `    public readonly Api\\${capital(group)} $${group};\n`).join('')}
    public function __construct(Transport $transport)
    {
${groups.map(([group]) => `        $this->${group} = new Api\\${capital(group)}($transport);\n`).join('')}    }
}
`;
  return Object.fromEntries([...files, ['Api.php', api]]);
}
