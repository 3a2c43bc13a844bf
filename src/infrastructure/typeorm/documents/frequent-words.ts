import type { Sql } from '../sql';
import { askedIn } from './find-drivers';
import type { FindLimits } from './find-limits';
import type { FindQuestion } from './find-question';
import { blockOf } from './find-streams';
import { wordsInRow } from './word-rows';

/**
 * Of the words that values are asked for those that many of the newest documents have. None in SQLite, whose index does not read all documents
 * with each word. Written statement: part of the typed search (ADR 0039).
 */
export async function frequentWords(sql: Sql, question: FindQuestion, { sampled, frequentOf }: FindLimits): Promise<Set<string>> {
  const asked = question.conjuncts.flatMap(askedIn).flat();
  if (question.isSqlite || asked.length === 0) return new Set();
  const tests = asked.map((each) => wordsInRow('h.words', [[each]]));
  const newest = blockOf(question.newest, null, sampled);
  const row = await sql.first<Record<string, number>>(
    `SELECT /*! STRAIGHT_JOIN */ COUNT(*) AS total, ${tests.map((test, at) => `SUM(${test.sql}) AS having${at}`).join(', ')}
     FROM (SELECT b.c AS code FROM (${newest.sql}) b) w CROSS JOIN document_words h ON h.document_code = w.code`,
    [...tests.flatMap(({ parameters }) => parameters), ...newest.parameters],
  );
  const isFrequent = (at: number) => Number(row?.[`having${at}`]) > Number(row?.total) / frequentOf;
  return new Set(asked.filter((_, at) => isFrequent(at)).map(({ word }) => word));
}
