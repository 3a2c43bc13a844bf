import type { FieldDefinition, FormFieldReference, ListDefinition, WorkflowDescription } from '#domain/provisioning/archive-definition';
import type { DefinitionPath } from '#domain/provisioning/archive-problem';
import { checkFields } from '#domain/provisioning/check-fields';
import type { Problems } from '#domain/provisioning/archive-problem';
import { readFieldValue } from '#domain/documents/field-value';
import { AS_STORED, sentText, type SentValue } from '#domain/documents/sent-value';
import { NO_RULES, type FieldType } from '#domain/trees/field';
import type { CONDITION_OPERATORS } from './workflow-definition';

/** The lists of a client, by name. */
export type KnownLists = ReadonlyMap<string, ListDefinition>;

/** Types whose values have an order that means something. */
const ORDERED: readonly FieldType[] = ['number', 'money', 'date'];

/** The form of a workflow as its file describes it, with everything that refers to one of its fields. */
export class FormCheck {
  constructor(
    private readonly form: WorkflowDescription['form'],
    private readonly lists: KnownLists,
    private readonly problems: Problems,
  ) {}

  run(path: DefinitionPath): void {
    if (!this.form) return;
    const { name, fields = [], lists = [] } = this.form;
    const labels = fields.map(({ label }) => label);
    if (fields.length + lists.length === 0) this.problems.add(path, `form "${name}" has neither fields nor lists`);
    this.problems.unique('field', labels, (index) => [...path, 'fields', index, 'label']);
    checkFields(fields, new Map(), [...path, 'fields'], this.problems);
    const names = lists.map((list) => list.name);
    this.problems.unique('list', names, (index) => [...path, 'lists', index, 'name']);
    for (const [index, list] of names.entries()) {
      if (!this.lists.has(list)) this.problems.add([...path, 'lists', index, 'name'], `list "${list}" is not defined for this client`);
    }
  }

  /** The field that is referred to; tells when there is none. */
  field({ field: label, list: name }: FormFieldReference, path: DefinitionPath): FieldDefinition | undefined {
    const isShown = name !== undefined && this.form?.lists?.some((list) => list.name === name);
    if (name !== undefined && !isShown) {
      this.problems.add([...path, 'list'], `the form does not show a list "${name}"`);
      return undefined;
    }
    const fields: readonly FieldDefinition[] | undefined = name === undefined ? this.form?.fields : this.lists.get(name)?.fields;
    const found = fields?.find((field) => field.label === label);
    const place = name === undefined ? 'the form' : `list "${name}"`;
    if (!found) this.problems.add([...path, 'field'], `${place} has no field "${label}"`);
    return found;
  }

  condition(when: FormFieldReference & { operator: (typeof CONDITION_OPERATORS)[number]; value: SentValue }, path: DefinitionPath): void {
    const field = this.field(when, path);
    if (!field) return;
    const { label, type, options = [] } = field;
    if ((when.operator === '>=' || when.operator === '<=') && !ORDERED.includes(type)) {
      this.problems.add([...path, 'operator'], `field "${label}" of type ${type} is compared by = and <> alone`);
    }
    if (!readFieldValue({ code: 0, id: '', label, type, ...NO_RULES, options }, when.value, AS_STORED).ok) {
      this.problems.add([...path, 'value'], `"${sentText(when.value)}" is not a value of field "${label}" of type ${type}`);
    }
  }
}
