import type { DataSource } from 'typeorm';
import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { unscopedTables } from '../support/tenant-tripwire';
import { startService } from './support/service';
import { expectIdsOfOneKind } from '../support/id-columns';
import { exemptionOf } from '../support/tenant-exemptions';

describe('finds the condition of the tenant', () => {
  it.each([
    ['in a comparison', 'SELECT d.code FROM document d WHERE d.id = ? AND d.client_id = ?'],
    ['of the only table', 'SELECT code FROM document WHERE id = ? AND client_id = ? FOR UPDATE'],
    ['of the only table of a sub-query', 'SELECT document.code FROM document WHERE document.client_id = ? AND document.code IN (SELECT document_code FROM document_value value WHERE client_id = ?)'],
    ['in every alternative', 'SELECT d.code FROM document d WHERE d.id = ? AND ((d.client_id = ? AND d.unit_id IN (?, ?)) OR (d.client_id = ?))'],
    ['of a table in a join', 'SELECT f.id FROM document_file f JOIN document d ON d.client_id = f.client_id AND d.code = f.document_code WHERE f.id = ? AND d.client_id IN (?, ?)'],
    ['over two joins', 'SELECT v.value FROM document d JOIN document_list_row l ON l.client_id = d.client_id AND l.document_code = d.code JOIN list_row_value v ON v.client_id = l.client_id AND v.row_code = l.row_code AND v.value_key BETWEEN ? AND ? WHERE d.client_id = ?'],
    ['around a sub-query', 'UPDATE share SET revoked_at = ? WHERE client_id = ? AND file_id IN (SELECT f.id FROM document_file f WHERE f.client_id = share.client_id AND f.document_code = ?)'],
    ['in a sub-query', 'SELECT v.value FROM document_value v WHERE v.client_id = ? AND v.document_code IN (SELECT d.code FROM document d WHERE d.client_id = v.client_id)'],
    ['behind brackets in a derived table', 'SELECT r.code, (SELECT COUNT(*) FROM document_file f WHERE f.client_id = r.client_id AND f.document_code = r.code) AS files FROM (SELECT d.code FROM document d WHERE ((d.client_id = ? AND d.unit_id IN (?)))) k JOIN document r ON r.code = k.code AND r.client_id = ?'],
    ['beside a derived table', 'SELECT d.code FROM document d JOIN (SELECT v.document_code FROM document_value v WHERE v.client_id = ? AND v.value_key = ? UNION SELECT l.document_code FROM document_list_row l WHERE l.client_id = ? AND l.row_code = ?) f0 ON f0.document_code = d.code WHERE d.client_id = ?'],
    ['through a derived table', 'SELECT v0.document_code AS code FROM (SELECT v.document_code FROM document_value v WHERE v.client_id = ? AND v.field_code = ? UNION SELECT v.document_code FROM document_value v WHERE v.client_id IN (?)) v0 CROSS JOIN document d ON d.code = v0.document_code CROSS JOIN document_value v1 ON v1.client_id = d.client_id AND v1.document_code = v0.document_code AND v1.value_key BETWEEN ? AND ? WHERE d.client_id = ?'],
    ['through an outer join', 'SELECT d.code FROM document d LEFT JOIN box b ON b.client_id = d.client_id AND b.id = d.box_id WHERE d.client_id = ?'],
    ['in each part of a union', 'SELECT b.id FROM box b WHERE b.client_id = ? UNION SELECT s.id FROM box b JOIN box s ON s.client_id = b.client_id AND s.parent_id = b.id WHERE b.client_id = ?'],
    ['of a new row', 'INSERT INTO box (id, client_id) VALUES (?, ?)'],
    ['of a row made of others', 'INSERT INTO share (id, client_id) SELECT ?, f.client_id FROM document_file f WHERE f.id = ? AND f.client_id = ?'],
    ['as TypeORM quotes', 'SELECT `d`.`code` AS `d_code`, `b`.`id` AS `b_id` FROM `document` `d` INNER JOIN `box` `b` ON `b`.`client_id` = `d`.`client_id` AND `b`.`id` = `d`.`box_id` WHERE ((`d`.`client_id` IN (?, ?)) AND (`d`.`id` = ?)) LIMIT 1'],
    ['as TypeORM quotes for SQLite', 'UPDATE "share" SET "revoked_at" = ? WHERE ("client_id" = ? AND "live_file_id" IN (?, ?))'],
    ['of rows that TypeORM adds', 'INSERT INTO `box`(`id`, `client_id`, `code`) VALUES (?, ?, DEFAULT), (?, ?, DEFAULT)'],
    ['where TypeORM finds nothing', 'SELECT "d"."code" AS "d_code" FROM "document" "d" WHERE ((0=1) AND ("d"."id" = ?))'],
    ['of a user who is named by a row', 'SELECT u.name FROM workflow_comment c LEFT JOIN user_account u ON u.id = c.user_id WHERE c.client_id IN (?)'],
    ['of a user', 'SELECT u.* FROM user_account u WHERE u.home_client_id IN (?) ORDER BY u.login_key LIMIT ? OFFSET ?'],
    ['behind hints', 'SELECT /*! STRAIGHT_JOIN */ /*+ INDEX(d x) */ d.code FROM document d /*! FORCE INDEX (x_1) */ WHERE d.client_id = ?'],
    ['where nothing is found', 'SELECT d.code FROM document d WHERE 1 = 0 AND d.deleted_at IS NULL'],
    ['where none is', 'SELECT u.name FROM service_unit u'],
  ])('%s', (_, sql) => {
    expect(unscopedTables(sql)).toEqual([]);
  }); // prettier-ignore
});

