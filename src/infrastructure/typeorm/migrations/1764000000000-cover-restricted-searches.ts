import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexOf } from './columns';

const index = (...columnNames: string[]) => indexOf('document', columnNames);

/** Level and unit behind what the short ones held: a user who sees a part of a client passes over the rest within the index. */
const COVERING = [
  index('client_id', 'deleted_at', 'code', 'node_code', 'unit_id'),
  index('client_id', 'status', 'code', 'node_code', 'unit_id'),
];
const SHORT = [index('client_id', 'deleted_at', 'code'), index('client_id', 'status', 'code')];

export class CoverRestrictedSearches1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const added of COVERING) await runner.createIndex('document', added);
    for (const old of SHORT) await runner.dropIndex('document', old);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const old of SHORT) await runner.createIndex('document', old);
    for (const added of COVERING) await runner.dropIndex('document', added);
  }
}
