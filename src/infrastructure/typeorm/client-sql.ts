import { keepNewest } from '#application/access/keep-newest';
import { idBytes } from './id-bytes';
import type { Parameter, Sql } from './sql';
import type { TypeOrmUnitOfWork } from './typeorm-unit-of-work';

/** Of each client its shard is asked for once. */
const MOST_KNOWN = 10_000;
const isUnknownTable = (error: unknown): boolean => (error as { code?: string }).code === 'ER_NO_SUCH_TABLE';

/** Where Vitess has the rows of clients, in its own notation: `archive[166b40b44aba4bd6]` is the shard that has this hash, also after a split. */
export class Shards {
  private readonly known = new Map<string, string>();
  private areNone = false;

  constructor(
    private readonly sql: Sql,
    private readonly keyspace: string,
  ) {}

  /** Null: the keyspace has no shards. Raw SQL: the hash is asked of Vitess itself, which keeps it in no table. */
  async of(clientId: string): Promise<string | null> {
    if (this.areNone) return null;
    const known = this.known.get(clientId);
    if (known !== undefined) return known;
    try {
      const asked = `SELECT hex_keyspace_id FROM ${this.keyspace}.by_client WHERE id = ?`;
      const row = await this.sql.first<{ hex_keyspace_id: string }>(asked, [idBytes(clientId)]);
      const place = `${this.keyspace}[${String(row?.hex_keyspace_id)}]`;
      keepNewest(this.known, clientId, place, MOST_KNOWN);
      return place;
    } catch (error) {
      if (!isUnknownTable(error)) throw error;
      this.areNone = true;
      return null;
    }
  }
}

/**
 * Reads rows of one client by statements that name no table of the service. Vitess hands them to the shard as they are, and need not know their
 * form: its planner takes no WITH in a union, and no count within a condition.
 */
export class ClientSql {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clientId: string,
  ) {}

  get isSqlite(): boolean {
    return this.sql.isSqlite;
  }

  async rows<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    const place = await this.sql.shardOf(this.clientId);
    if (place === null) return this.sql.rows(sql, parameters);
    return (await this.unitOfWork.query(sql, [...parameters], place)).raw as Row[];
  }

  async first<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row | null> {
    return (await this.rows<Row>(sql, parameters))[0] ?? null;
  }
}
