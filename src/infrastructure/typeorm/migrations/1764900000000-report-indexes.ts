import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOf } from './columns';

const index = (table: string, ...columnNames: string[]) => indexOf(table, columnNames);

const SHARES = index('share', 'client_id', 'id');
/** Level and unit behind the moment: a batch passes over what its reader does not see within the index. */
const COVERING = index('document', 'client_id', 'created_at', 'code', 'deleted_at', 'node_code', 'unit_id');
const SHORT = index('document', 'client_id', 'created_at');

/** The orders in which reports walk through shares and documents (ADR 0018). */
export class ReportIndexes1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('share', SHARES);
    await runner.createIndex('document', COVERING);
    await runner.dropIndex('document', SHORT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('document', SHORT);
    await runner.dropIndex('document', COVERING);
    await runner.dropIndex('share', SHARES);
  }
}
