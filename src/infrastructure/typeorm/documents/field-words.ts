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
      `SELECT document_code, words FROM document_words WHERE client_id = ? AND document_code IN (${places(codes)})`,
      [this.client, ...codes],
    );
    const textOf = new Map(stored.map((row) => [row.document_code, row.words]));
    return (await this.ofValues(codes)).filter(({ code, words }) => (textOf.get(code) ?? '') !== rowText(words));
  }

  async ofValues(codes: readonly number[]): Promise<WordRow[]> {
    const texts = await this.sql.rows<TextRow>(
      `SELECT value.document_code, field.code AS field_code, value.value FROM document_value value
       JOIN field ON field.code = ABS(value.field_code) AND field.client_id = ?
       WHERE value.client_id = ? AND value.document_code IN (${places(codes)}) AND value.from_list = 0 AND field.type = 'text'
       UNION ALL
       SELECT link.document_code, cell.field_code, cell.value FROM document_list_row link
         JOIN list_row_value cell ON cell.client_id = link.client_id AND cell.row_code = link.row_code
         JOIN field ON field.code = cell.field_code AND field.client_id = ?
       WHERE link.client_id = ? AND link.document_code IN (${places(codes)}) AND field.type = 'text'`,
      [this.client, this.client, ...codes, this.client, this.client, ...codes],
    );
    const textsOf = grouped(texts, (row) => row.document_code);
    return codes.map((code) => ({
      code,
      words: textsOf(code).flatMap(({ field_code: field, value }) => wordsOfValue(field, value)),
    }));
  }
}
