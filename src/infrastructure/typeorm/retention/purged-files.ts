import type { TimeZone } from '#application/support/time-zone';
import { batches } from '../batches';
import { idBytes } from '../id-bytes';
import { places, type Parameter, type Sql } from '../sql';
import type { PurgedUse } from './purged-use';

export interface FileToPurge {
  id: string;
  object_key: string;
  size: number;
  created_at: number;
  deleted_at: number | null;
  unitId: string | null;
}

export const FILE_TO_PURGE = 'file.id, file.object_key, file.size, file.created_at, file.deleted_at';

interface Signed {
  file_id: string;
  signed_at: number;
}

/** Whatever is about a file, by its id. Neither texts nor previews of a removed file are there but by mistake; then they go now. */
const ABOUT = ['share', 'file_signature', 'file_version', 'file_work', 'file_text', 'file_words', 'file_preview', 'workflow_signing'];

/** Removes rows of files, and what is about them. Raw SQL: of many files at once. */
export class PurgedFiles {
  constructor(
    private readonly sql: Sql,
    private readonly timeZone: TimeZone,
    private readonly use: PurgedUse,
    private readonly clientId: string,
  ) {}

  /** @param now when those go that were not removed before @returns keys of objects that were named until now */
  async remove(table: 'document_file' | 'workflow_file', files: readonly FileToPurge[], now: number): Promise<string[]> {
    const keys = files.filter((file) => file.deleted_at === null).map((file) => file.object_key);
    for (const some of batches(files)) {
      // Bytes go with their rows, also where files were to be kept for longer when they were deleted.
      await this.sql.write(
        `UPDATE object_journal SET not_before = ${this.sql.now} WHERE client_id = ? AND object_key IN (${places(some)}) AND state = 'condemned' AND not_before > ${this.sql.now}`,
        [idBytes(this.clientId), ...some.map((file) => file.object_key)],
      );
      const among = `file_id IN (${places(some)}) AND client_id = ?`;
      const values = [...some.map(({ id }) => id), idBytes(this.clientId)];
      keys.push(...(await this.noteOthers(some, values, now)));
      for (const about of ABOUT) await this.sql.write(`DELETE FROM ${about} WHERE ${among}`, values);
      await this.sql.write(`DELETE FROM ${table} WHERE id IN (${places(some)}) AND client_id = ?`, values);
    }
    for (const file of files) this.use.addHeld(file.unitId, file.created_at, file.deleted_at ?? now, { bytes: Number(file.size) });
    return keys;
  }

  /** Former versions and signatures, which bills count, and previews. */
  private async noteOthers(files: readonly FileToPurge[], values: readonly Parameter[], now: number): Promise<string[]> {
    const of = new Map(files.map((file) => [file.id, file]));
    const among = `file_id IN (${places(files)}) AND client_id = ?`;
    const former = await this.sql.rows<{ file_id: string; object_key: string; size: number; replaced_at: number }>(
      `SELECT file_id, object_key, size, replaced_at FROM file_version WHERE ${among}`,
      values,
    );
    for (const { file_id: id, size, replaced_at: at } of former)
      this.use.addHeld(of.get(id)!.unitId, Number(at), of.get(id)!.deleted_at ?? now, { bytes: Number(size) });
    const signed = await this.sql.rows<Signed>(`SELECT file_id, signed_at FROM file_signature WHERE ${among}`, values);
    for (const { file_id: id, signed_at: at } of this.oncePerMonth(signed))
      this.use.add(of.get(id)!.unitId, Number(at), { signedFiles: 1 });
    const previews = await this.sql.rows<{ object_key: string }>(`SELECT object_key FROM file_preview WHERE ${among}`, values);
    return [...former, ...previews].map((row) => row.object_key);
  }

  /** A file that was signed several times in a month counts once in its bill. */
  private oncePerMonth(signed: readonly Signed[]): Signed[] {
    const first = new Map<string, Signed>();
    for (const row of signed) {
      const key = `${row.file_id} ${this.timeZone.iso(new Date(Number(row.signed_at))).slice(0, 7)}`;
      if (row.signed_at < (first.get(key)?.signed_at ?? Infinity)) first.set(key, row);
    }
    return [...first.values()];
  }
}
