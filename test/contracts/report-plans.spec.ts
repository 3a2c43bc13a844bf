import type { DocumentsAsked } from '#application/ports/report-rows';
import type { Scope } from '#domain/access/scope';
import { TypeOrmReportRows } from '#infrastructure/typeorm/reports/typeorm-report-rows';
import { Sql } from '#infrastructure/typeorm/sql';
import { DEMO, scopeOf } from '../builders/demo';
import { PlannedUnitOfWork } from './support/plans';
import { sqliteArchive, type Archive } from './support/typeorm-archive';

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

  const period = { createdFrom: new Date(0), createdUntil: new Date('2100-01-01') };
  it.each<[string, Partial<DocumentsAsked>, string]>([
    ['created', { order: 'created', ...period }, 'COVERING INDEX ix_document_client_id_created_at_code_deleted_at_'],
    ['due', { order: 'due', dueUntil: '2030-01-01' }, 'INDEX ix_document_client_id_due_day_code '],
  ])('by %s follows its index', async (_, asked, index) => {
    for (const scope of [scopes.demo, scopes.financeiro]) {
      const complete = { clientId: DEMO.client, unitId: null, nodeCodes: null, order: 'code' as const, ...asked };
      await new TypeOrmReportRows(new Sql(archive.dataSource, unitOfWork), archive.clock).documents([scope], complete, null, 500);
      const plan = await unitOfWork.plans();
      expect(plan.slice(0, 2)).toEqual(['CO-ROUTINE k', expect.stringContaining(`SEARCH d USING ${index}`)]);
      // Once: what the batch has found.
      expect(plan.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
    }
  });
});
