import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, primary } from './columns';

/** Signatures, and the versions of files that signed ones have replaced. */
export class Signatures1764150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = new Columns(runner);
    await createTable(
      runner,
      'file_version',
      [
        c.token('file_id', 36, primary),
        c.number('number', primary),
        c.token('client_id'),
        c.token('object_key', 64),
        c.number('size'),
        c.token('sha256', 64),
        c.text('version', 50),
        c.instant('replaced_at'),
      ],
      { unique: [['object_key']], indexes: [['client_id']] },
    );
    await createTable(
      runner,
      'file_signature',
      [
        c.token('id', 36, primary),
        c.token('code', 26),
        c.token('client_id'),
        c.token('file_id'),
        // Of the signed file.
        c.token('sha256', 64),
        c.token('origin_id'),
        c.small('legal_person'),
        c.instant('signed_at'),
        c.token('signed_by'),
        c.token('address', 64),
        // Origin's message, signer, company, further texts, certificate: as they were when it was signed (JSON).
        c.huge('details'),
      ],
      { unique: [['code']], indexes: [['client_id', 'signed_at'], ['file_id']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['file_signature', 'file_version']) await runner.dropTable(table, true);
  }
}
