import { DataSource, Table, type EntityMetadata } from 'typeorm';
import { entitiesOf } from '#infrastructure/typeorm/entities/index';
import { migrations } from '#infrastructure/typeorm/migrations/index';

/** `npm run keyspaces` writes them: where each table is on Vitess, and what makes the tables there. */
export const KEYSPACES_FOLDER = 'deploy/vitess';

/** Has the rows of clients, in shards by client. */
const ARCHIVE = 'archive';
/** Has one shard: what is asked for before a client is known, and what belongs to no client. */
const SERVICE = 'service';

/** Tables of the service although each of their rows names a client. */
const OF_SERVICE = new Set(['api_key', 'client_unit', 'rate_window', 'saved_views', 'subscription_key', 'user_grant']);
const CLIENT = 'client_id';
/** The service asks it for the hash of a client. */
const BY_CLIENT = 'by_client';

/** What a migration reads and writes, which is connected to this keyspace; some shard has the row, by this column. The first table is made by TypeORM. */
const OF_SCHEMA = [
  ['schema_migration', 'name'],
  ['schema_version', 'id'],
] as const;
const MIGRATIONS =
  'CREATE TABLE `schema_migration` (`id` int NOT NULL AUTO_INCREMENT, `timestamp` bigint NOT NULL, `name` varchar(255) CHARACTER SET "ascii" COLLATE "ascii_bin" NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB';

const columnNamed = (table: EntityMetadata, name: string) => table.columns.find(({ databaseName }) => databaseName === name);

/** A row without a client has no shard. */
const isOfClients = (table: EntityMetadata) => columnNamed(table, CLIENT)?.isNullable === false && !OF_SERVICE.has(table.tableName);
const sequenceOf = (table: EntityMetadata) => `seq_${table.tableName}`;

class Tables {
  private readonly dataSource = new DataSource({ type: 'mysql', database: ARCHIVE, entities: entitiesOf('mysql') });
  private readonly runner = this.dataSource.createQueryRunner();

  /** Builds what TypeORM knows of the tables; nothing is connected to. */
  async all(): Promise<EntityMetadata[]> {
    await (this.dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
    return [...this.dataSource.entityMetadatas].sort((a, b) => (a.tableName < b.tableName ? -1 : 1));
  }

  /** In a shard the codes come from a sequence of the service. */
  statement(table: EntityMetadata, inShard: boolean): string {
    const made = Table.create(table, this.dataSource.driver);
    if (inShard) for (const column of made.columns) Object.assign(column, { isGenerated: false, generationStrategy: undefined });
    return (this.runner as unknown as { createTableSql(made: Table): { query: string } }).createTableSql(made).query;
  }
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const asSql = (statements: readonly string[]) => statements.map((statement) => `${statement};\n`).join('');

function archiveTable(table: EntityMetadata) {
  const counted = table.columns.find(({ isGenerated }) => isGenerated);
  return {
    column_vindexes: [{ column: CLIENT, name: BY_CLIENT }],
    ...(counted ? { auto_increment: { column: counted.databaseName, sequence: `${SERVICE}.${sequenceOf(table)}` } } : {}),
  };
}

/** Vitess hands out parts of it to its tablets: a thousand numbers are reserved at once. */
const makeSequence = (name: string) => [
  `CREATE TABLE \`${name}\` (\`id\` int NOT NULL, \`next_id\` bigint NOT NULL, \`cache\` bigint NOT NULL, PRIMARY KEY (\`id\`)) COMMENT 'vitess_sequence'`,
  `INSERT INTO \`${name}\` (\`id\`, \`next_id\`, \`cache\`) VALUES (0, 1, 1000)`,
];

/** What is made here needs no migration any more. */
const noted = ({ name }: { name: string }) =>
  `INSERT INTO \`schema_migration\` (\`timestamp\`, \`name\`) VALUES (${name.slice(-13)}, '${name}')`;

/** The files of the folder, by name. */
export async function keyspaceFiles(): Promise<Record<string, string>> {
  const tables = new Tables();
  const all = await tables.all();
  const ofSchema = all.filter(({ tableName }) => OF_SCHEMA.some(([name]) => name === tableName));
  const [inShards, inService] = [all.filter(isOfClients), all.filter((table) => !isOfClients(table) && !ofSchema.includes(table))];
  const sequences = inShards.filter(({ columns }) => columns.some(({ isGenerated }) => isGenerated)).map(sequenceOf);
  const named = <V>(some: readonly string[], value: V) => some.map((name) => [name, value] as const);
  const archive = {
    sharded: true,
    vindexes: { [BY_CLIENT]: { type: 'xxhash' } },
    tables: Object.fromEntries([
      ...inShards.map((table) => [table.tableName, archiveTable(table)] as const),
      ...OF_SCHEMA.map(([name, column]) => [name, { column_vindexes: [{ column, name: BY_CLIENT }] }] as const),
    ]),
  };
  const service = {
    sharded: false,
    tables: Object.fromEntries([
      ...named(
        inService.map(({ tableName }) => tableName),
        {},
      ),
      ...named(sequences, { type: 'sequence' }),
    ]),
  };
  const rules = inService.map(({ tableName: name }) => ({ from_table: `${ARCHIVE}.${name}`, to_tables: [`${SERVICE}.${name}`] }));
  return {
    // The service connects to one keyspace, and finds the tables of the other one there.
    'routing-rules.json': asJson({ rules }),
    [`${ARCHIVE}/vschema.json`]: asJson(archive),
    [`${ARCHIVE}/schema.sql`]: asSql([
      ...inShards.map((table) => tables.statement(table, true)),
      ...ofSchema.map((table) => tables.statement(table, false)),
      MIGRATIONS,
      ...migrations.map(noted),
    ]),
    [`${SERVICE}/vschema.json`]: asJson(service),
    [`${SERVICE}/schema.sql`]: asSql([...inService.map((table) => tables.statement(table, false)), ...sequences.flatMap(makeSequence)]),
  };
}
