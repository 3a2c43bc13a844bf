import { StagedKeys } from '#application/files/staged-keys';
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

const COUNTS = [
  ...COUNTED.map((table) => `SELECT '${table}' AS name, COUNT(*) AS total FROM ${table}`),
  // Its rows are differences: how many say it depends on the groups.
  "SELECT 'document_count' AS name, SUM(live) + SUM(deleted) AS total FROM document_count",
].join(' UNION ALL ');

/** Row counts of the tables that a refused call must not change. */
export async function rowCounts({ database }: Service): Promise<Record<string, number>> {
  const rows = (await database.query(COUNTS)) as { name: string; total: number | null }[];
  return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
}

/** Runs the sweeper; answers the number of objects still in the journal: 0 if a refused call left nothing behind. */
export async function journalAfterSweep(service: Service): Promise<number> {
  await service.app.get(Sweeper).sweep();
  return stagedUploads(service);
}

/** Objects that are being stored, or were: keys that wait for an upload are none. */
export async function stagedUploads({ app, database }: Service): Promise<number> {
  await app.get(StagedKeys).withdraw();
  const [row] = (await database.query("SELECT COUNT(*) AS total FROM object_journal WHERE state = 'staged'")) as { total: number }[];
  return Number(row?.total);
}
