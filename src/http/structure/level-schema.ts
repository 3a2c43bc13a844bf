import { isExpression } from '#domain/documents/example-value';
import { LONGEST_VALUE, PLACES } from '#domain/documents/field-value';
import type { Decimal } from '#domain/documents/sent-value';
import { fold } from '#domain/text';
import type { Level, NodeList } from '#domain/trees/client-structure';
import type { Field, FieldType } from '#domain/trees/field';
import { growsWhileFiling, type ValueList } from '#domain/value-lists/value-list';
import { TYPE_NAMES } from './structure.dto';

export type JsonSchema = Record<string, unknown>;

const TIME = '[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])?';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const MONTH = '(?:0[1-9]|1[0-2])';
const YEAR = '[1-9][0-9]{3}';
/** Between and around the characters of a CPF or CNPJ. */
const PUNCTUATION = '[.\\-\\/\\s]*';
const CPF = `(?:[0-9]${PUNCTUATION}){11}`;
const CNPJ = `(?:[0-9A-Za-z]${PUNCTUATION}){12}(?:[0-9]${PUNCTUATION}){2}`;

/** The word in any case. */
const anyCase = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** Patterns of the values that `readFieldValue` accepts; a test compares the two. */
const FORMS = {
  text: '^[^\\s\\u0000\\p{Cs}](?:[^\\u0000\\p{Cs}]*[^\\s\\u0000\\p{Cs}])?$',
  date: `^(?:${DAY}\\/${MONTH}\\/${YEAR}|${YEAR}-${MONTH}-${DAY})(?:${TIME})?$`,
  cpf: `^${PUNCTUATION}${CPF}$`,
  cnpj: `^${PUNCTUATION}${CNPJ}$`,
  'cnpj-or-cpf': `^${PUNCTUATION}(?:${CPF}|${CNPJ})$`,
  checkbox: `^(?:1|0|${['true', 'false', 'sim', 'on', 'off'].map(anyCase).join('|')}|[Nn][AaÃã][Oo])$`,
};

const SIGNS = '[+-]?(?:R\\$[ \\u00a0]?)?';

/** Of one number of places after the point. */
function decimalForm(places: number, decimal: Decimal): string {
  const grouped = (group: string, point: string) => `[1-9][0-9]{0,2}(?:${group}[0-9]{3}){1,4}(?:${point}[0-9]{1,${places}})?`;
  const forms = [`0*[0-9]{1,15}(?:[.,][0-9]{1,${places}})?`, grouped('\\.', ',')];
  if (decimal === 'comma') return `^${SIGNS}(?:${forms.join('|')})$`;
  return `^${SIGNS}(?![1-9][0-9]{0,2},[0-9]{3}$)(?:${[...forms, grouped(',', '\\.')].join('|')})$`;
}

const formOf = (type: Exclude<FieldType, 'options'>, decimal: Decimal) =>
  type === 'number' || type === 'money' ? decimalForm(PLACES[type], decimal) : FORMS[type];

const DECIMAL_HINT =
  'Vírgula ou ponto antes dos decimais. Um ponto antes de três dígitos no fim separa milhares, salvo em níveis com decimal: point; um número de JSON tem ponto decimal.';

const HINTS: Partial<Record<Field['type'], string>> = {
  number: DECIMAL_HINT,
  money: DECIMAL_HINT,
  date: 'dd/MM/yyyy ou ISO 8601; precisa existir no calendário. Com Z ou deslocamento, o dia no fuso do serviço.',
  cpf: 'Os dígitos verificadores são conferidos.',
  cnpj: 'Os dígitos verificadores são conferidos.',
  'cnpj-or-cpf': 'Os dígitos verificadores são conferidos.',
  options: 'O serviço não distingue maiúsculas nem acentos.',
};

function maskPattern(mask: string): string {
  const places = [...mask].map((place) => {
    if (place === 'X') return '\\p{L}';
    return place === '9' ? '[0-9]' : place.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&');
  });
  return `^${places.join('')}$`;
}

/** Rules of a single string. */
function valueRules(field: Field, decimal: Decimal): JsonSchema {
  const { type, min, max, options, mask, pattern } = field;
  const forms = type === 'options' ? [] : [formOf(type, decimal)];
  if (mask !== null) forms.push(maskPattern(mask));
  if (pattern !== null && isExpression(pattern)) forms.push(`^(?:${pattern})$`);
  const [first, ...others] = forms;
  return {
    ...(type === 'options' && (options.length > 0 ? { enum: [...new Set(options)] } : { not: {} })),
    ...(type === 'text' && { minLength: Math.max(1, Math.ceil(min ?? 1)) }),
    maxLength: type === 'text' && max !== null ? Math.max(0, Math.min(Math.floor(max), LONGEST_VALUE)) : LONGEST_VALUE,
    ...(others.length > 0 ? { allOf: forms.map((form) => ({ pattern: form })) } : first !== undefined && { pattern: first }),
    ...((type === 'number' || type === 'money') && {
      ...(min !== null && { 'x-minimo': min }),
      ...(max !== null && { 'x-maximo': max }),
    }),
  };
}

