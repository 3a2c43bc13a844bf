import { Table, type QueryRunner } from 'typeorm';
import { failpoint } from '../../support/failpoints';
import type { Migration } from './migration';
import { sqliteWordIndex } from './sqlite-word-index';

/**
 * The schema defined by the entities until 0.1.0 is released; then its statements are written down here (ADR 0033). Each table is created
 * with its indexes in one step, and skipped if it exists: an earlier run may have been interrupted.
 */
export class Initial1764460800000 implements Migration {
  readonly oldest = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    const { entityMetadatas, driver } = runner.connection;
    for (const metadata of entityMetadatas) {
      await runner.createTable(Table.create(metadata, driver), true);
      failpoint('table-made');
    }
    if (runner.connection.options.type !== 'better-sqlite3') return;
    for (const table of ['document_words', 'document_contents'] as const)
      for (const statement of sqliteWordIndex(table)) await runner.query(statement);
  }

  /** No downgrade (docs/operating.md). */
  async down(): Promise<void> {}
}
