import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, Columns, indexOf } from './columns';

const index = (table: string, ...columnNames: string[]) => ({ table, index: indexOf(table, columnNames) });

const ADDED = [
  index('document_value', 'field_code', 'value_key', 'node_code', 'document_code'),
  index('document', 'client_id', 'node_code', 'deleted_at', 'code', 'unit_id'),
  index('document', 'client_id', 'node_code', 'status', 'code', 'unit_id'),
  index('document', 'client_id', 'node_code', 'created_by', 'code', 'unit_id'),
];
const SHORT = [index('document', 'client_id', 'node_code', 'deleted_at', 'code')];
/** So many documents' values are filled by one statement. */
const BATCH = 50_000;

/**
 * The documents of each level in their order: all, those of one status, one user's, those with one value (ADR 0008). MySQL
 * commits each change of a table by itself, so every step is left out that a run which broke off has made.
 */
export class SearchesByLevel1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The level of the document, which never changes.
    if (!(await runner.hasColumn('document_value', 'node_code'))) {
      await addColumns(runner, 'document_value', [new Columns(runner).number('node_code', { default: 0 })]);
    }
    await fillLevels(runner);
    for (const added of ADDED) if (!(await hasIndex(runner, added))) await runner.createIndex(added.table, added.index);
    for (const old of SHORT) if (await hasIndex(runner, old)) await runner.dropIndex(old.table, old.index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const old of SHORT) await runner.createIndex(old.table, old.index);
    for (const added of ADDED) await runner.dropIndex(added.table, added.index);
    await runner.dropColumns('document_value', ['node_code']);
  }
}

async function fillLevels(runner: QueryRunner): Promise<void> {
  const [{ newest }] = (await runner.query('SELECT MAX(document_code) AS newest FROM document_value')) as [{ newest: number | null }];
  for (let from = 0; from <= Number(newest ?? -1); from += BATCH) {
    await runner.query(
      `UPDATE document_value SET node_code = (SELECT d.node_code FROM document d WHERE d.code = document_value.document_code)
       WHERE node_code = 0 AND document_code >= ? AND document_code < ?`,
      [from, from + BATCH],
    );
  }
}

async function hasIndex(runner: QueryRunner, { table, index }: (typeof ADDED)[number]): Promise<boolean> {
  return (await runner.getTable(table))?.indices.some(({ name }) => name === index.name) ?? false;
}