describe('reports a missing condition of the tenant', () => {
  it.each<[string, string, string[]]>([
    ['by an id alone', 'SELECT d.code FROM document d WHERE d.id = ?', ['document']],
    ['of a table without a name of its own', 'SELECT code FROM document WHERE id = ?', ['document']],
    [
      'of one of two tables',
      'SELECT file.id FROM document JOIN document_file file ON file.document_code = document.code WHERE client_id = ?',
      ['document', 'document_file'],
    ],
    ['without any condition', 'SELECT COUNT(*) AS total FROM document d', ['document']],
    ['in one alternative', 'SELECT d.code FROM document d WHERE d.client_id = ? OR d.id = ?', ['document']],
    ['compared with itself', 'SELECT d.code FROM document d WHERE d.client_id = d.client_id', ['document']],
    ['compared with a constant', "SELECT d.code FROM document d WHERE d.client_id = ''", ['document']],
    ['excluded', 'SELECT d.code FROM document d WHERE d.client_id <> ?', ['document']],
    ['negated', 'SELECT d.code FROM document d WHERE NOT (d.client_id = ?)', ['document']],
    ['of the other table', 'SELECT d.code FROM document d JOIN box b ON b.code = ? WHERE b.client_id = ?', ['document']],
    [
      'of what is joined on the outside',
      'SELECT d.code FROM document d LEFT JOIN box b ON b.id = d.box_id AND b.client_id = ?',
      ['document'],
    ],
    [
      'of what is joined by its code',
      'SELECT f.id FROM document_file f JOIN document d ON d.code = f.document_code WHERE d.client_id = ?',
      ['document_file'],
    ],
    [
      'of what an outer join is joined to',
      'SELECT d.code FROM document d LEFT JOIN box b ON b.client_id = ? AND d.client_id = b.client_id',
      ['document'],
    ],
    [
      'of what a sub-query finds',
      'SELECT v.value FROM document_value v WHERE v.document_code IN (SELECT d.code FROM document d WHERE d.client_id = ?)',
      ['document_value'],
    ],
    ['in a list of columns', 'SELECT d.client_id, d.code FROM document d WHERE d.code = ?', ['document']],
    ['in a comment', 'SELECT d.code FROM document d WHERE d.id = ? /* AND d.client_id = ? */', ['document']],
    ['where a comment that is run adds a way out', 'SELECT d.code FROM document d WHERE d.client_id = ? /*! OR d.id = ? */', ['document']],
    ['where another server runs it', 'SELECT d.code FROM document d WHERE d.client_id = ? /*M! OR d.id = ? */', ['document']],
    ['where only one alternative finds nothing', 'SELECT d.code FROM document d WHERE 1 = 0 OR d.id = ?', ['document']],
    ['in the order', 'SELECT d.code FROM document d ORDER BY d.client_id', ['document']],
    ['in one part of a union', 'SELECT b.id FROM box b WHERE b.client_id = ? UNION SELECT b.id FROM box b WHERE b.code = ?', ['box']],
    ['in a sub-query for a column', 'SELECT (SELECT COUNT(*) FROM share s) AS total FROM document d WHERE d.client_id = ?', ['share']],
    [
      'in a derived table with brackets',
      'SELECT k.code FROM (SELECT d.code FROM document d WHERE ((d.node_code = ? OR d.unit_id IN (?)))) k',
      ['document'],
    ],
    [
      'of what is joined through a derived table',
      'SELECT v0.document_code FROM (SELECT v.document_code FROM document_value v WHERE v.field_code = ?) v0 CROSS JOIN document_value v1 ON v1.document_code = v0.document_code',
      ['document_value', 'document_value'],
    ],
    ['of an update', 'UPDATE document SET due_day = ?, client_id = ? WHERE code = ?', ['document']],
    ['of a deletion', 'DELETE FROM list_row WHERE id = ?', ['list_row']],
    ['of a deletion of all', 'DELETE FROM user_grant', ['user_grant']],
    ['as TypeORM quotes', 'SELECT `d`.`code` AS `d_code` FROM `document` `d` WHERE ((`d`.`id` = ?)) LIMIT 1', ['document']],
    ['of a deletion as TypeORM quotes', 'DELETE FROM "list_row" WHERE "id" IN (?, ?)', ['list_row']],
    ['of rows that TypeORM adds', 'INSERT INTO `box`(`id`, `code`) VALUES (?, DEFAULT)', ['box']],
    ['of a new row', 'INSERT INTO box (id, code) VALUES (?, ?)', ['box']],
    ['of what a row hangs off', 'SELECT v.value FROM list_row_value v WHERE v.field_code = ?', ['list_row_value']],
  ])('%s', (_, sql, tables) => {
    expect(unscopedTables(sql)).toEqual(tables);
  });
});

