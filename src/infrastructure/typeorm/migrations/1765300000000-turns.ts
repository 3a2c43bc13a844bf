import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, Columns } from './columns';

const TABLES = ['user_account', 'workflow'];

/**
 * What is counted up to take the turn at a row. A lock is known to one node of a cluster alone, and a change that changes nothing to none but
 * that node either: only what is written meets at all of them (docs/scaling.md).
 */
export class Turns1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      if (await runner.hasColumn(table, 'turns')) continue;
      await addColumns(runner, table, [new Columns(runner).number('turns', { default: 0 })]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.dropColumns(table, ['turns']);
  }
}