export function fieldSchema(field: Field, order: number, decimal: Decimal, parent?: Field): JsonSchema {
  const hint = HINTS[field.type];
  return {
    type: 'string',
    ...(hint !== undefined && { description: hint }),
    ...valueRules(field, decimal),
    'x-tipo': TYPE_NAMES[field.type],
    ...(field.mask !== null && { 'x-mascara': field.mask }),
    'x-ordem': order,
    ...(parent && { 'x-campoPai': { campo: parent.label, operador: field.parentOperator } }),
  };
}

interface Property {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

function objectSchema(properties: readonly Property[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    required: properties.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Of items with equal folded names a request addresses the first. */
function addressed<T extends { name: string }>(items: readonly T[]): T[] {
  const names = items.map(({ name }) => fold(name));
  return items.filter(({ name }, index) => names.indexOf(fold(name)) === index);
}

const listDescription = (grows: boolean) =>
  'Os campos-chave localizam a linha; os demais valores enviados não podem contradizê-la. ' +
  (grows
    ? 'Sem linha com essa chave, uma é criada, desde que todos os campos de "x-importacaoObrigatoria" sejam enviados.'
    : 'A chave precisa existir na lista: nenhuma linha é criada.') +
  ' Só as chaves são exigidas aqui ("required").';

function listSchema(list: ValueList, orderOf: (field: Field) => number, decimal: Decimal): JsonSchema {
  const labelsOf = (fields: readonly Field[]) => fields.map(({ label }) => label);
  const properties = list.fields.map((field) => ({
    name: field.label,
    schema: fieldSchema(
      field,
      orderOf(field),
      decimal,
      list.fields.find(({ code }) => code === field.parentCode),
    ),
    required: field.isKey,
  }));
  return {
    description: listDescription(growsWhileFiling(list)),
    ...objectSchema(addressed(properties)),
    'x-tipoLista': list.kind === 'autocomplete' ? 'A' : 'C',
    'x-permiteInclusao': growsWhileFiling(list),
    'x-chaves': labelsOf(list.fields.filter(({ isKey }) => isKey)),
    'x-importacaoObrigatoria': labelsOf(list.fields.filter(({ isKey, isImportMandatory }) => isKey || isImportMandatory)),
  };
}

const DESCRIPTION =
  'Valores de indexação de um documento deste nível: cada campo customizado pelo label, cada lista pelo nome. Todos os valores são textos, sem espaços ' +
  'nas pontas; um campo sem valor não é enviado. Limites numéricos estão em "x-minimo" e "x-maximo"; "x-campoPai" diz que campo precisa ser preenchido ' +
  'antes e como os dois se comparam. No corpo da chamada cada valor vai em um item de valoresCampos (nomeLista, label, valorCampo).';

/** JSON Schema 2020-12 of the indexers of a document of the level. */
export function levelSchema(level: Level): JsonSchema {
  const { indexers, decimal } = level;
  const orderOf = (field: Field) => indexers.findIndex((indexer) => indexer.field.code === field.code) + 1;
  const fields = addressed(
    indexers
      .filter(({ list }) => list === null)
      .map(({ field, mandatory }) => ({
        name: field.label,
        schema: fieldSchema(field, orderOf(field), decimal, indexers.find((indexer) => indexer.field.code === field.parentCode)?.field),
        required: mandatory,
      })),
  );
  const taken = new Set(fields.map(({ name }) => name));
  // A field and a list may share a name; on the wire the list's fields carry it as nomeLista.
  const lists = addressed(level.lists.map((attached) => ({ name: attached.list.name, attached }))).map(({ name, attached }) => ({
    name: taken.has(name) ? `${name} (lista)` : name,
    ...listProperty(attached, orderOf, decimal),
  }));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: level.node.path,
    description: DESCRIPTION,
    ...objectSchema([...fields, ...lists]),
  };
}

const listProperty = ({ list, mandatory }: NodeList, orderOf: (field: Field) => number, decimal: Decimal) => ({
  schema: listSchema(list, orderOf, decimal),
  required: mandatory,
});
