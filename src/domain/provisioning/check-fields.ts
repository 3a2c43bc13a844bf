import { fold } from '#domain/text';
import type { FieldDefinition, LevelDefinition, ListDefinition, ListFieldDefinition } from './archive-definition';
import type { DefinitionPath, Problems } from './archive-problem';

/** What stands between the options of a field on the wire (operation 5.2). */
const OPTION_SEPARATOR = '|@#';

/** The fields above a level, by label. */
export type VisibleFields = ReadonlyMap<string, FieldDefinition>;

const comparable = (a: FieldDefinition, b: FieldDefinition) => a.type === b.type || [a.type, b.type].sort().join() === 'money,number';

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function checkField(field: FieldDefinition, path: DefinitionPath, problems: Problems): void {
  const { label, type, options, min, max, pattern } = field;
  if (type === 'options' && !options?.length) problems.add(path, `field "${label}" is of type options and has no options`);
  if (type !== 'options' && options !== undefined) {
    problems.add([...path, 'options'], `field "${label}" has options, which only fields of type options may have`);
  }
  if (options) problems.unique('option', options, (index) => [...path, 'options', index]);
  for (const [index, option] of (options ?? []).entries()) {
    if (option.includes(OPTION_SEPARATOR)) problems.add([...path, 'options', index], `an option cannot contain ${OPTION_SEPARATOR}`);
  }
  if (min !== undefined && max !== undefined && min > max)
    problems.add([...path, 'min'], `min ${min} of field "${label}" is above max ${max}`);
  if (pattern !== undefined && !isExpression(pattern)) {
    problems.add([...path, 'pattern'], `the pattern of field "${label}" is not a regular expression`);
  }
}

/** @param above fields of the levels above, which may be parents, too. */
function checkParents(fields: readonly FieldDefinition[], above: VisibleFields, path: DefinitionPath, problems: Problems): void {
  const visible = new Map([...above, ...fields.map((field) => [field.label, field] as const)]);
  for (const [index, field] of fields.entries()) {
    const { label, parent, operator } = field;
    if (parent === undefined) continue;
    const at = [...path, index, 'parent'];
    const found = visible.get(parent);
    if (!found) problems.add(at, `field "${label}" has the parent field "${parent}", which is not defined here or above`);
    else if (operator !== undefined && !comparable(field, found)) {
      problems.add(at, `field "${label}" of type ${field.type} cannot be compared with its parent field "${parent}" of type ${found.type}`);
    }
    const passed = new Set([label]);
    for (let next: FieldDefinition | undefined = found; next; next = next.parent === undefined ? undefined : visible.get(next.parent)) {
      if (next.label === label) problems.add(at, `field "${label}" is its own parent field, by way of ${[...passed].join(', ')}`);
      if (passed.has(next.label)) break;
      passed.add(next.label);
    }
  }
}

export function checkFields(fields: readonly FieldDefinition[], above: VisibleFields, path: DefinitionPath, problems: Problems): void {
  for (const [index, field] of fields.entries()) checkField(field, [...path, index], problems);
  checkParents(fields, above, path, problems);
}

export function checkList(list: ListDefinition, path: DefinitionPath, problems: Problems): void {
  problems.unique('field', labelsOf(list.fields), (index) => [...path, 'fields', index, 'label']);
  checkFields(list.fields, new Map(), [...path, 'fields'], problems);
  if (!list.fields.some(({ key }) => key)) problems.add([...path, 'fields'], `list "${list.name}" has no key field`);
  if (list.rows && list.rowsFrom !== undefined) problems.add([...path, 'rowsFrom'], `list "${list.name}" has both rows and rowsFrom`);
  if (list.rowsComplete && !list.rows && list.rowsFrom === undefined) {
    problems.add([...path, 'rowsComplete'], `list "${list.name}" says that its rows are complete and has neither rows nor rowsFrom`);
  }
}

/** A row of the list names its parent row by the parent's keys. */
export function checkParentList(
  list: ListDefinition,
  lists: ReadonlyMap<string, ListDefinition>,
  path: DefinitionPath,
  problems: Problems,
): void {
  if (list.parent === undefined) return;
  const at = [...path, 'parent'];
  const parent = lists.get(list.parent);
  if (!parent) return problems.add(at, `list "${list.name}" has the parent list "${list.parent}", which its client does not have`);
  for (let next: ListDefinition | undefined = parent, steps = 0; next && steps <= lists.size; steps++) {
    if (next.name === list.name) return problems.add(at, `list "${list.name}" is its own parent list`);
    next = next.parent === undefined ? undefined : lists.get(next.parent);
  }
  const own = new Set(list.fields.map(({ label }) => fold(label)));
  for (const { label } of parent.fields.filter((field: ListFieldDefinition) => field.key)) {
    if (!own.has(fold(label)))
      problems.add(at, `list "${list.name}" lacks the field "${label}", the key of its parent list "${parent.name}"`);
  }
}

/** The rule by which documents of a level fall due, in so far as the level and those above tell. */
export function checkRetention(
  { name, retention, lists: ownLists = [] }: LevelDefinition,
  visible: VisibleFields,
  listsAbove: readonly string[],
  lists: ReadonlyMap<string, ListDefinition>,
  path: DefinitionPath,
  problems: Problems,
): void {
  if (!retention) return;
  const at = [...path, 'retention'];
  if (retention.list !== undefined && ![...listsAbove, ...ownLists.map((list) => list.name)].includes(retention.list)) {
    return problems.add(
      [...at, 'list'],
      `the retention of level "${name}" counts from the list "${retention.list}", which the level does not have`,
    );
  }
  const fields = retention.list === undefined ? visible : new Map(lists.get(retention.list)?.fields.map((field) => [field.label, field]));
  const field = fields.get(retention.field);
  if (!field)
    problems.add([...at, 'field'], `the retention of level "${name}" counts from the field "${retention.field}", which is not there`);
  else if (field.type !== 'date') {
    problems.add(
      [...at, 'field'],
      `the retention of level "${name}" counts from the field "${retention.field}", which is not a date but ${field.type}`,
    );
  }
}

const labelsOf = (fields: readonly FieldDefinition[]) => fields.map(({ label }) => label);
