import type { ListField } from '#domain/trees/field';

/** A client's table of reference rows that documents point at. */
export interface ValueList {
  id: string;
  name: string;
  kind: 'autocomplete' | 'consolidation';
  /** Of a consolidation list: whether filing a document may add a row. An autocomplete list always grows. */
  allowsInclusion: boolean;
  parentListId: string | null;
  fields: readonly ListField[];
}

export function growsWhileFiling(list: ValueList): boolean {
  return list.kind === 'autocomplete' || list.allowsInclusion;
}

const SEPARATOR = '\u001f';
const ESCAPE = '\u001e';

/** A text may contain the separator of keys, so it is escaped. */
const escaped = (key: string) => key.replaceAll(ESCAPE, `${ESCAPE}0`).replaceAll(SEPARATOR, `${ESCAPE}1`);

/** Joins the keys of a row's key fields into the text that is unique within its list. */
export function joinKeys(keys: readonly string[]): string {
  return keys.length === 1 ? (keys[0] as string) : keys.map(escaped).join(SEPARATOR);
}
