import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns, Columns, createTable, optional, primary } from './columns';

/** Keys before clients: the other way round the optimizer takes these indexes for a way to all of a client's documents. */
const INDEXES = [
  { table: 'document', columns: ['live_external_key', 'client_id'], unique: true },
  { table: 'document', columns: ['external_key', 'client_id'], unique: false },
  { table: 'document', columns: ['client_id', 'changed_at'], unique: false },
  { table: 'box', columns: ['client_id', 'type_id'], unique: false },
  { table: 'box', columns: ['parent_id'], unique: false },
  { table: 'list_row', columns: ['list_id', 'code'], unique: false },
] as const;

const indexOf = ({ table, columns, unique }: (typeof INDEXES)[number]) =>
  new TableIndex({ name: `${unique ? 'uq' : 'ix'}_${table}_${columns.join('_')}`, columnNames: [...columns], isUnique: unique });

/** Documents that change and that clients know by their own key, boxes within boxes, calls that may be repeated. */
export class CompleteFiling1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = new Columns(runner);
    await addColumns(runner, 'document', [
      c.text('external_key', 100, optional),
      // The external key while the document is not deleted, null afterwards: unique among those that live.
      c.text('live_external_key', 100, optional),
      c.small('version', { default: 1 }),
      // Null until the first change after the document was registered.
      c.instant('changed_at', optional),
    ]);
    await addColumns(runner, 'box', [c.token('parent_id', 36, optional), c.text('provisional_number', 50, optional)]);
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
    for (const index of INDEXES) await runner.createIndex(index.table, indexOf(index));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await runner.dropIndex(index.table, indexOf(index));
    await runner.dropTable('repeatable_call');
    await runner.dropColumns('box', ['parent_id', 'provisional_number']);
    await runner.dropColumns('document', ['external_key', 'live_external_key', 'version', 'changed_at']);
  }
}
