import type { QueryRunner } from 'typeorm';
import { createTable, optional, primary, type Columns } from './columns';

/** Clients, levels, fields, lists, boxes. */
export async function structureTables(runner: QueryRunner, c: Columns): Promise<void> {
  await organisation(runner, c);
  await lists(runner, c);
  await boxes(runner, c);
}

async function organisation(runner: QueryRunner, c: Columns): Promise<void> {
  await createTable(runner, 'service_unit', [c.token('id', 36, primary), c.text('name', 250), c.token('cnpj', 20, optional)]);
  await createTable(runner, 'client', [
    c.token('id', 36, primary),
    c.text('name', 250),
    c.number('structure_version', { default: 1 }),
    c.token('default_profile_id', 36, optional),
  ]);
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

async function lists(runner: QueryRunner, c: Columns): Promise<void> {
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
    { unique: [['id'], ['list_id', 'key_hash']], indexes: [['list_id', 'code']] },
  );
  await createTable(
    runner,
    'list_row_value',
    [c.number('row_code', primary), c.number('field_code', primary), c.text('value', 4000), c.text('value_key', 190)],
    { indexes: [['field_code', 'value_key', 'row_code']] },
  );
}

async function boxes(runner: QueryRunner, c: Columns): Promise<void> {
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
      c.token('parent_id', 36, optional),
      c.text('provisional_number', 50, optional),
    ],
    { unique: [['client_id', 'code', 'numbered_by']], indexes: [['client_id', 'type_id'], ['parent_id']] },
  );
  await createTable(runner, 'signature_origin', [c.token('id', 36, primary), c.token('client_id'), c.text('message', 500)], {
    indexes: [['client_id']],
  });
}
