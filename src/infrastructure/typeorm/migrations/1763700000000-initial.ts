import { Table, type QueryRunner } from 'typeorm';
import { failpoint } from '../../failpoints';
import type { Migration } from './migration';

/**
 * The schema as the entities tell it, until 0.1.0 is released: then the statements that this runs are written down here (ADR 0033).
 * Each table comes with its indexes in one step, and is left out when it is there: a run before this one may have been broken off.
 */
export class Initial1763700000000 implements Migration {
  readonly oldest = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    const { entityMetadatas, driver } = runner.connection;
    for (const metadata of entityMetadatas) {
      await runner.createTable(Table.create(metadata, driver), true);
      failpoint('table-made');
    }
  }

  /** There is no way back (docs/operating.md). */
  async down(): Promise<void> {}
}
