import type { Archive, ArchiveLevel } from '../../api/archive';
import { store } from '../../store';
import { byIds } from './tree';

/** What somebody has changed and not applied yet, and of which version it is. */
export interface Draft {
  etag: string;
  levels: readonly ArchiveLevel[];
}

const KEY = 'acervo.levels.';
const drafts = new Map<string, ReturnType<typeof make>>();

/** It outlives the page, as long as somebody is logged in. */
function make(client: string) {
  const kept = store(JSON.parse(sessionStorage.getItem(KEY + client) ?? 'null') as Draft | null);
  kept.subscribe(() => {
    const draft = kept.get();
    if (draft) sessionStorage.setItem(KEY + client, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY + client);
  });
  return kept;
}

export function draftOf(client: string) {
  const kept = drafts.get(client) ?? make(client);
  drafts.set(client, kept);
  return kept;
}

/** The levels as they are being edited. */
export const levelsOf = (draft: Draft | null, { client: { levels = [] } }: Archive) => draft?.levels ?? byIds(levels);
