import { createHash } from 'node:crypto';
import type { AskedWord } from '#application/ports/text-index';
import { wordsOf } from '#domain/documents/words';
import { batches, batchesBySize } from '../batches';
import { idBytes, idsBytes } from '../id-bytes';
import { isOneOf, type Condition } from '../scope-condition';
import { places, type Sql } from '../sql';

/** Of values of fields, and of the files of documents. */
export type WordTable = 'document_words' | 'document_contents';

/** What a word belongs to is part of it, so the list that an index keeps of a word is that of one field, or of one client (ADR 39). */
export const ofField = (fieldCode: number) => `f${fieldCode}x`;
/** Part of a digest: ids of some clients begin alike, and words must stay short. Two clients that share it cost time, as rows are read within the scope. */
export const ofClient = (clientId: string) => `c${createHash('sha256').update(clientId).digest('hex').slice(0, 12)}x`;

export interface WordRow {
  code: number;
  /** Each with what it belongs to. */
  words: readonly string[];
}

export const prefixedWords = (prefix: string, text: string) => wordsOf(text).map((word) => `${prefix}${word}`);

/** Sorted, with a blank before each: rows of the same words are equal, and a word's beginning is found by a comparison of texts. */
export const rowText = (words: readonly string[]) => [...new Set(words)].sort().map((word) => ` ${word}`).join(''); // prettier-ignore

/** Of documents that have none yet. Raw SQL: on the path of every create. */
export async function insertWords(sql: Sql, clientId: string, table: WordTable, rows: readonly WordRow[]): Promise<void> {
  const client = idBytes(clientId);
  const filled = rows.filter(({ words }) => words.length > 0).map(({ code, words }) => [code, client, rowText(words)] as const);
  for (const some of batchesBySize(filled, ([, , text]) => text.length))
    await sql.insert(table, ['document_code', 'client_id', 'words'], some);
}

/** Not REPLACE, which in SQLite would leave the old words in the index. */
export async function replaceWords(sql: Sql, clientId: string, table: WordTable, rows: readonly WordRow[]): Promise<void> {
  await deleteWords(sql, clientId, table, rows.map(({ code }) => code)); // prettier-ignore
  await insertWords(sql, clientId, table, rows);
}

export async function deleteWords(sql: Sql, clientId: string, table: WordTable, codes: readonly number[]): Promise<void> {
  const client = idBytes(clientId);
  for (const some of batches(codes))
    await sql.write(`DELETE FROM ${table} WHERE document_code IN (${places(some)}) AND client_id = ?`, [...some, client]);
}

interface Engine {
  isSqlite: boolean;
}

/** Any of these, each with all of its words, but for those that are not wanted. */
type Alternatives = readonly (readonly AskedWord[])[];

/** InnoDB takes no more expressions in brackets in one search. */
const MOST_TOGETHER = 30;

/** The codes of documents with these words, each once. SQLite's index knows no clients, but words are of one. Raw SQL: full-text search of each engine. */
export function codesWithWords(engine: Engine, clientIds: readonly string[], table: WordTable, alternatives: Alternatives): Condition {
  const parts = [...batches(alternatives, MOST_TOGETHER)];
  const one = engine.isSqlite
    ? `SELECT found.rowid AS document_code FROM ${table}_index found WHERE found.${table}_index MATCH ?`
    : `SELECT found.document_code FROM ${table} found
      WHERE MATCH(found.words) AGAINST(? IN BOOLEAN MODE) AND ${isOneOf('found.client_id', clientIds)}`;
  const clients = engine.isSqlite ? [] : idsBytes(clientIds);
  return { sql: parts.map(() => one).join(' UNION '), parameters: parts.flatMap((part) => [searchText(engine, part), ...clients]) };
}

function searchText({ isSqlite }: Engine, alternatives: Alternatives): string {
  const texts = alternatives.map(isSqlite ? ofFts5 : ofInnoDb);
  return texts.length === 1 ? (texts[0] as string) : texts.map((text) => `(${text})`).join(isSqlite ? ' OR ' : ' ');
}

const spelt = ({ word, isBeginning }: AskedWord) => `${word}${isBeginning ? '*' : ''}`;
const ofInnoDb = (words: readonly AskedWord[]) => words.map((asked) => `${asked.isUnwanted ? '-' : '+'}${spelt(asked)}`).join(' ');

function ofFts5(words: readonly AskedWord[]): string {
  const wanted = words.filter(({ isUnwanted }) => !isUnwanted).map(spelt).join(' AND '); // prettier-ignore
  const unwanted = words.filter(({ isUnwanted }) => isUnwanted).map(spelt);
  return unwanted.length === 0 ? wanted : `(${wanted}) NOT (${unwanted.join(' OR ')})`;
}

/** Whether one document has them, by a look at its row. Counted: SQLite 3.53 makes a join of EXISTS. */
export function hasWords(clientId: string, table: WordTable, alternatives: Alternatives, code: string): Condition {
  const { sql, parameters } = wordsInRow('holder.words', alternatives);
  return {
    sql: `(SELECT COUNT(*) FROM ${table} holder WHERE holder.client_id = ? AND holder.document_code = ${code} AND (${sql})) > 0`,
    parameters: [idBytes(clientId), ...parameters],
  };
}

/** The same test on a text column. */
export function wordsInRow(column: string, alternatives: Alternatives): Condition {
  const wanted = alternatives.map((words) =>
    words.map(({ word, isBeginning, isUnwanted }) => {
      const sign = isUnwanted ? '=' : '>';
      return isBeginning ? ([`INSTR(${column}, ?) ${sign} 0`, ` ${word}`] as const) : ([`INSTR(CONCAT(${column}, ' '), ?) ${sign} 0`, ` ${word} `] as const); // prettier-ignore
    }),
  );
  return {
    sql: wanted.map((words) => `(${words.map(([sql]) => sql).join(' AND ')})`).join(' OR '),
    parameters: wanted.flatMap((words) => words.map(([, text]) => text)),
  };
}
