import type { QueryRunner } from 'typeorm';
import { createTable, optional, primary, type Columns } from './columns';

/** Definitions of workflows, the designs that running flows follow, and the flows themselves. */
export async function workflowTables(runner: QueryRunner, c: Columns): Promise<void> {
  await definitions(runner, c);
  await flows(runner, c);
  await contents(runner, c);
}

async function definitions(runner: QueryRunner, c: Columns): Promise<void> {
  await createTable(
    runner,
    'workflow_definition',
    [
      c.token('id', 36, primary),
      c.token('client_id'),
      c.text('name', 250),
      c.small('active'),
      c.token('activation', 10),
      // Ids of those at which a document that is filed starts a flow (JSON); null: none.
      c.long('levels', optional),
      // The design that new flows follow.
      c.number('revision'),
    ],
    { indexes: [['client_id']] },
  );
  // Never changed: a flow ends as it began.
  await createTable(
    runner,
    'workflow_design',
    [
      c.code(),
      c.token('definition_id'),
      c.token('client_id'),
      c.huge('design'),
      // Base64 of the fillable PDF: whoever asks for the design needs it seldom.
      c.huge('model', optional),
      c.instant('created_at'),
    ],
    { indexes: [['definition_id']] },
  );
}

async function flows(runner: QueryRunner, c: Columns): Promise<void> {
  await createTable(
    runner,
    'workflow',
    [
      c.code(),
      c.token('id'),
      c.token('client_id'),
      c.token('definition_id'),
      c.number('revision'),
      c.small('status'),
      c.text('note', 4000, optional),
      c.instant('started_at'),
      c.token('started_by'),
      c.instant('ended_at', optional),
      // Whom the activation named for tasks that are still to come (JSON).
      c.huge('chosen', optional),
      // Counted up to take the turn at the row: a lock is known to one node of a cluster alone (docs/scaling.md).
      c.number('turns', { default: 0 }),
    ],
    {
      unique: [['id']],
      indexes: [
        ['client_id', 'definition_id', 'code'],
        ['client_id', 'definition_id', 'status', 'code'],
        // Active in a period.
        ['client_id', 'ended_at', 'started_at'],
      ],
    },
  );
  await createTable(
    runner,
    'workflow_execution',
    [
      c.code(),
      c.token('id'),
      c.number('workflow_code'),
      c.token('client_id'),
      c.small('visit'),
      c.token('step_id'),
      c.token('task_id'),
      c.text('task_name', 250),
      c.token('user_id', 36, optional),
      c.text('email', 250, optional),
      c.instant('started_at'),
      c.instant('due_at', optional),
      c.instant('ended_at', optional),
      c.small('done', { default: 0 }),
    ],
    {
      unique: [['id']],
      indexes: [
        ['workflow_code', 'visit'],
        ['client_id', 'task_id', 'ended_at', 'workflow_code'],
      ],
    },
  );
}

async function contents(runner: QueryRunner, c: Columns): Promise<void> {
  await createTable(runner, 'workflow_form_value', [
    c.number('workflow_code', primary),
    c.token('field_id', 36, primary),
    c.token('client_id'),
    c.text('value', 4000),
  ]);
  await createTable(
    runner,
    'workflow_comment',
    [
      c.code(),
      c.number('workflow_code'),
      c.token('client_id'),
      c.text('task_name', 250),
      c.token('user_id', 36, optional),
      c.text('email', 250, optional),
      c.instant('made_at'),
      c.text('comment', 4000),
    ],
    { indexes: [['workflow_code', 'code']] },
  );
  await createTable(
    runner,
    'workflow_file',
    [
      c.token('id', 36, primary),
      c.number('workflow_code'),
      c.token('client_id'),
      c.small('position'),
      c.token('object_key', 64),
      c.number('size'),
      c.token('sha256', 64),
      c.text('name', 255),
      c.token('extension', 20),
      c.text('version', 50),
      c.small('to_sign', { default: 0 }),
      c.instant('created_at'),
      c.instant('deleted_at', optional),
    ],
    {
      unique: [['object_key']],
      indexes: [
        ['workflow_code', 'position'],
        ['client_id', 'created_at'],
      ],
    },
  );
  await createTable(
    runner,
    'workflow_document',
    [c.number('workflow_code', primary), c.number('document_code', primary), c.token('client_id'), c.instant('added_at')],
    { indexes: [['document_code', 'workflow_code']] },
  );
  // Files of documents that are to be signed in the flow.
  await createTable(runner, 'workflow_signing', [
    c.number('workflow_code', primary),
    c.token('file_id', 36, primary),
    c.token('client_id'),
  ]);
}
