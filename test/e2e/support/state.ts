import { Sweeper } from '#application/files/sweeper';
import type { Service } from './service';

const COUNTED = [
  'document',
  'document_value',
  'document_list_row',
  'document_file',
  'file_version',
  'file_signature',
  'list_row',
  'list_row_value',
  'share',
  'session',
  'workflow',
  'workflow_execution',
  'workflow_form_value',
  'workflow_comment',
  'workflow_file',
  'workflow_document',
  'workflow_signing',
];

/** How many rows each table holds that a refused call must not touch. */
export async function rowCounts({ database }: Service): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of COUNTED) {
    const [row] = (await database.query(`SELECT COUNT(*) AS total FROM ${table}`)) as { total: number }[];
    counts[table] = Number(row?.total);
  }
  return counts;
}

/** Sweeps, and answers how many objects are still in the journal: 0 when a refused call left nothing behind. */
export async function journalAfterSweep({ app, database }: Service): Promise<number> {
  await app.get(Sweeper).sweep();
  const [row] = (await database.query("SELECT COUNT(*) AS total FROM object_journal WHERE state = 'staged'")) as { total: number }[];
  return Number(row?.total);
}
