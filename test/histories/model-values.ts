import { LEVELS, LISTS, type LevelName, type ListName } from './archive';
import type { Held, Row, SentValue, State } from './state';

/** What must hold, and the statuses that may refuse a call where it does not. */
export type Rule = readonly [holds: boolean, ...statuses: number[]];

export function missingMandatory(level: LevelName, values: readonly SentValue[]): Rule[] {
  const sent = new Set(values.filter(({ list, value }) => list === null && value !== '').map(({ label }) => label));
  return LEVELS[level].mandatory.map((label): Rule => [sent.has(label), 422]);
}

interface Entry {
  list: ListName;
  cells: Record<string, string>;
}

function entriesOf(values: readonly SentValue[]): Entry[] {
  const entries = new Map<ListName, Entry>();
  for (const { list, label, value } of values) {
    if (list === null) continue;
    const entry = entries.get(list) ?? { list, cells: {} };
    entry.cells[label] = value;
    entries.set(list, entry);
  }
  return [...entries.values()];
}

const rowOf = (state: State, { list, cells }: Entry): Row | undefined => {
  const { key } = LISTS[list];
  return state.rows.find((row) => row.list === list && row.cells[key] === cells[key]);
};

const unlinks = ({ list, cells }: Entry) => Object.keys(cells).length === 1 && cells[LISTS[list].key] === '';

/** Values that cannot be read, and the rules of lists (operation 4.1). */
export function linkProblems(state: State, values: readonly SentValue[], changing: boolean): Rule[] {
  const readable: Rule = [values.every(({ shown }) => shown !== null), 400, 422];
  const rules = entriesOf(values).flatMap((entry): Rule[] => {
    if (changing && unlinks(entry)) return [];
    const { key, must, grows } = LISTS[entry.list];
    const complete = !!entry.cells[key] && !!entry.cells[must];
    if (!entry.cells[key]) return [[false, 422]];
    const row = rowOf(state, entry);
    if (!row) return [[grows && complete, 422]];
    const agrees = Object.entries(entry.cells).every(([label, value]) => value === row.cells[label]);
    return [
      [agrees, 422],
      [!changing || !grows || complete, 422],
    ];
  });
  return [readable, ...rules];
}

/** Custom fields; an empty value takes the old one away. */
export function change(held: Held, values: readonly SentValue[]): void {
  for (const { list, label, shown } of values) if (list === null) held.values[label] = shown as string;
}

export function linkRows(state: State, held: Held, values: readonly SentValue[]): void {
  for (const entry of entriesOf(values)) {
    if (unlinks(entry)) delete held.rows[entry.list];
    else held.rows[entry.list] = rowOf(state, entry) ?? added(state, entry);
  }
}

function added(state: State, { list, cells }: Entry): Row {
  const row: Row = { list, id: null, cells: { ...cells } };
  state.rows.push(row);
  return row;
}
