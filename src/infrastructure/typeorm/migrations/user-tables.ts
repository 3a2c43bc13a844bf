import type { QueryRunner } from 'typeorm';
import { createTable, optional, primary, type Columns } from './columns';

/** Users, sessions, keys and limits of callers, calls that may be repeated, the audit trail. */
export async function userTables(runner: QueryRunner, c: Columns): Promise<void> {
  await users(runner, c);
  await edge(runner, c);
  await audit(runner, c);
}

async function users(runner: QueryRunner, c: Columns): Promise<void> {
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
      // Counted up to take the turn at the row: a lock is known to one node of a cluster alone (docs/scaling.md).
      c.number('turns', { default: 0 }),
    ],
    { unique: [['login_key']], indexes: [['home_client_id', 'login_key']] },
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
      c.instant('rotated_at', optional),
    ],
    { indexes: [['user_id', 'ended_at'], ['refresh_expires_at']] },
  );
  await createTable(
    runner,
    'login_failure',
    [c.token('login_hash', 64, primary), c.small('failures'), c.instant('blocked_until', optional), c.instant('failed_at')],
    { indexes: [['failed_at']] },
  );
}

async function edge(runner: QueryRunner, c: Columns): Promise<void> {
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
    // Or whoever else is counted: a user, an address.
    c.token('client_id', 64, primary),
    c.small('seconds', primary),
    c.instant('started_at'),
    c.number('calls'),
  ]);
  // One row.
  await createTable(runner, 'retention_mark', [c.small('id', primary), c.instant('marked_at'), c.instant('moved_at')]);
  await createTable(
    runner,
    'repeatable_call',
    [
      c.token('user_id', 36, primary),
      c.token('key_hash', 64, primary),
      c.token('digest', 64),
      c.token('claim_id'),
      c.instant('claimed_until'),
      c.small('status', optional),
      c.huge('answer', optional),
      c.instant('kept_until'),
    ],
    { indexes: [['kept_until']] },
  );
}

async function audit(runner: QueryRunner, c: Columns): Promise<void> {
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
        // Whoever did something in a month, without a look at the events themselves.
        ['client_id', 'at', 'user_id'],
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
