import type { Scope } from '#domain/access/scope';
import type { TextWord } from '#domain/documents/text-query';

/** Pages of a file, one after the other. */
export interface FoundText {
  /** Of the document. */
  code: number;
  fileId: string;
  firstPage: number;
  pages: () => Promise<readonly string[]>;
}

/** What a search by the text of files tells besides documents; the scope is that of whoever may read the files. */
export abstract class FoundTexts {
  /** Of the files of these documents that have one of the wanted words, in their order: the first parts of each document's. */
  abstract of(scope: Scope, codes: readonly number[], words: readonly TextWord[]): Promise<FoundText[]>;
  /** Files that are still to be read, so that some may not be found; null: the client has too many to look through. */
  abstract pending(scope: Scope): Promise<number | null>;
}
