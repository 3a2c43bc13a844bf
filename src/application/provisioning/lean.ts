import type { FieldDefinition } from '#domain/provisioning/archive-definition';
import type { FieldImage } from '#domain/provisioning/archive-image';

/** Drops members that have their default value. */
export function lean<T extends object>(thing: T): { [K in keyof T]: Exclude<T[K], null> } {
  const isSaid = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => isSaid(value))) as never;
}

type Rules = Pick<FieldImage, 'label' | 'type' | 'min' | 'max' | 'pattern' | 'mask' | 'options' | 'parentOperator'>;

/** A field of a level, a list or a form. */
export function fieldDefinition(field: Rules, id: { id?: string }, parent: string | undefined): FieldDefinition {
  const { label, type, min, max, pattern, mask, options, parentOperator: operator } = field;
  return lean({ ...id, label, type, min, max, pattern, mask, options, parent, operator });
}
