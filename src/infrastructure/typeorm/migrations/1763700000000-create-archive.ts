import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, optional, primary } from './columns';

const TABLES = [
  'service_unit',
  'client',
  'client_unit',
  'tree_node',
  'field',
  'value_list',
  'node_field',
  'node_list',
  'list_row',
  'list_row_value',
  'box_type',
  'box',
  'signature_origin',
  'profile',
  'user_account',
  'user_grant',
  'session',
  'login_failure',
  'document',
  'document_value',
  'document_list_row',
  'document_file',
  'share',
  'object_journal',
];

/** Organisation, users, documents, files: the archive as issue 1 needs it. */
export class CreateArchive1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await this.organisation(runner, column);
    await this.lists(runner, column);
    await this.boxes(runner, column);
    await this.users(runner, column);
    await this.documents(runner, column);
    await this.files(runner, column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.dropTable(table, true);
  }

  private async organisation(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(runner, 'service_unit', [c.token('id', 36, primary), c.text('name', 250), c.token('cnpj', 20, optional)]);
    await createTable(runner, 'client', [c.token('id', 36, primary), c.text('name', 250), c.number('structure_version', { default: 1 })]);
    await createTable(runner, 'client_unit', [c.token('client_id', 36, primary), c.token('unit_id', 36, primary)]);
    await createTable(
      runner,
      'tree_node',
      [
        c.code(),
        c.token('id'),
        c.token('client_id'),
        c.number('parent_code', optional),
        c.text('name', 250),
        c.text('path', 2000),
        c.number('retention_field_code', optional),
        c.small('retention_months', optional),
      ],
      { unique: [['id']], indexes: [['client_id']] },
    );
    await createTable(
      runner,
      'field',
      [
        c.code(),
        c.token('id'),
        c.token('client_id'),
        c.token('list_id', 36, optional),
        c.small('position'),
        c.text('label', 250),
        c.token('type', 20),
        c.number('min', optional),
        c.number('max', optional),
        c.text('pattern', 500, optional),
        c.text('mask', 250, optional),
        c.long('options', optional),
        c.number('parent_code', optional),
        c.token('parent_operator', 2, optional),
        c.small('is_key', { default: 0 }),
        c.small('is_import_mandatory', { default: 0 }),
        c.small('locked_after_value', { default: 0 }),
      ],
      { unique: [['id']], indexes: [['client_id']] },
    );
    await createTable(
      runner,
      'node_field',
      [c.number('node_code', primary), c.number('field_code', primary), c.small('mandatory'), c.small('position')],
      { indexes: [['field_code']] },
    );
  }

  private async lists(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(
      runner,
      'value_list',
      [
        c.token('id', 36, primary),
        c.token('client_id'),
        c.text('name', 250),
        c.token('kind', 20),
        c.small('allows_inclusion'),
        c.token('parent_list_id', 36, optional),
      ],
      { indexes: [['client_id']] },
    );
    await createTable(
      runner,
      'node_list',
      [c.number('node_code', primary), c.token('list_id', 36, primary), c.small('mandatory'), c.small('position')],
      { indexes: [['list_id']] },
    );
    await createTable(
      runner,
      'list_row',
      [c.code(), c.token('id'), c.token('client_id'), c.token('list_id'), c.token('key_hash', 64), c.instant('created_at')],
      { unique: [['id'], ['list_id', 'key_hash']] },
    );
    await createTable(
      runner,
      'list_row_value',
      [c.number('row_code', primary), c.number('field_code', primary), c.text('value', 4000), c.text('value_key', 190)],
      { indexes: [['field_code', 'value_key', 'row_code']] },
    );
  }

  private async boxes(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(runner, 'box_type', [c.token('id', 36, primary), c.text('name', 250)]);
    await createTable(
      runner,
      'box',
      [
        c.token('id', 36, primary),
        c.number('code'),
        c.token('client_id'),
        c.token('unit_id', 36, optional),
        c.token('numbered_by', 10),
        c.token('type_id'),
      ],
      { unique: [['client_id', 'code', 'numbered_by']] },
    );
    await createTable(runner, 'signature_origin', [c.token('id', 36, primary), c.token('client_id'), c.text('message', 500)], {
      indexes: [['client_id']],
    });
  }

  private async users(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(runner, 'profile', [c.token('id', 36, primary), c.text('name', 250), c.long('permissions')]);
    await createTable(
      runner,
      'user_account',
      [
        c.token('id', 36, primary),
        c.text('login', 50),
        c.text('login_key', 190),
        c.text('name', 250),
        c.text('password_hash', 250),
        c.small('active'),
        c.small('page_size'),
        c.instant('created_at'),
      ],
      { unique: [['login_key']] },
    );
    await createTable(
      runner,
      'user_grant',
      [
        c.token('id', 36, primary),
        c.token('user_id'),
        c.token('client_id'),
        c.token('unit_id', 36, optional),
        c.token('node_id', 36, optional),
        c.token('profile_id'),
      ],
      { indexes: [['user_id'], ['client_id']] },
    );
    await createTable(
      runner,
      'session',
      [
        c.token('id', 36, primary),
        c.token('user_id'),
        c.small('exclusive'),
        c.small('lifetime_minutes'),
        c.instant('created_at'),
        c.instant('expires_at'),
        c.small('refresh_count'),
        c.instant('refresh_expires_at'),
        c.instant('ended_at', optional),
      ],
      { indexes: [['user_id', 'ended_at']] },
    );
    await createTable(
      runner,
      'login_failure',
      [c.token('login_hash', 64, primary), c.small('failures'), c.instant('blocked_until', optional), c.instant('failed_at')],
      { indexes: [['failed_at']] },
    );
  }

  private async documents(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(
      runner,
      'document',
      [
        c.code(),
        c.token('id'),
        c.token('client_id'),
        c.token('unit_id'),
        c.number('node_code'),
        c.small('status'),
        c.token('box_id', 36, optional),
        c.token('due_day', 10, optional),
        c.instant('created_at'),
        c.token('created_by'),
        c.instant('deleted_at', optional),
      ],
      {
        unique: [['id']],
        indexes: [
          ['client_id', 'deleted_at', 'code'],
          ['client_id', 'node_code', 'deleted_at', 'code'],
          ['client_id', 'status', 'code'],
          ['client_id', 'created_at'],
          ['client_id', 'due_day', 'code'],
          ['client_id', 'box_id', 'code'],
          ['client_id', 'created_by', 'code'],
        ],
      },
    );
    await createTable(
      runner,
      'document_value',
      [c.number('document_code', primary), c.number('field_code', primary), c.text('value', 4000), c.text('value_key', 190)],
      { indexes: [['field_code', 'value_key', 'document_code']] },
    );
    await createTable(
      runner,
      'document_list_row',
      [c.number('document_code', primary), c.token('list_id', 36, primary), c.number('row_code')],
      { indexes: [['row_code', 'document_code']] },
    );
  }

  private async files(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(
      runner,
      'document_file',
      [
        c.token('id', 36, primary),
        c.number('document_code'),
        c.token('client_id'),
        c.small('position'),
        c.token('object_key', 64),
        c.number('size'),
        c.token('sha256', 64),
        c.text('name', 255),
        c.token('extension', 20),
        c.text('version', 50),
        c.instant('created_at'),
        c.instant('deleted_at', optional),
      ],
      { unique: [['object_key']], indexes: [['document_code', 'position']] },
    );
    await createTable(
      runner,
      'share',
      [
        c.token('id', 36, primary),
        c.token('file_id'),
        // The file's id while the share is not revoked, null afterwards: at most one such share per file.
        c.token('live_file_id', 36, optional),
        c.token('client_id'),
        c.instant('created_at'),
        c.instant('expires_at', optional),
        c.instant('revoked_at', optional),
      ],
      { unique: [['live_file_id']], indexes: [['file_id']] },
    );
    await createTable(
      runner,
      'object_journal',
      [c.token('object_key', 64, primary), c.token('state', 10), c.instant('not_before'), c.text('reason', 100)],
      { indexes: [['state', 'not_before']] },
    );
  }
}
