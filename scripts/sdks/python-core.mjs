/** Python from an OpenAPI document: answers and bodies as typed dictionaries, operations as methods of their groups. */
import { BYTES_TYPE, capital, nameOf, operationsOf, sentBy } from '../clients/model.mjs';
import { groupsOf, linesOf, methodsOf, plain, snake } from './words.mjs';

const KEYWORDS = new Set(
  'and as assert break class def del elif for from global if import in is lambda not or pass raise try with yield'.split(' '),
);
const isName = (name) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
const named = (name) => (KEYWORDS.has(name) ? `${name}_` : name);
const literal = (value) => JSON.stringify(value);
const bool = (value) => (value ? 'True' : 'False');
const doc = (indent, ...texts) => {
  const lines = linesOf(...texts).map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  return `${indent}"""${lines.join(`\n${indent}`).replaceAll(/[^\S\n]+$/gm, '')}\n${indent}"""\n`;
};

const typesOf = (sent) => {
  const typeOf = (given) => {
    const { schema, isNullable } = plain(given);
    const type = schema ? one(schema) : 'Any';
    return isNullable && type !== 'Any' ? `${type} | None` : type;
  };
  const one = (schema) => {
    if (schema.$ref) return nameOf(schema.$ref);
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (schema.type === 'string') return sent && schema.format === 'byte' ? 'str | bytes | Source' : 'str';
    if (schema.type === 'integer') return 'int';
    if (schema.type === 'number') return 'float';
    if (schema.type === 'boolean') return 'bool';
    if (schema.type === 'array') return `builtins.list[${typeOf(schema.items)}]`;
    if (schema.type === 'object' || schema.properties) return 'dict[str, Any]';
    return 'Any';
  };
  return typeOf;
};

function dictionary(name, schema, typeOf) {
  if (!schema.properties) return `${name}: TypeAlias = ${JSON.stringify(typeOf(schema))}\n`;
  const members = Object.entries(schema.properties).map(([member, each]) => {
    const type = schema.required?.includes(member) ? typeOf(each) : `NotRequired[${typeOf(each)}]`;
    return [member, type];
  });
  if (members.every(([member]) => isName(member))) {
    const lines = members.map(([member, type]) => `    ${member}: ${type}`);
    return `class ${name}(TypedDict):\n${lines.join('\n') || '    pass'}\n`;
  }
  const lines = members.map(([member, type]) => `        ${literal(member)}: ${literal(type)},`);
  return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${lines.join('\n')}\n    },\n)\n`;
}

function method(each, isBytes) {
  const { group, name, operation, inPath, query, body, answer, table } = each;
  const [given, got] = [typesOf(true), typesOf(false)];
  const called = named(snake(isBytes && answer ? `${name}Bytes` : name));
  const parameters = [
    ...[...inPath, ...query].map(({ name: wire, required, schema }) => [wire, given(schema), required]),
    ...(body ? [['body', given(body.schema), body.required]] : []),
  ].sort(([, , one], [, , other]) => Number(other ?? false) - Number(one ?? false));
  const declared = parameters.map(([wire, type, required]) => `${wire}: ${type}${required ? '' : ' | None = None'}`);
  const options = 'options: CallOptions | None = None';
  const result = isBytes ? 'bytes' : answer ? got(answer) : 'None';
  const pairs = (list) => `{${list.map((each) => `${literal(each.name)}: ${each.name}`).join(', ')}}`;
  const args = [`_${snake(group)}_${called}`, pairs(inPath), pairs(query), body ? 'body' : 'None', 'options'].join(', ');
  const accept = isBytes ? `, ${literal(BYTES_TYPE)}` : '';
  const constant = `_${snake(group)}_${called} = Operation(${literal(table.method)}, ${literal(table.path)}, ${bool(table.repeatable)}, ${bool(table.secured)}${accept})`;
  const text = [
    `    def ${called}(self, *, ${[...declared, options].join(', ')}) -> ${result}:`,
    doc('        ', operation.summary, operation.description).trimEnd(),
    `        return cast(${literal(result)}, self._call(${args}))`,
  ].join('\n');
  return { constant, text };
}

/** The module `acervo/operations.py`. */
export function emitPython(document) {
  const operations = operationsOf(document);
  const { schemas } = document.components;
  const sent = sentBy(operations, schemas);
  const types = Object.entries(schemas).map(([name, schema]) => dictionary(name, schema, typesOf(sent.has(name))));
  const groups = groupsOf(operations).map(([group, list]) => {
    const methods = methodsOf(list, method);
    return {
      attribute: snake(group),
      name: `${capital(group)}Operations`,
      constants: methods.map(({ constant }) => constant),
      methods: methods.map(({ text }) => text),
    };
  });
  const classes = groups.map(
    ({ name, methods }) =>
      `class ${name}:\n    def __init__(self, call: _Call) -> None:\n        self._call = call\n\n${methods.join('\n\n')}\n`,
  );
  const members = groups.map(({ attribute, name }) => `        self.${attribute} = ${name}(call)`);
  return `"""Made from the OpenAPI document of the service."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from .files import Source
from .transport import CallOptions, Operation

_Call = Callable[..., Any]

${types.join('\n\n')}

${groups.flatMap(({ constants }) => constants).join('\n')}


${classes.join('\n\n')}

class Operations:
    """Every operation of the service, by its group."""

    def __init__(self, call: _Call) -> None:
${members.join('\n')}
`;
}
