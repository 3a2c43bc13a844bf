import type { DocumentsAsked } from '#application/ports/reports';
import type { Scope } from '#domain/access/scope';
import { TypeOrmReportRows } from '#infrastructure/typeorm/reports/typeorm-report-rows';
import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { Sql } from '#infrastructure/typeorm/sql';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { onEveryServer } from './support/implementations';
import { PlannedUnitOfWork, type PlanRow } from './support/plans';
import { serverArchive, sqliteArchive, type Archive } from './support/typeorm-archive';

const PERIOD = { createdFrom: new Date(0), createdUntil: new Date('2100-01-01') };
const allOf = (asked: Partial<DocumentsAsked>): DocumentsAsked => ({
  clientId: DEMO.client,
  unitId: null,
  nodeCodes: null,
  order: 'code',
  ...asked,
});

/** SQLite plans without statistics by the indexes that there are. */
describe('a batch of documents of a report', () => {
  let archive: Archive;
  let unitOfWork: PlannedUnitOfWork;
  let scopes: Record<'demo' | 'financeiro', Scope>;
  beforeAll(async () => {
    archive = await sqliteArchive();
    unitOfWork = new PlannedUnitOfWork(archive.dataSource);
    scopes = { demo: await scopeOf(archive), financeiro: await scopeOf(archive, 'financeiro') };
  });
  afterAll(() => archive.close());

  it.each<[string, Partial<DocumentsAsked>, string]>([
    ['created', { order: 'created', ...PERIOD }, 'COVERING INDEX ix_document_client_id_created_at_code_deleted_at_'],
    ['due', { order: 'due', dueUntil: '2030-01-01' }, 'INDEX ix_document_client_id_due_day_code '],
  ])('by %s follows its index', async (_, asked, index) => {
    for (const scope of [scopes.demo, scopes.financeiro]) {
      await new TypeOrmReportRows(new Sql(archive.dataSource, unitOfWork), archive.clock).documents([scope], allOf(asked), null, 500);
      const plan = await unitOfWork.plans();
      expect(plan.slice(0, 2)).toEqual(['CO-ROUTINE page', expect.stringContaining(`SEARCH document USING ${index}`)]);
      // Once: what the batch has found.
      expect(plan.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
    }
  });
});

const MANY = 5_000;

/** Of one moment and one day. */
async function fill({ sql }: Archive): Promise<void> {
  const nodes = await sql.rows<{ code: number }>('SELECT code FROM tree_node WHERE id = ?', [DEMO.invoices]);
  const ids = [DEMO.client, DEMO.unit, userId('demo')].map((id) => bytesIn(`'${id}'`));
  const rows = Array.from(
    { length: MANY },
    (_, index) => `('many-${index}', ${ids.join()}, ${nodes[0]!.code}, 6, '2026-01-01', 1700000000000, 1, '{"v":{}}')`,
  );
  await sql.rows(
    `INSERT INTO document (id, client_id, unit_id, created_by, node_code, status, due_day, created_at, version, shown) VALUES ${rows.join()}`,
  );
}

onEveryServer('a batch of documents of a report', (implementation, server) => {
  describe(implementation, () => {
    let archive: Archive;
    beforeAll(async () => {
      archive = await serverArchive(server)();
      await fill(archive);
    });
    afterAll(() => archive.close());

    it.each<[string, Partial<DocumentsAsked>, string]>([
      ['code', {}, 'deleted_at_code_node_code_unit_id'],
      ['code, of one user', { createdBy: userId('demo') }, 'created_by_code'],
      ['created', { order: 'created', ...PERIOD }, 'created_at_code_deleted_at_node_code_u'],
      ['due', { order: 'due', dueUntil: '2030-01-01' }, 'due_day_code'],
    ])('by %s follows its index from the end of the last one', async (_, asked, index) => {
      const scope = await scopeOf(archive);
      const unitOfWork = new PlannedUnitOfWork(archive.dataSource);
      const rows = new TypeOrmReportRows(new Sql(archive.dataSource, unitOfWork), archive.clock);
      const batch = await rows.documents([scope], allOf(asked), null, 500);
      expect(batch).toHaveLength(500);
      await rows.documents([scope], allOf(asked), batch.at(-1)!, 500);
      const keyword = archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL';
      for (const { sql, parameters } of unitOfWork.statements) {
        const plan = await archive.sql.rows<PlanRow>(`${keyword} ${sql}`, parameters as never);
        const read = plan
          .filter(({ table }) => table === 'document')
          .map(({ key, Extra }) => ({ key, isSorted: Extra?.includes('filesort') }));
        expect(read).toEqual([{ key: `ix_document_client_id_${index}`, isSorted: false }]);
      }
    });
  });
});
