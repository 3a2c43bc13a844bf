import type { FoundDocument } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import type { Indexer, Level } from '#domain/trees/client-structure';
import type { Highlight } from './text-search';

export interface FoundEntry {
  found: FoundDocument;
  level: Level;
  /** The chosen values, or all of the level. */
  values: readonly { label: string; listName: string | null; text: string }[];
  /** Absent unless asked for. */
  highlights?: readonly Highlight[];
}

/** Nothing where the level is gone meanwhile. `columns` null: all values. */
export function entryOf({ client }: Scope, found: FoundDocument, columns: readonly ReadonlySet<number>[] | null): FoundEntry[] {
  const level = client.structure.levelByCode(found.nodeCode);
  if (!level) return [];
  const shown = columns ? columns.flatMap((codes) => level.indexers.filter(({ field }) => codes.has(field.code))) : level.indexers;
  const valueOf = ({ field, list }: Indexer) => ({
    label: field.label,
    listName: list?.name ?? null,
    text: found.values.get(field.code) ?? '',
  });
  return [{ found, level, values: shown.map(valueOf) }];
}
