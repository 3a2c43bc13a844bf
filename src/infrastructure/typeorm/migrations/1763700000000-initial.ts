import type { QueryRunner } from 'typeorm';
import { billingTables } from './billing-tables';
import { Columns, createTable, primary } from './columns';
import { documentTables } from './document-tables';
import type { Migration } from './migration';
import { structureTables } from './structure-tables';
import { userTables } from './user-tables';
import { workflowTables } from './workflow-tables';

/** The schema of 0.1.0. Rewritten freely until that is released, and never afterwards (ADR 0033). */
export class Initial1763700000000 implements Migration {
  readonly oldest = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    const c = new Columns(runner);
    await structureTables(runner, c);
    await userTables(runner, c);
    await documentTables(runner, c);
    await workflowTables(runner, c);
    await billingTables(runner, c);
    // One row: the version that migrated last, and the oldest one that this schema serves.
    await createTable(runner, 'schema_version', [c.small('id', primary), c.token('program', 20), c.token('oldest', 20)]);
  }

  /** There is no way back (docs/operating.md). */
  async down(): Promise<void> {}
}
