import type { INestApplicationContext } from '@nestjs/common';
import {
  ArchiveChange,
  ArchiveRefused,
  RemovalNotAllowed,
  type Applied,
  type ApplyOptions,
} from '#application/provisioning/archive-change';
import { newId } from '#application/support/ids';
import { operator } from '#domain/access/actor';
import { t } from '#src/terminal/language';
import { sentence } from '#src/terminal/portuguese';
import { planText } from './plan-text';
import { ArchiveFileError, type ArchiveFile } from './read-archive-file';

const MOST_HINTS = 10;

export interface AppliedFile extends Applied {
  /** The CSV files beside it, and how they were read. */
  tables: readonly { file: string; encoding: string }[];
}

/** Applies a file; throws `ArchiveFileError` with a line for everything that is wrong. */
export async function applyFile(app: INestApplicationContext, file: ArchiveFile, options: ApplyOptions): Promise<AppliedFile> {
  try {
    const applied = await app.get(ArchiveChange).apply(operator('apply', newId()), file.input, options);
    return { ...applied, tables: [...file.input.tables.values()].map(({ file: name, encoding }) => ({ file: name, encoding })) };
  } catch (error) {
    if (error instanceof ArchiveRefused) throw new ArchiveFileError(file.wording(error.problems));
    if (error instanceof RemovalNotAllowed) {
      throw new ArchiveFileError([
        planText(error.plan),
        ...error.hints.slice(0, MOST_HINTS).map(sentence),
        t(
          'nothing was applied: the plan has removals; allow them with --allow-remove',
          'nada foi aplicado: o plano tem remoções; permita-as com --allow-remove',
        ),
      ]);
    }
    throw error;
  }
}
