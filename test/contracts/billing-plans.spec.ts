import { AccessPolicy } from '#application/access/access-policy';
import { SERVICE_KINDS } from '#domain/bills/contract';
import { TypeOrmBills } from '#infrastructure/typeorm/billing/typeorm-bills';
import { TypeOrmMetering } from '#infrastructure/typeorm/billing/typeorm-metering';
import { Sql } from '#infrastructure/typeorm/sql';
import { actorOf, DEMO } from '../builders/demo';
import { PlannedUnitOfWork } from './support/plans';
import { sqliteArchive, type Archive } from './support/typeorm-archive';

/** SQLite plans without statistics by the indexes that there are: a scan means that none serves. */
describe('statements of billing', () => {
  let archive: Archive;
  let unitOfWork: PlannedUnitOfWork;
  let sql: Sql;
  beforeAll(async () => {
    archive = await sqliteArchive();
    unitOfWork = new PlannedUnitOfWork(archive.dataSource);
    sql = new Sql(archive.dataSource, unitOfWork);
  });
  afterAll(() => archive.close());
  afterEach(() => unitOfWork.statements.splice(0));

  const plans = async () => (await unitOfWork.plans()).filter((detail) => /^(SCAN (?!CONSTANT ROW)|SEARCH)/.test(detail));
  const span = { from: new Date('2026-10-01T03:00:00Z'), until: new Date('2026-11-01T03:00:00Z') };

  it.each(SERVICE_KINDS.filter((kind) => kind !== 'fixed-fee'))('meter %s through indexes', async (kind) => {
    await new TypeOrmMetering(sql).measure(kind, { clientId: DEMO.client, unitId: DEMO.unit }, span);
    const found = await plans();
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((detail) => !/^SEARCH .* USING (COVERING INDEX|INDEX|INTEGER PRIMARY KEY)/.test(detail))).toEqual([]);
  });

  it('count documents by an index only', async () => {
    await new TypeOrmMetering(sql).measure('stored-documents', { clientId: DEMO.client, unitId: DEMO.unit }, span);
    // The index is named to MySQL: it must be there under this name.
    const [, named] = /INDEX\(document (\w+)\)/.exec(unitOfWork.statements[0]!.sql) ?? [];
    expect(await plans()).toContainEqual(expect.stringContaining(`USING COVERING INDEX ${named} `));
  });

  it('find the bills of a unit through an index', async () => {
    const scope = await new AccessPolicy(archive.structures).requireWholeClients(actorOf('demo'), 'billing:view', DEMO.unit);
    await new TypeOrmBills(unitOfWork).idsOf(scope, DEMO.unit, '2026-09', '2026-10');
    expect((await plans()).filter((detail) => detail.startsWith('SCAN'))).toEqual([]);
  });
});