it.each([
  ['written', "'SELECT d.id FROM document d WHERE d.due_day = ?', ['2026-01-01']"],
  [
    'by the query builder',
    ".createQueryBuilder().select('d.id').from('document', 'd').where('d.due_day = :day', { day: '2026-01-01' }).getRawMany()",
  ],
])('reports a statement %s without a tenant when the service stops', async (_, call) => {
  const service = await startService();
  // As if a file of the service ran it: what a test runs is let pass.
  const run = call.startsWith('.') ? `database${call}` : `database.query(${call})`;
  const planted = new Function('database', `return (async () => await ${run})()\n//# sourceURL=/src/infrastructure/typeorm/planted.ts`) as (database: DataSource) => Promise<unknown>; // prettier-ignore
  await planted(service.database);
  await expect(service.stop()).rejects.toThrow(/document: SELECT d\.id (?:AS d_id )?FROM document d WHERE d\.due_day = \?\s+at .*planted/);
});

it.each([
  ['a comparison', 'SELECT d.code FROM document d WHERE d.deleted_at > ? AND d.client_id = ?', 1],
  ['a list', 'SELECT c.code FROM document_count c WHERE c.client_id IN (?, ?)', 0],
  ['a list of the only table', 'SELECT id FROM document WHERE code > ? AND client_id IN (?) FOR UPDATE', 1],
  ['an update', 'UPDATE document SET due_day = ? WHERE client_id = ?', 1],
  ['a statement of TypeORM', 'SELECT `DocumentRow`.`code` FROM `document` `DocumentRow` WHERE `DocumentRow`.`unit_id` = ?', 0],
  ['a new row', 'INSERT INTO document (code, created_by) VALUES (?, ?), (?, ?)', 1],
])('finds %s that takes an id in bytes for a text, or the other way round', (_, sql, place) => {
  const given = (value: unknown) => [0, 0, 0, 0].map((zero, index) => (index === place ? value : zero));
  expect(() => expectIdsOfOneKind(sql, given('a text'))).toThrow(/text/);
  expect(() => expectIdsOfOneKind(sql, given(Buffer.alloc(16, 1)))).not.toThrow();
  const other = sql.replaceAll('document_count', 'rate_window').replaceAll(/\bdocument\b/g, 'rate_window');
  expect(() => expectIdsOfOneKind(other, given(Buffer.alloc(16, 1)))).toThrow('bytes');
});

it('takes zero bytes for the log of the service, and for no client', () => {
  const ask = (table: string, bytes: Buffer) => () => expectIdsOfOneKind(`SELECT t.code FROM ${table} t WHERE t.client_id = ?`, [bytes]);
  for (const table of ['event', 'event_node', 'event_log', 'event_outbox', 'client_guard']) {
    expect(ask(table, Buffer.alloc(16))).not.toThrow();
    expect(ask(table, Buffer.alloc(15))).toThrow('15 bytes');
  }
  expect(ask('document', Buffer.alloc(16))).toThrow('zero bytes');
});

it('finds a join of an id in bytes with a text', () => {
  const join = (id: string) => () =>
    expectIdsOfOneKind(`SELECT d.code FROM document d JOIN rate_window w ON w.seconds = ? AND d.client_id = ${id}`, []);
  expect(join('w.client_id')).toThrow('different kinds');
  expect(join(bytesIn('w.client_id'))).not.toThrow();
});

it('exempts a statement by its text and its caller', () => {
  expect(exemptionOf('SELECT x', 'at /somewhere/src/infrastructure/typeorm/audit/typeorm-audit-trail.ts:1:1')).toBeNull();
  const byKey = 'SELECT client_id FROM subscription_key WHERE key_hash = ?';
  expect(exemptionOf(byKey, 'typeorm-subscriptions.ts')).not.toBeNull();
  expect(exemptionOf(byKey, 'typeorm-boxes.ts')).toBeNull();
  expect(exemptionOf(`${byKey} OR 1 = 1`, 'typeorm-subscriptions.ts')).toBeNull();
});
