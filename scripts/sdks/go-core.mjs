/** Go from an OpenAPI document: answers and bodies as structs, operations as methods of their groups. */
import { BYTES_TYPE, capital, JSON_TYPE, nameOf, operationsOf, small } from '../clients/model.mjs';
import { groupsOf, linesOf, methodsOf, plain } from './words.mjs';

const fieldName = (name) => capital(name.replaceAll(/\W+(\w)?/g, (_, letter) => letter?.toUpperCase() ?? ''));
const comment = (indent, ...texts) =>
  linesOf(...texts)
    .map((line) => `${indent}// ${line}`.trimEnd() + '\n')
    .join('');

function typeOf(given) {
  const { schema, isNullable } = plain(given);
  if (!schema) return 'json.RawMessage';
  const type = one(schema);
  return isNullable && !/^(\[\]|map\[|json\.|any$)/.test(type) ? `*${type}` : type;
}
function one(schema) {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.type === 'string') return schema.format === 'byte' ? '[]byte' : 'string';
  if (schema.type === 'integer') return 'int64';
  if (schema.type === 'number') return 'float64';
  if (schema.type === 'boolean') return 'bool';
  if (schema.type === 'array') return `[]${typeOf(schema.items)}`;
  if (schema.type === 'object') return 'map[string]any';
  return 'any';
}
/** An empty text is as good as none; a number or a boolean is not. */
const optional = (type) => (/^(\*|\[\]|map\[|json\.|any$|string$)/.test(type) ? type : `*${type}`);

function struct(name, schema) {
  if (!schema.properties) return `${comment('', schema.description)}type ${name} = ${typeOf(schema)}\n`;
  const members = Object.entries(schema.properties).map(([wire, each]) => {
    const isRequired = schema.required?.includes(wire);
    const type = isRequired ? typeOf(each) : optional(typeOf(each));
    return `${comment('\t', each.description)}\t${fieldName(wire)} ${type} \`json:"${wire}${isRequired ? '' : ',omitempty'}"\`\n`;
  });
  return `${comment('', schema.description)}type ${name} struct {\n${members.join('')}}\n`;
}

function method(each, isBytes) {
  const { group, name, operation, inPath, query, body, answer, table } = each;
  const called = capital(isBytes && answer ? `${name}Bytes` : name);
  const whole = `${capital(group)}${called}`;
  const members = [
    ...inPath.map((one) => [one, `path:"${one.name}"`, typeOf(one.schema)]),
    ...query.map((one) => [one, `query:"${one.name}"`, one.required ? typeOf(one.schema) : optional(typeOf(one.schema))]),
  ].map(([one, tag, type]) => `${comment('\t', one.description)}\t${fieldName(one.name)} ${type} \`${tag}\`\n`);
  const bodyType = body && (body.required ? typeOf(body.schema) : optional(typeOf(body.schema)));
  const input = `type ${whole}Input struct {\n${members.join('')}${body ? `\tBody ${bodyType}\n` : ''}}\n`;
  const result = isBytes ? 'Bytes' : typeOf(answer);
  const accept = isBytes ? BYTES_TYPE : JSON_TYPE;
  const constant = `var ${small(whole)} = operation{"${table.method}", "${table.path}", ${table.repeatable}, ${table.secured}, "${accept}"}\n`;
  const sent = body ? (body.required ? 'input.Body' : 'orNil(input.Body)') : 'nil';
  const text =
    `${comment('', `${called}: ${operation.summary ?? ''}`, operation.description)}` +
    `func (g ${capital(group)}API) ${called}(ctx context.Context, input ${whole}Input, options ...CallOptions) (${result}, error) {\n` +
    `\treturn answer[${result}](ctx, g.transport, ${small(whole)}, input, ${sent}, options)\n}\n`;
  return [input, constant, text].join('\n');
}

/** The file `operations.go`. */
export function emitGo(document) {
  const types = Object.entries(document.components.schemas).map(([name, schema]) => struct(name, schema));
  const groups = groupsOf(operationsOf(document)).map(([group, list]) => {
    const methods = methodsOf(list, method);
    return { name: capital(group), methods };
  });
  const classes = groups.map(({ name, methods }) => `type ${name}API struct{ transport *transport }\n\n${methods.join('\n')}`);
  const members = groups.map(({ name }) => `\t${name} ${name}API\n`);
  const made = groups.map(({ name }) => `\t\t${name}: ${name}API{t},\n`);
  return `// Code generated from the OpenAPI document of the service. DO NOT EDIT.

package acervo

import (
	"context"
	"encoding/json"
)

var _ json.RawMessage

func orNil[T any](value *T) any {
	if value == nil {
		return nil
	}
	return value
}

// API has every operation of the service, by its group.
type API struct {
${members.join('')}}

func newAPI(t *transport) API {
	return API{
${made.join('')}	}
}

${classes.join('\n')}
${types.join('\n')}`;
}
