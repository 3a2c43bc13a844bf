import type { QueryRunner } from 'typeorm';
import { createTable, optional, primary, type Columns } from './columns';

/** Documents, their files and versions, signatures, share links, and what may be removed from the store. */
export async function documentTables(runner: QueryRunner, c: Columns): Promise<void> {
  await documents(runner, c);
  await files(runner, c);
  await signatures(runner, c);
}

async function documents(runner: QueryRunner, c: Columns): Promise<void> {
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
      c.text('external_key', 100, optional),
      // The external key while the document is not deleted, null afterwards: unique among those that live.
      c.text('live_external_key', 100, optional),
      c.small('version', { default: 1 }),
      // Null until the first change after the document was registered.
      c.instant('changed_at', optional),
    ],
    {
      // Keys before clients: the other way round the optimizer takes these indexes for a way to all of a client's documents.
      unique: [['id'], ['live_external_key', 'client_id']],
      // Level and unit behind the rest: a user who sees a part of a client passes over what it does not see within the index (ADR 0008).
      indexes: [
        ['external_key', 'client_id'],
        ['client_id', 'deleted_at', 'code', 'node_code', 'unit_id'],
        ['client_id', 'status', 'code', 'node_code', 'unit_id'],
        ['client_id', 'node_code', 'deleted_at', 'code', 'unit_id'],
        ['client_id', 'node_code', 'status', 'code', 'unit_id'],
        ['client_id', 'node_code', 'created_by', 'code', 'unit_id'],
        ['client_id', 'created_at', 'code', 'deleted_at', 'node_code', 'unit_id'],
        ['client_id', 'changed_at'],
        ['client_id', 'due_day', 'code'],
        ['client_id', 'box_id', 'code'],
        ['client_id', 'created_by', 'code'],
      ],
    },
  );
  await createTable(
    runner,
    'document_value',
    [
      c.number('document_code', primary),
      c.number('field_code', primary),
      c.text('value', 4000),
      c.text('value_key', 190),
      // The level of the document, which never changes.
      c.number('node_code', { default: 0 }),
    ],
    {
      indexes: [
        ['field_code', 'value_key', 'document_code'],
        ['field_code', 'value_key', 'node_code', 'document_code'],
      ],
    },
  );
  await createTable(
    runner,
    'document_list_row',
    [c.number('document_code', primary), c.token('list_id', 36, primary), c.number('row_code')],
    { indexes: [['row_code', 'document_code']] },
  );
}

async function files(runner: QueryRunner, c: Columns): Promise<void> {
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
    { unique: [['live_file_id']], indexes: [['file_id'], ['client_id', 'id']] },
  );
  await createTable(
    runner,
    'object_journal',
    [c.token('object_key', 64, primary), c.token('state', 10), c.instant('not_before'), c.text('reason', 100)],
    { indexes: [['state', 'not_before']] },
  );
}

async function signatures(runner: QueryRunner, c: Columns): Promise<void> {
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
