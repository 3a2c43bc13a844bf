import { readFieldValue, type FieldValue } from '#domain/documents/field-value';
import { sentText, type Notation, type SentValue } from '#domain/documents/sent-value';
import type { FieldPath, FieldProblem } from '#domain/errors';
import type { ListField } from '#domain/trees/field';
import type { ValueList } from './value-list';

export interface CellInput {
  /** Null: it could not be read. */
  fieldId: string | null;
  /** Null: it could not be read. */
  value: SentValue | null;
  /** Where it stands in the request. */
  path: FieldPath;
}

/** A cell of a row in a request. */
export interface SentCell {
  field: ListField;
  /** Null: sent without a value. */
  value: FieldValue | null;
  /** Of the value. */
  path: FieldPath;
}

export interface SentCells {
  cells: readonly SentCell[];
  /** Codes of the fields whose value is refused already. */
  refusedCodes: ReadonlySet<number>;
  /** Problems that make the request unreadable (400). */
  invalid: readonly FieldProblem[];
  /** Values that their fields do not allow (422). */
  refused: readonly FieldProblem[];
}

/** Reads the cells of a request under the rules of the list's fields; needs nothing but the list. */
export function readCells(list: ValueList, inputs: readonly CellInput[], notation: Notation): SentCells {
  const [cells, refusedCodes, seen] = [[] as SentCell[], new Set<number>(), new Set<number>()];
  const [invalid, refused] = [[] as FieldProblem[], [] as FieldProblem[]];
  for (const { fieldId, value: raw, path } of inputs) {
    const field = list.fields.find(({ id }) => id === fieldId);
    if (fieldId === null) {
      // Any field may be the one: none is said to be missing.
      for (const { code } of list.fields) refusedCodes.add(code);
      continue;
    }
    if (!field || seen.has(field.code)) {
      invalid.push({ path: [...path, 'fieldId'], code: field ? 'DUPLICATE' : 'LIST_FIELD_UNKNOWN', details: { list: list.name } });
      continue;
    }
    seen.add(field.code);
    const valuePath = [...path, 'value'];
    if (raw === null) {
      refusedCodes.add(field.code);
      continue;
    }
    const reading = sentText(raw).trim() === '' ? null : readFieldValue(field, raw, notation);
    if (!reading || reading.ok) cells.push({ field, value: reading && reading.value, path: valuePath });
    else {
      refusedCodes.add(field.code);
      refused.push({ path: valuePath, code: reading.code, details: { label: field.label, ...reading.details } });
    }
  }
  return { cells, refusedCodes, invalid, refused };
}
