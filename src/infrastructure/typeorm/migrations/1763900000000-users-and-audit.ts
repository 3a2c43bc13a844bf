import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns, Columns, createTable, optional, primary } from './columns';

const HOME = new TableIndex({ name: 'ix_user_account_home_client_id', columnNames: ['home_client_id', 'login_key'] });

const OVER = new TableIndex({ name: 'ix_session_refresh_expires_at', columnNames: ['refresh_expires_at'] });

const USER_COLUMNS = [
  'email',
  'landline',
  'mobile',
  'manager_id',
  'manager_group_id',
  'home_client_id',
  'home_unit_id',
  'whole_client',
  'work_schedule_id',
  'calendar_id',
  'culture',
  'notified_of_due',
  'password_months',
  'password_expires_at',
  'must_change_password',
  'inactive_from',
  'created_by',
];

/** Users as operation 9.1 knows them, keys of subscriptions, rate limits, the audit trail. */
export class UsersAndAudit1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = new Columns(runner);
    await addColumns(runner, 'client', [c.token('default_profile_id', 36, optional)]);
    await addColumns(runner, 'session', [c.instant('rotated_at', optional)]);
    await runner.createIndex('session', OVER);
    await addColumns(runner, 'user_account', [
      c.text('email', 50, optional),
      c.token('landline', 15, optional),
      c.token('mobile', 15, optional),
      c.token('manager_id', 36, optional),
      c.token('manager_group_id', 36, optional),
      // The client and unit that the user was made for; whoever administers users of that client administers this one.
      c.token('home_client_id', 36, optional),
      c.token('home_unit_id', 36, optional),
      c.small('whole_client', { default: 0 }),
      c.token('work_schedule_id', 36, optional),
      c.token('calendar_id', 36, optional),
      c.small('culture', { default: 1 }),
      c.small('notified_of_due', { default: 0 }),
      c.small('password_months', optional),
      c.instant('password_expires_at', optional),
      c.small('must_change_password', { default: 0 }),
      c.instant('inactive_from', optional),
      c.token('created_by', 36, optional),
    ]);
    // Users of one client are at home there; those of several until an archive file says otherwise.
    await runner.query(
      'UPDATE user_account SET home_client_id = (SELECT MIN(g.client_id) FROM user_grant g WHERE g.user_id = user_account.id)',
    );
    await runner.createIndex('user_account', HOME);
    await this.edge(runner, c);
    await this.audit(runner, c);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['audit_head', 'audit_event', 'retention_mark', 'rate_window', 'subscription_key'])
      await runner.dropTable(table, true);
    await runner.dropIndex('user_account', HOME);
    await runner.dropColumns('user_account', USER_COLUMNS);
    await runner.dropIndex('session', OVER);
    await runner.dropColumns('session', ['rotated_at']);
    await runner.dropColumns('client', ['default_profile_id']);
  }

  private async edge(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(
      runner,
      'subscription_key',
      [
        c.token('client_id', 36, primary),
        c.token('unit_id', 36, primary),
        c.small('slot', primary),
        c.token('key_hash', 64),
        c.instant('created_at'),
      ],
      { unique: [['key_hash']] },
    );
    await createTable(runner, 'rate_window', [
      c.token('client_id', 36, primary),
      c.small('seconds', primary),
      c.instant('started_at'),
      c.number('calls'),
    ]);
    // One row.
    await createTable(runner, 'retention_mark', [c.small('id', primary), c.instant('marked_at'), c.instant('moved_at')]);
  }

  private async audit(runner: QueryRunner, c: Columns): Promise<void> {
    await createTable(
      runner,
      'audit_event',
      [
        c.code(),
        c.token('client_id'),
        c.instant('at'),
        c.token('user_id'),
        c.token('address', 64),
        c.token('request_id', 100),
        c.token('action', 60),
        c.huge('subject'),
        // Place in the client's chain, and the hash over everything up to here.
        c.number('sequence'),
        c.token('hash', 64),
      ],
      {
        unique: [['client_id', 'sequence']],
        indexes: [
          ['client_id', 'user_id', 'code'],
          ['client_id', 'action', 'code'],
        ],
      },
    );
    await createTable(runner, 'audit_head', [
      c.token('client_id', 36, primary),
      c.number('sequence'),
      c.token('hash', 64),
      c.token('seal', 64),
    ]);
  }
}
