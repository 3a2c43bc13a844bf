import type { FieldProblem } from '#domain/errors';
import type { Level } from '#domain/trees/client-structure';
import { keyOfText } from './field-value';
import type { IndexingChange } from './indexing';
import { parentProblems, type HeldValue } from './parent-rule';

/** The values that there would be after a change: those of the request over those that are there. */
export function heldAfter(level: Level, change: IndexingChange, texts: ReadonlyMap<number, string>): HeldValue[] {
  const gone = new Set([
    ...change.cleared.map(({ field }) => field.code),
    ...change.unlinked.flatMap((list) => list.fields.map((field) => field.code)),
  ]);
  const sent = new Map(change.values.map((value) => [value.field.code, value]));
  return level.fields.flatMap((field): HeldValue[] => {
    const value = sent.get(field.code);
    if (value) return [{ field, key: value.key, path: [...value.path, 'value'] }];
    const text = gone.has(field.code) ? '' : (texts.get(field.code) ?? '');
    return text === '' ? [] : [{ field, key: keyOfText(field, text), path: ['values'] }];
  });
}

/** Rows of lists obey the rules of their list; here it is about the custom fields. */
export function parentsOf(level: Level, held: readonly HeldValue[], refused: ReadonlySet<number> = new Set()): FieldProblem[] {
  const custom = new Set(level.indexers.filter(({ list }) => list === null).map(({ field }) => field.code));
  return parentProblems(
    held.filter(({ field }) => custom.has(field.code)),
    level.fields,
    refused,
  );
}
