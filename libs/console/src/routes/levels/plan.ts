import type { ArchiveLevel, Planned } from '../../api/archive';
import type { FieldProblem } from '../../api/refusal';
import { placesOf } from './tree';

/** Of an attribute that changes: its name in the archive file, and both values. */
export interface Change {
  attribute: string;
  from: unknown;
  to: unknown;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Null: said otherwise. */
export function changeIn(detail: string): Change | null {
  const [, attribute, from, to] = /^(\w+): (.*) → (.*)$/s.exec(detail) ?? [];
  return attribute === undefined ? null : { attribute, from: parsed(from!), to: parsed(to!) };
}

/** Without the name of the client, which is the same for all. */
export const nameIn = (client: string, name: string) => (name.startsWith(`${client} / `) ? name.slice(client.length + 3) : name);

/** Ids of the levels that the plan is about, and which had documents before; `before` and `after` are the levels of either. */
export function touchedBy(
  plan: readonly Planned[],
  client: string,
  before: readonly ArchiveLevel[],
  after: readonly ArchiveLevel[],
): string[] {
  const stored = placesOf(before);
  const [former, latter] = [stored, placesOf(after)].map((places) => new Map(places.map(({ path, level }) => [path, level.id])));
  const isStored = new Set(stored.map(({ level }) => level.id));
  const touched = plan.map(({ what, action, name }) => {
    const text = nameIn(client, name);
    // A field's name may have the sign, too: the longest path that is a level's.
    const ends = what === 'field' ? [...text.matchAll(/ \/ /g)].map(({ index }) => text.slice(0, index)).toReversed() : [text];
    const ids = action === 'remove' ? former! : latter!;
    return ends.map((path) => ids.get(path)).find((id) => id !== undefined);
  });
  return [...new Set(touched)].filter((id) => id !== undefined && isStored.has(id)) as string[];
}

export interface Sorted {
  /** By the id of a level or of a field. */
  byId: Readonly<Record<string, string>>;
  above: readonly string[];
  /** The level to go to. */
  first: string | undefined;
}

/** Workflows name levels, too. */
const ELSEWHERE = /^clients\[0\]\.(?!levels).*$/;

/** Puts each problem beside the level or the field that its path (`clients[0].levels[1].fields[2].label`) leads to. */
export function sortProblems(problems: readonly FieldProblem[], levels: readonly ArchiveLevel[]): Sorted {
  const byId: Record<string, string> = {};
  const above: string[] = [];
  let first: string | undefined;
  for (const { field, message } of problems) {
    let inner = levels;
    let level: ArchiveLevel | undefined;
    let at: string | undefined;
    for (const [, kind, index] of field.replace(ELSEWHERE, '').matchAll(/\b(levels|fields)\[(\d+)\]/g)) {
      if (kind === 'levels') {
        level = inner[Number(index)];
        inner = level?.levels ?? [];
        at = level?.id;
      } else at = level?.fields?.[Number(index)]?.id ?? at;
    }
    if (at === undefined) above.push(message);
    else {
      byId[at] = [byId[at], message].filter(Boolean).join(' ');
      first ??= level?.id;
    }
  }
  return { byId, above, first };
}
