import type { NewFile } from '#domain/files/document-file';
import { kindOf } from '#domain/files/file-reading';
import { batches } from '../batches';
import { idBytes } from '../id-bytes';
import { places, type Sql } from '../sql';
import type { FileWords } from './file-words';

/** Those that can be read; answers their number. Raw SQL: due by the database's clock, which an insert of plain values cannot say. */
export async function queueFiles(sql: Sql, files: readonly (Pick<NewFile, 'id' | 'extension'> & { clientId: string })[]): Promise<number> {
  const readable = files.filter(({ extension }) => kindOf(extension) !== null);
  for (const batch of batches(readable)) {
    const rows = batch.map(() => `(?, 'read', ?, 'pending', ${sql.now})`);
    await sql.write(
      `INSERT INTO file_work (file_id, kind, client_id, state, next_at) VALUES ${rows.join(', ')}`,
      batch.flatMap(({ id, clientId }) => [id, idBytes(clientId)]),
    );
  }
  return readable.length;
}

/** Raw SQL: text, previews and entries of files that go; answers the keys of the previews. A file without an entry has none of them. */
export async function removeReadings(sql: Sql, words: FileWords, clientId: string, fileIds: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const batch of batches(fileIds)) {
    const among = `WHERE file_id IN (${places(batch)}) AND client_id = ?`;
    // First: it waits for a reader that is about to store what it has read.
    const { affected } = await sql.write(`DELETE FROM file_work ${among}`, [...batch, idBytes(clientId)]);
    if (affected > 0) keys.push(...(await removeMade(sql, words, clientId, batch)));
  }
  return keys;
}

/** What was made of the files. Raw SQL, as in the files beside it. Requires that their documents are held, and their entries locked. */
export async function removeMade(sql: Sql, words: FileWords, clientId: string, fileIds: readonly string[]): Promise<string[]> {
  const [among, values] = [`file_id IN (${places(fileIds)}) AND client_id = ?`, [...fileIds, idBytes(clientId)]];
  await sql.write(`DELETE FROM file_text WHERE ${among}`, values);
  await words.remove(clientId, fileIds);
  const previews = await sql.rows<{ object_key: string }>(
    `SELECT object_key FROM file_preview WHERE file_id IN (${places(fileIds)}) AND client_id = ?`,
    values,
  );
  if (previews.length > 0) await sql.write(`DELETE FROM file_preview WHERE ${among}`, values);
  return previews.map((row) => row.object_key);
}
