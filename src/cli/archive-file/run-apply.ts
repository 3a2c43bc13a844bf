import type { INestApplicationContext } from '@nestjs/common';
import {
  ApplyArchive,
  ArchiveRefused,
  RemovalNotAllowed,
  type Applied,
  type ApplyOptions,
} from '#application/archive/apply-archive.use-case';
import { newId } from '#application/ids';
import { operator } from '#domain/access/actor';
import { planText } from './plan-text';
import { ArchiveFileError, readArchiveFile } from './read-archive-file';

/** Applies a file; throws `ArchiveFileError` with a line for everything that is wrong. */
export async function applyFile(app: INestApplicationContext, path: string, options: ApplyOptions): Promise<Applied> {
  const file = await readArchiveFile(path);
  try {
    return await app.get(ApplyArchive).execute(operator('apply', newId()), file.input, options);
  } catch (error) {
    if (error instanceof ArchiveRefused) throw new ArchiveFileError(file.wording(error.problems));
    if (error instanceof RemovalNotAllowed) {
      throw new ArchiveFileError([planText(error.plan), 'nothing was applied: the plan removes things; --allow-remove lets it']);
    }
    throw error;
  }
}
