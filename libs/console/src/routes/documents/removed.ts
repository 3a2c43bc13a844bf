import { restoreDocument } from '../../api/changes';
import { forgetDocuments } from '../../api/query-client';
import { number, t } from '../../i18n';
import { sentencesOf } from '../../ui/Problem';
import { complain, say } from '../../ui/Toasts';

/** What was refused is said once for each reason. */
export async function restoreAll(client: string, ids: readonly string[]): Promise<void> {
  const problems = new Map<string, unknown>();
  for (const id of ids) await restoreDocument(client, id).catch((problem: unknown) => problems.set(sentencesOf(problem).join(), problem));
  for (const problem of problems.values()) complain(problem);
  if (problems.size === 0) say(t.remove.undone(ids.length, number(ids.length)));
  await forgetDocuments();
}

const KEY = 'acervo.removing';
interface Removed {
  client: string;
  gone: readonly string[];
  /** How many were to be deleted. */
  count: number;
}

/** Kept while several are deleted one after the other, for a page that is loaded anew meanwhile. Null: nothing is under way. */
export function noteRemoved(removed: Removed | null): void {
  if (removed) sessionStorage.setItem(KEY, JSON.stringify(removed));
  else sessionStorage.removeItem(KEY);
}

/** Says what a deletion had done that ended with the page. */
export function tellRemoved(): void {
  const kept = sessionStorage.getItem(KEY);
  if (!kept) return;
  noteRemoved(null);
  const { client, gone, count } = JSON.parse(kept) as Removed;
  if (gone.length === 0) return;
  say(t.remove.cut(number(gone.length), number(count)), { label: t.remove.undo, run: () => void restoreAll(client, gone) });
}
