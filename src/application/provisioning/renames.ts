import { ofKind, type Difference } from '#domain/provisioning/differences';

/** Kinds of things that keep their id when they are renamed. */
const NAMED = ['units', 'boxTypes', 'profiles', 'clients', 'lists', 'levels', 'fields', 'workflows'] as const;

interface Named {
  name?: string;
  label?: string;
  path?: string;
  clientId?: string;
  parentId?: string | null;
  levelId?: string | null;
  listId?: string | null;
}

const placeOf = (kind: string, { clientId, parentId, levelId, listId }: Named) =>
  JSON.stringify([kind, clientId, parentId, levelId, listId]);

/** Hints for a removal with an addition of the same kind at the same place, which may be a rename: how to write it in the file. */
export function renameHints(all: readonly Difference[]): ReadonlyMap<string, string> {
  const coming = new Map<string, string[]>();
  const named = NAMED.flatMap((kind) => ofKind(all, kind).map(({ id, before, after }) => ({ kind, id, before, after })));
  for (const { kind, before, after } of named) {
    if (before || !after) continue;
    const { name, label } = after as Named;
    const place = placeOf(kind, after);
    coming.set(place, [...(coming.get(place) ?? []), `"${label ?? name}"`]);
  }
  const hints = new Map<string, string>();
  for (const { kind, id, before, after } of named) {
    const names = before && !after ? coming.get(placeOf(kind, before)) : undefined;
    if (!names) continue;
    const { path, label, name } = before as Named;
    const now = names.join(' / ');
    hints.set(
      id,
      `if "${path ?? label ?? name}" is now called ${now}, write "id: ${id}" there: it keeps what it has (\`acervo export --ids\` writes all ids)`,
    );
  }
  return hints;
}
