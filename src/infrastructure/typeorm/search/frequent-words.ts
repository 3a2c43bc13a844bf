import { wordsInRow } from '../documents/word-rows';
import type { Sql } from '../sql';
import { documentsOf, nextEntries } from './entries';
import type { Predicates } from './predicates';

/** A word is frequent if more than one of so many documents has it, among so many of the newest. */
const FREQUENT_OF = 20;
const SAMPLED = 200;

/**
 * Of the words that values are asked for those that many of the newest documents have: InnoDB gave up two that all of ten million have after 15 s. None in
 * SQLite, whose index does not read all documents with each word. Raw SQL: part of the search.
 */
export async function frequentWords(sql: Sql, predicates: Predicates): Promise<ReadonlySet<string>> {
  const asked = predicates.askedWords;
  if (predicates.isSqlite || asked.length === 0) return new Set();
  const tests = asked.map((each) => wordsInRow('h.words', [[each]]));
  const entries = documentsOf(predicates.query.states, predicates.clientId);
  const newest = nextEntries({ entries, isKeyed: false, descending: true }, null, SAMPLED);
  const row = await sql.first<Record<string, number>>(
    `SELECT /*! STRAIGHT_JOIN */ COUNT(*) AS total, ${tests.map((test, at) => `SUM(${test.sql}) AS having${at}`).join(', ')}
     FROM (SELECT b.c AS code FROM (${newest.sql}) b) w CROSS JOIN document_words h ON h.document_code = w.code`,
    [...tests.flatMap(({ parameters }) => parameters), ...newest.parameters],
  );
  const isFrequent = (at: number) => Number(row?.[`having${at}`]) > Number(row?.total) / FREQUENT_OF;
  return new Set(asked.filter((_, at) => isFrequent(at)).map(({ word }) => word));
}
