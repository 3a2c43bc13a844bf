import type { ListRow, ListRows, RowCriterion } from '#application/ports/lists';
import type { Scope } from '#domain/access/scope';
import type { ValueList } from '#domain/value-lists/value-list';

/** Rows of a list, read lazily in batches. */
export interface RowStream {
  list: ValueList;
  batches: AsyncIterable<readonly ListRow[]>;
}

/** Few enough to fit in memory with the longest texts, enough to amortise a query. */
const BATCH_ROWS = 250;
/** A search by prefix passes over all matches for each batch of codes, so the batches are large. */
const BATCH_CODES = 20_000;

/** @param criteria combined with AND; empty: every row. */
export async function* rowsMeeting(
  listRows: ListRows,
  scope: Scope,
  listId: string,
  criteria: readonly RowCriterion[],
): AsyncGenerator<readonly ListRow[]> {
  let after = 0;
  for (;;) {
    const codes = await listRows.codesFollowing(scope, listId, criteria, after, BATCH_CODES);
    for (let from = 0; from < codes.length; from += BATCH_ROWS) {
      yield await listRows.withCodes(scope, listId, codes.slice(from, from + BATCH_ROWS));
    }
    const last = codes.at(-1);
    if (last === undefined || codes.length < BATCH_CODES) return;
    after = last;
  }
}

export async function* noRows(): AsyncGenerator<readonly ListRow[]> {}
