import { keyOfText } from '#domain/documents/field-value';
import { fold } from '#domain/text';
import type { ListField } from '#domain/trees/field';
import { joinKeys, type ValueList } from './value-list';

const sameLabel = (wanted: ListField) => (field: ListField) => fold(field.label) === fold(wanted.label);
const keyFields = (list: ValueList) => list.fields.filter((field) => field.isKey);

/** The fields of a list by which its rows name their parent row: they have the labels of the parent's key fields. */
export function referenceFields(list: ValueList, parent: ValueList): ListField[] {
  return keyFields(parent).flatMap((key) => list.fields.find(sameLabel(key)) ?? []);
}

/** The key of the parent row that a row with these texts names, as the parent compares it; null when it names none. */
export function parentKey(list: ValueList, parent: ValueList, textOf: (field: ListField) => string): string | null {
  const keys = keyFields(parent).map((key) => {
    const field = list.fields.find(sameLabel(key));
    const text = field ? textOf(field) : '';
    return text === '' ? '' : keyOfText(key, text);
  });
  return keys.includes('') ? null : joinKeys(keys);
}
