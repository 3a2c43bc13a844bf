import type { ArchiveImage, Kind, Thing } from './archive-image';
import { KINDS } from './kinds';

export type Difference = {
  [K in Kind]: {
    kind: K;
    id: string;
    before: Thing<K> | null;
    after: Thing<K> | null;
    /** Names of the attributes that change. */
    attributes: readonly string[];
  };
}[Kind];

export type DifferenceOf<K extends Kind> = Extract<Difference, { kind: K }>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function changedAttributes(before: object, after: object): string[] {
  return Object.keys(after).filter((name) => !same((before as Record<string, unknown>)[name], (after as Record<string, unknown>)[name]));
}

/** What has to happen to the one archive to make it the other; things are the same that have the same id. */
export function differences(before: ArchiveImage, after: ArchiveImage): Difference[] {
  return KINDS.flatMap((kind) => {
    const [old, wanted] = [before[kind] as ReadonlyMap<string, object>, after[kind] as ReadonlyMap<string, object>];
    const found: unknown[] = [];
    for (const [id, thing] of wanted) {
      const known = old.get(id);
      const attributes = known ? changedAttributes(known, thing) : [];
      if (!known || attributes.length > 0) found.push({ kind, id, before: known ?? null, after: thing, attributes });
    }
    for (const [id, thing] of old) if (!wanted.has(id)) found.push({ kind, id, before: thing, after: null, attributes: [] });
    return found as Difference[];
  });
}

export function ofKind<K extends Kind>(all: readonly Difference[], kind: K): DifferenceOf<K>[] {
  return all.filter((difference): difference is DifferenceOf<K> => difference.kind === kind);
}
