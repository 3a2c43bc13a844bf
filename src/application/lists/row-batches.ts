import type { ListRow, ListRows, RowCriterion } from '#application/ports/list-rows';
import type { Scope } from '#domain/access/scope';
import type { ValueList } from '#domain/value-lists/value-list';

/** Rows of a list that are read as they are wanted, however many there are. */
export interface RowStream {
  list: ValueList;
  batches: AsyncIterable<readonly ListRow[]>;
}

/** Few enough to lie in memory with the longest texts, enough to make a query worth its while. */
const BATCH_ROWS = 250;
/** Where the beginning of a value leads to the rows, each question for codes passes over all that match: it is asked seldom. */
const BATCH_CODES = 20_000;

/** @param criteria all must hold; none: every row. */
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
