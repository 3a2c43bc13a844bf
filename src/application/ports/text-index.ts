import type { Scope } from '#domain/access/scope';

export interface ContentWords {
  /** Of the document. */
  code: number;
  /** Of all of its files, as `wordsOf` reads them. */
  words: readonly string[];
}

/** As `wordsOf` reads it. */
export interface AskedWord {
  word: string;
  /** Words that begin so are meant, too. */
  isBeginning: boolean;
  /** Documents with it are not wanted. */
  isUnwanted?: boolean;
}

export interface WordQuery {
  /** Of the text of files, or of the values of fields, of which one must have all of the words. */
  within: 'files' | readonly number[];
  /** At least one of them is wanted. */
  words: readonly AskedWord[];
}

export interface WordOptions {
  /** Documents with smaller codes. */
  before?: number;
  /** Levels within the scope; absent: all of them. */
  nodeCodes?: readonly number[];
  /** None but these documents. */
  among?: readonly number[];
  /** Deleted documents, and not the others. */
  isDeleted?: boolean;
  limit: number;
}

/**
 * Finds documents by words of their values and of their files. The words of values are written by whoever writes the values, in the same
 * transaction; those of files are put here.
 *
 * @example const { codes, more } = await words.match(scope, { within: 'files', words: asked }, { limit: 20 });
 */
export abstract class TextIndex {
  /** Whether the words of files are rows of the database, which searches join with others; if not, they ask `match` for codes. */
  abstract readonly isInDatabase: boolean;
  /**
   * Replaces the words of these documents' files, in the caller's transaction if there is one: what is rolled back must not be found. Put
   * once more, they are the same.
   */
  abstract put(clientId: string, batch: readonly ContentWords[]): Promise<void>;
  /** The words of these documents' files. */
  abstract remove(clientId: string, codes: readonly number[]): Promise<void>;
  /** Codes of documents within the scope, newest first, and whether there are more. */
  abstract match(scope: Scope, query: WordQuery, options: WordOptions): Promise<{ codes: number[]; more: boolean }>;
  /** Resolves when all that was put can be found: for whoever fills the index. */
  async settle(): Promise<void> {
    // At once, where an index is part of the database.
  }
  /** Why some words are not found; null: all are. */
  abstract health(): Promise<string | null>;
}

export interface ComparedDocuments {
  count: number;
  /** Code of the last one; null when there were none. */
  last: number | null;
  stale: readonly { id: string; code: number; reason: string }[];
}

/**
 * What searches read is derived from the values, rows of lists and files of documents: how they are compared, how they look, how many.
 *
 * @example const { count, last } = await index.rewriteWords(clientId, after, BATCH);
 */
export abstract class DocumentIndex {
  /** The client's next documents after this code, and those of them of which it differs. */
  abstract compare(clientId: string, after: number, limit: number): Promise<ComparedDocuments>;
  /** Derives it anew, in one transaction. */
  abstract renew(clientId: string, codes: readonly number[]): Promise<void>;
  /** Writes the words of the client's next documents after this code anew, and so their entries in the index of words, whatever they are. */
  abstract rewriteWords(clientId: string, after: number, limit: number): Promise<{ count: number; last: number | null }>;
}
