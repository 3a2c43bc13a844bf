import type { ArchiveClient, ArchiveField, ArchiveLevel, ArchiveWorkflow } from '../../api/archive';

type Levels = readonly ArchiveLevel[];

export interface Place {
  level: ArchiveLevel;
  /** From the top, without the level. */
  above: Levels;
  siblings: Levels;
  /** As the service writes it. */
  path: string;
}

/** The archive has no order of levels but that of their names. */
const byName = (one: ArchiveLevel, other: ArchiveLevel) => one.name.localeCompare(other.name, 'pt-BR');

/** Every level with its place, in the order that people see. */
export function placesOf(levels: Levels, above: Levels = []): Place[] {
  const siblings = levels.toSorted(byName);
  return siblings.flatMap((level) => {
    const path = [...above, level].map(({ name }) => name).join(' > ');
    return [{ level, above, siblings, path }, ...placesOf(level.levels ?? [], [...above, level])];
  });
}

export const placeOf = (levels: Levels, id: string): Place | undefined => placesOf(levels).find(({ level }) => level.id === id);

const replaced = (levels: Levels, id: string, change: (level: ArchiveLevel) => Levels): Levels =>
  levels.flatMap((level) => {
    if (level.id === id) return change(level);
    return level.levels ? [{ ...level, levels: replaced(level.levels, id, change) }] : [level];
  });

export const changed = (levels: Levels, id: string, change: Partial<ArchiveLevel>): Levels =>
  replaced(levels, id, (level) => [{ ...level, ...change }]);
export const removed = (levels: Levels, id: string): Levels => replaced(levels, id, () => []);
export const added = (levels: Levels, parent: string | null, level: ArchiveLevel): Levels =>
  parent === null ? [...levels, level] : replaced(levels, parent, (found) => [{ ...found, levels: [...(found.levels ?? []), level] }]);

/** Null: to the top. */
export const moved = (levels: Levels, id: string, parent: string | null): Levels => {
  const place = placeOf(levels, id);
  return place ? added(removed(levels, id), parent, place.level) : levels;
};

/** Where a level may go: not below itself, nor where it is. */
export function targetsOf(levels: Levels, id: string): Place[] {
  const parent = placeOf(levels, id)?.above.at(-1)?.id;
  return placesOf(levels).filter(({ level, above }) => level.id !== parent && ![level, ...above].some((each) => each.id === id));
}

/** Names other fields, of a field's parent and of the retention, as this says: what stands here counts more than what stands above. */
function renamed(
  levels: Levels,
  nameOf: (field: ArchiveField) => [string, string],
  above: ReadonlyMap<string, string> = new Map(),
): Levels {
  return levels.map(({ fields, retention, levels: below, ...level }) => {
    const names = new Map([...above, ...(fields ?? []).map(nameOf)]);
    const name = (text: string) => names.get(text) ?? text;
    return {
      ...level,
      ...(fields && { fields: fields.map((field) => (field.parent ? { ...field, parent: name(field.parent) } : field)) }),
      ...(retention && { retention: retention.list === undefined ? { ...retention, field: name(retention.field) } : retention }),
      ...(below && { levels: renamed(below, nameOf, names) }),
    };
  });
}

/** For the editor: a field that is renamed keeps what refers to it. */
export const byIds = (levels: Levels): Levels => renamed(levels, ({ id, label }) => [label, id]);
/** For the service. */
export const byLabels = (levels: Levels): Levels => renamed(trimmed(levels), ({ id, label }) => [id, label]);

const trimmedField = ({ label, options, ...field }: ArchiveField): ArchiveField => ({
  ...field,
  label: label.trim(),
  ...(options && { options: options.map((option) => option.trim()).filter(Boolean) }),
});

const trimmed = (levels: Levels): Levels =>
  levels.map(({ name, fields, levels: below, ...level }) => ({
    ...level,
    name: name.trim(),
    ...(fields && { fields: fields.map(trimmedField) }),
    ...(below && { levels: trimmed(below) }),
  }));

/** Date fields that a retention may count from: here, or above. */
export const datesOf = ({ above, level }: Place): ArchiveField[] =>
  [...above, level].flatMap(({ fields = [] }) => fields.filter(({ type }) => type === 'date'));

const namesOf = ({ above, level }: Place) => [...above, level].map(({ name }) => name.trim());

/** Workflows name the levels that start them by their places: those that moved, or have another name. Undefined: none. */
export function workflowsFor({ levels = [], workflows }: ArchiveClient, after: Levels): readonly ArchiveWorkflow[] | undefined {
  const ids = new Map(placesOf(levels).map((place) => [JSON.stringify(namesOf(place)), place.level.id]));
  const places = new Map(placesOf(after).map((place) => [place.level.id, namesOf(place)]));
  const named = workflows?.map((workflow) =>
    workflow.levels
      ? { ...workflow, levels: workflow.levels.map((names) => places.get(ids.get(JSON.stringify(names)) ?? '') ?? names) }
      : workflow,
  );
  return JSON.stringify(named) === JSON.stringify(workflows) ? undefined : named;
}
