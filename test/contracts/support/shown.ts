import type { Sql } from '#infrastructure/typeorm/sql';
import { countedOtherwise, shownOtherwise } from '../../support/shown';

/** What each document's row says of its values, rows of lists and files is what the tables have; so is what is counted. */
export async function expectShownAsStored(sql: Sql): Promise<void> {
  expect(await sql.first('SELECT d.code FROM document d LIMIT 1')).not.toBeNull();
  expect(await shownOtherwise(sql)).toEqual([]);
  expect(await countedOtherwise(sql)).toEqual([]);
}
