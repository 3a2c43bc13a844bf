import { onEveryDatabase } from './support/implementations';
import type { Archive } from './support/typeorm-archive';

/** The statements that would make of the tables what the entities tell. What TypeORM cannot describe would be named here as an exception. */
async function missing({ dataSource }: Archive): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

/** TypeORM makes collations, and does not compare them. */
async function otherCollations({ dataSource, sql }: Archive): Promise<string[]> {
  if (sql.isSqlite) return [];
  const kept = await dataSource.query<{ name: string; collation: string }[]>(
    `SELECT CONCAT(table_name, '.', column_name) AS name, collation_name AS collation FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name <> 'schema_migration' AND collation_name IS NOT NULL`,
  );
  const told = dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.map(({ databaseName, collation }) => [`${tableName}.${databaseName}`, collation] as const),
  );
  const wanted = new Map<string, string | undefined>(told);
  return kept.filter(({ name, collation }) => wanted.get(name) !== collation).map(({ name }) => name);
}

onEveryDatabase('the schema', (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    beforeAll(async () => (archive = await open({ empty: true })));
    afterAll(() => archive.close());

    it('matches the entities', async () => {
      expect(await missing(archive)).toEqual([]);
      expect(await otherCollations(archive)).toEqual([]);
    });

    it('reports manual changes', async () => {
      const { dataSource, sql } = archive;
      await dataSource.query(`DROP INDEX ix_share_file_id${sql.isSqlite ? '' : ' ON share'}`);
      await dataSource.query('CREATE INDEX ix_more ON box (code)');
      await dataSource.query('ALTER TABLE bill ADD COLUMN more INTEGER');
      if (!sql.isSqlite) await dataSource.query('ALTER TABLE share MODIFY client_id varchar(36) CHARACTER SET utf8mb4 NOT NULL');
      const statements = (await missing(archive)).join('\n');
      expect(statements).toMatch(/CREATE INDEX .ix_share_file_id/);
      expect(statements).toMatch(/DROP INDEX .ix_more/);
      expect(statements).toMatch(/DROP COLUMN .more|temporary_bill/);
      expect(await otherCollations(archive)).toEqual(sql.isSqlite ? [] : ['share.client_id']);
    });
  });
});
