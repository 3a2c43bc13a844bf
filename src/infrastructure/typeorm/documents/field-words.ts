import { grouped } from '../batches';
import { idBytes } from '../id-bytes';
import { places, type Sql } from '../sql';
import { prefixedWords, ofField, replaceWords, rowText, type WordRow } from './word-rows';

interface TextRow {
  document_code: number;
  field_code: number;
  value: string;
}

/** The words of one text of a document. */
export const wordsOfValue = (fieldCode: number, text: string) => prefixedWords(ofField(fieldCode), text);

/**
 * The words of documents' text values and of those of the rows of lists that they point to. Deleted documents keep theirs, as they keep
 * their values; rights and deletion are looked up in the document. Raw SQL: of hundreds of documents at once.
 */
export class FieldWords {
  private readonly client: Buffer;

  constructor(
    private readonly sql: Sql,
    private readonly clientId: string,
  ) {
    this.client = idBytes(clientId);
  }

  /** After their values, or the rows that they point to, have changed; the documents are locked. */
  async renew(codes: readonly number[]): Promise<void> {
    await replaceWords(this.sql, this.clientId, 'document_words', await this.stale(codes));
  }

  /** Of these documents the ones whose words are not those of their values, with the words that they should have. */
  async stale(codes: readonly number[]): Promise<WordRow[]> {
    const stored = await this.sql.rows<{ document_code: number; words: string }>(
      `SELECT w.document_code, w.words FROM document_words w WHERE w.client_id = ? AND w.document_code IN (${places(codes)})`,
      [this.client, ...codes],
    );
    const textOf = new Map(stored.map((row) => [row.document_code, row.words]));
    return (await this.ofValues(codes)).filter(({ code, words }) => (textOf.get(code) ?? '') !== rowText(words));
  }

  async ofValues(codes: readonly number[]): Promise<WordRow[]> {
    const texts = await this.sql.rows<TextRow>(
      `SELECT v.document_code, f.code AS field_code, v.value FROM document_value v JOIN field f ON f.code = ABS(v.field_code) AND f.client_id = ?
       WHERE v.client_id = ? AND v.document_code IN (${places(codes)}) AND v.from_list = 0 AND f.type = 'text'
       UNION ALL
       SELECT l.document_code, c.field_code, c.value FROM document_list_row l
         JOIN list_row_value c ON c.client_id = l.client_id AND c.row_code = l.row_code JOIN field f ON f.code = c.field_code AND f.client_id = ?
       WHERE l.client_id = ? AND l.document_code IN (${places(codes)}) AND f.type = 'text'`,
      [this.client, this.client, ...codes, this.client, this.client, ...codes],
    );
    const textsOf = grouped(texts, (row) => row.document_code);
    return codes.map((code) => ({
      code,
      words: textsOf(code).flatMap(({ field_code: field, value }) => wordsOfValue(field, value)),
    }));
  }
}
