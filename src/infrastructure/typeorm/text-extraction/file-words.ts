import { setImmediate as turn } from 'node:timers/promises';
import type { HeldFile } from '#application/ports/text-extraction';
import type { TextIndex } from '#application/ports/text-index';
import { batches } from '../batches';
import { ofClient, rowText } from '../documents/word-rows';
import { idBytes } from '../id-bytes';
import { places, type Sql } from '../sql';

/** Of the files of one document; of more the last in their order are not found. */
export const MOST_DOCUMENT_WORDS = 100_000;
/** Documents whose words are in memory together, and files that are read at once. */
const DOCUMENTS = 25;
const FILES = 100;

interface Row {
  document_code: number;
  file_id: string;
  words: string;
}

/**
 * The words of each file, and those of all files of a document in the index, which finds documents. Raw SQL: of many files at
 * once. Requires a transaction that holds the documents.
 */
export class FileWords {
  constructor(
    private readonly sql: Sql,
    private readonly index: TextIndex,
  ) {}

  /** The code of the file's document, which is held from here on, as by whoever deletes or replaces files. Null: there is none. */
  async hold({ id, clientId }: Pick<HeldFile, 'id' | 'clientId'>): Promise<number | null> {
    const file = await this.sql.first<{ document_code: number }>(
      'SELECT document_code FROM document_file WHERE id = ? AND client_id = ? AND deleted_at IS NULL',
      [id, idBytes(clientId)],
    );
    if (!file || this.sql.isSqlite) return file?.document_code ?? null;
    await this.sql.rows('SELECT code FROM document WHERE code = ? AND client_id = ? FOR UPDATE', [file.document_code, idBytes(clientId)]);
    return file.document_code;
  }

  /** Those of a file that has been read, instead of any others. */
  async put(code: number, { id, clientId }: Pick<HeldFile, 'id' | 'clientId'>, words: readonly string[]): Promise<void> {
    const { affected } = await this.sql.write('DELETE FROM file_words WHERE file_id = ? AND client_id = ?', [id, idBytes(clientId)]);
    if (affected === 0 && words.length === 0) return;
    if (words.length > 0)
      await this.sql.insert(
        'file_words',
        ['file_id', 'document_code', 'client_id', 'words'],
        [[id, code, idBytes(clientId), rowText(words)]],
      );
    await this.renew(clientId, [code]);
  }

  /** Removes the words of deleted files. */
  async remove(clientId: string, fileIds: readonly string[]): Promise<void> {
    const codes = new Set<number>();
    for (const batch of batches(fileIds)) {
      const rows = await this.sql.rows<Pick<Row, 'document_code'>>(
        `SELECT DISTINCT document_code FROM file_words WHERE file_id IN (${places(batch)}) AND client_id = ?`,
        [...batch, idBytes(clientId)],
      );
      if (rows.length === 0) continue;
      await this.sql.write(`DELETE FROM file_words WHERE file_id IN (${places(batch)}) AND client_id = ?`, [...batch, idBytes(clientId)]);
      for (const row of rows) codes.add(row.document_code);
    }
    await this.renew(clientId, [...codes]);
  }

  /** Puts the words of these documents, of one client, into the index, whatever is there. */
  async renew(clientId: string, codes: readonly number[]): Promise<void> {
    for (const some of batches(codes, DOCUMENTS)) {
      const words = await this.ofDocuments(clientId, some);
      const filled = some.filter((code) => words.has(code));
      if (filled.length < some.length)
        await this.index.remove(
          clientId,
          some.filter((code) => !words.has(code)),
        );
      if (filled.length > 0) await this.index.put(clientId, filled.map((code) => ({ code, words: words.get(code) as string[] }))); // prettier-ignore
    }
  }

  /** Of the client's documents those whose rows in the database's own index are not what they should be. */
  async stale(clientId: string, documentCodes: readonly number[]): Promise<number[]> {
    const [found, prefix] = [[] as number[], ofClient(clientId)];
    for (const codes of batches(documentCodes, DOCUMENTS)) {
      const words = await this.ofDocuments(clientId, codes);
      const stored = await this.sql.rows<{ document_code: number; words: string }>(
        `SELECT document_code, words FROM document_contents WHERE client_id = ? AND document_code IN (${places(codes)})`,
        [idBytes(clientId), ...codes],
      );
      const textOf = new Map(stored.map((row) => [row.document_code, row.words]));
      const wanted = (code: number) => rowText((words.get(code) ?? []).map((word) => `${prefix}${word}`));
      found.push(...codes.filter((code) => (textOf.get(code) ?? '') !== wanted(code)));
    }
    return found;
  }

  private async ofDocuments(clientId: string, codes: readonly number[]): Promise<Map<number, string[]>> {
    const found = new Map<number, Set<string>>(codes.map((code) => [code, new Set()]));
    for (let [code, id] = [0, '']; ;) {
      const rows = await this.sql.rows<Row>(
        `SELECT document_code, file_id, words FROM file_words
         WHERE client_id = ? AND document_code IN (${places(codes)}) AND (document_code > ? OR (document_code = ? AND file_id > ?))
         ORDER BY document_code, file_id LIMIT ?`,
        [idBytes(clientId), ...codes, code, code, id, FILES],
      );
      for (const row of rows) for (const word of row.words.trim().split(' ')) found.get(row.document_code)?.add(word); // prettier-ignore
      const last = rows.at(-1);
      if (!last || rows.length < FILES) break;
      [code, id] = [last.document_code, last.file_id];
      await turn();
    }
    const filled = [...found].filter(([, words]) => words.size > 0);
    return new Map(filled.map(([code, words]) => [code, [...words].sort().slice(0, MOST_DOCUMENT_WORDS)]));
  }
}
