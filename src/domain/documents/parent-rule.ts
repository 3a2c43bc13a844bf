import type { FieldPath, FieldProblem } from '#domain/errors';
import type { Field, ParentOperator } from '#domain/trees/field';
import { compareKeys } from './field-value';

/** A value that a document or a list row has, or would have. */
export interface HeldValue {
  field: Field;
  key: string;
  /** Where the request says so; for a value that was there before, the whole of its values. */
  path: FieldPath;
}

const holds: Record<ParentOperator, (difference: number) => boolean> = {
  '=': (d) => d === 0,
  '<>': (d) => d !== 0,
  '>': (d) => d > 0,
  '<': (d) => d < 0,
  '>=': (d) => d >= 0,
  '<=': (d) => d <= 0,
};

/**
 * A field with a parent field is filled after it, and compares with it as configured.
 * @param fields among which the parents are found
 * @param refused codes of fields whose value is refused already: there is nothing to compare with
 */
export function parentProblems(held: readonly HeldValue[], fields: readonly Field[], refused: ReadonlySet<number>): FieldProblem[] {
  const byCode = new Map(held.map((value) => [value.field.code, value]));
  return held.flatMap(({ field, key, path }): FieldProblem[] => {
    if (field.parentCode === null || refused.has(field.parentCode)) return [];
    const parent = byCode.get(field.parentCode);
    if (!parent) {
      const label = fields.find(({ code }) => code === field.parentCode)?.label ?? '';
      return [{ path, code: 'PARENT_MISSING', details: { label: field.label, parent: label } }];
    }
    if (!field.parentOperator || holds[field.parentOperator](compareKeys(key, parent.key))) return [];
    return [
      { path, code: 'PARENT_COMPARISON', details: { label: field.label, parent: parent.field.label, operator: field.parentOperator } },
    ];
  });
}
