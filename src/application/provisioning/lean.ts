import type { FieldDefinition } from '#domain/provisioning/archive-definition';
import type { FieldImage } from '#domain/provisioning/archive-image';

/** Drops members that have their default value. */
export function lean<T extends object>(thing: T): T {
  const isSaid = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => isSaid(value))) as T;
}

type Rules = Pick<FieldImage, 'label' | 'type' | 'min' | 'max' | 'pattern' | 'mask' | 'options' | 'parentOperator'>;

/** A field of a level, a list or a form. */
export const fieldDefinition = (field: Rules, id: { id?: string }, parent: string | undefined): FieldDefinition =>
  lean({
    ...id,
    label: field.label,
    type: field.type,
    min: field.min ?? undefined,
    max: field.max ?? undefined,
    pattern: field.pattern ?? undefined,
    mask: field.mask ?? undefined,
    options: field.options,
    parent,
    operator: field.parentOperator ?? undefined,
  });
