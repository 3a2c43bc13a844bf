import { randomUUID } from 'node:crypto';
import { batches, batchesBySize } from '../batches';
import { idBytes } from '../id-bytes';
import { places, type Sql } from '../sql';
import { rowText, type WordRow } from './word-rows';

/** For one request to OpenSearch. */
const MOST_TAKEN = 200;
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_COUNTED = 100_000;

/** The words of a document's files as they were at one time; those with the greatest version count. */
export interface OutgoingWords {
  code: number;
  /** Empty: there are none any more. */
  words: string;
  /** Its code in the outbox, which later ones exceed: clocks may be put back. */
  version: number;
  /** The level of the document, which it never leaves; null: the document is gone, and so are its words. */
  nodeCode: number | null;
}

interface Row {
  code: number;
  document_code: number;
  words: string;
  node_code: number | null;
}

/**
 * Words of files on their way to an index outside of the database: written in the transaction that changes them, sent afterwards, at least
 * once; of a document that is changed meanwhile the last ones alone. Raw SQL: due and held by the database's clock.
 */
export class WordOutbox {
  constructor(private readonly sql: Sql) {}

  /** Instead of what is there of these documents, which are held. Without words: the document has none any more. */
  async add(clientId: string, rows: readonly WordRow[]): Promise<void> {
    const client = idBytes(clientId);
    for (const some of batches(rows)) {
      const codes = some.map(({ code }) => code);
      await this.sql.write(`DELETE FROM word_outbox WHERE client_id = ? AND document_code IN (${places(codes)})`, [client, ...codes]);
    }
    const texts = rows.map(({ code, words }) => [client, code, rowText(words)] as const);
    for (const some of batchesBySize(texts, ([, , text]) => text.length)) {
      const values = some.map(() => `(?, ?, ?, ${this.sql.now}, ${this.sql.now})`);
      await this.sql.write(
        `INSERT INTO word_outbox (client_id, document_code, words, put_at, due_at) VALUES ${values.join(', ')}`,
        some.flat(),
      );
    }
  }

  /** The oldest that are due, held so long. */
  async take(leaseMs: number): Promise<OutgoingWords[]> {
    const holder = randomUUID();
    const codes = await this.due();
    if (codes.length === 0) return [];
    await this.sql.write(
      `UPDATE word_outbox SET holder = ?, due_at = ${this.sql.now} + ? WHERE code IN (${places(codes)}) AND due_at <= ${this.sql.now}`,
      [holder, leaseMs, ...codes],
    );
    const rows = await this.sql.rows<Row>(
      `SELECT word_outbox.code, word_outbox.document_code, word_outbox.words, document.node_code FROM word_outbox
       LEFT JOIN document ON document.client_id = word_outbox.client_id AND document.code = word_outbox.document_code
       WHERE word_outbox.code IN (${places(codes)}) AND word_outbox.holder = ? ORDER BY word_outbox.code`,
      [...codes, holder],
    );
    return rows.map(outgoing);
  }

  /** Also when the lease is over: what an entry says never changes. */
  async done(words: readonly OutgoingWords[]): Promise<void> {
    const codes = words.map(({ version }) => version);
    for (const some of batches(codes)) await this.sql.write(`DELETE FROM word_outbox WHERE code IN (${places(some)})`, some);
  }

  async later(words: readonly OutgoingWords[], waitMs: number): Promise<void> {
    const codes = words.map(({ version }) => version);
    for (const some of batches(codes))
      await this.sql.write(`UPDATE word_outbox SET due_at = ${this.sql.now} + ? WHERE code IN (${places(some)})`, [waitMs, ...some]);
  }

  /** For so long or longer; at most `MOST_COUNTED`. */
  async waiting(forMs = 0): Promise<number> {
    const row = await this.sql.first<{ waiting: number }>(
      `SELECT COUNT(*) AS waiting FROM (SELECT code FROM word_outbox WHERE put_at <= ${this.sql.now} - ? LIMIT ?) counted`,
      [forMs, MOST_COUNTED],
    );
    return Number(row?.waiting);
  }

  private async due(): Promise<number[]> {
    const rows = await this.sql.rows<{ code: number; bytes: number }>(
      `SELECT code, LENGTH(words) AS bytes FROM word_outbox WHERE due_at <= ${this.sql.now} ORDER BY due_at, code LIMIT ?`,
      [MOST_TAKEN],
    );
    let bytes = 0;
    return rows.filter((row, index) => (bytes += Number(row.bytes)) <= MOST_BYTES || index === 0).map(({ code }) => code);
  }
}

const outgoing = ({ code: version, document_code: code, words, node_code: nodeCode }: Row): OutgoingWords => ({
  ...{ code, version, nodeCode },
  words: nodeCode === null ? '' : words,
});
