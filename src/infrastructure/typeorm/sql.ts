import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { diskOf, watchOf } from './data-source';
import { productOf } from './session-limits';
import { Shards } from './shards';
import type { SqliteDisk } from './sqlite-disk';
import { insertedCodeOf, TypeOrmUnitOfWork } from './typeorm-unit-of-work';

export type Parameter = string | number | Uint8Array | null;

/** `?, ?, ?` for a list of values; for an empty list an expression that matches nothing. */
export function places(values: readonly unknown[]): string {
  if (values.length === 0) return 'NULL';
  return values.map(() => '?').join(', ');
}

/**
 * Runs raw SQL that is valid on SQLite, MySQL and MariaDB, with `?` for every value. It runs in the caller's transaction if
 * there is one; otherwise each is a transaction of its own.
 */
@Injectable()
export class Sql {
  private shards: Shards | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {}

  /** SQL expression: the database's clock in milliseconds since 1970. */
  get now(): string {
    return this.isSqlite ? "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)" : 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)';
  }

  get isSqlite(): boolean {
    return this.dataSource.options.type === 'better-sqlite3';
  }

  get isVitess(): boolean {
    return productOf(this.dataSource) === 'vitess';
  }

  /** Where Vitess has the client's rows, in its own notation; null: there are no shards. */
  async shardOf(clientId: string): Promise<string | null> {
    if (!this.isVitess) return null;
    this.shards ??= new Shards(this.unitOfWork, String(this.dataSource.driver.database));
    return this.shards.of(clientId);
  }

  /** For statements that read rows of this client alone, and no table of the service. */
  ofClient(clientId: string): ClientSql {
    return new ClientSql(this, this.unitOfWork, clientId);
  }

  async rows<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    return (await this.unitOfWork.query(sql, [...parameters])).raw as Row[];
  }

  async first<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row | null> {
    return (await this.rows<Row>(sql, parameters))[0] ?? null;
  }

  /** Answers the number of affected rows, and the code assigned to the last inserted row. */
  async write(sql: string, parameters: readonly Parameter[] = []): Promise<{ affected: number; insertedCode: number }> {
    const { affected = 0, raw } = await this.unitOfWork.query(sql, [...parameters]);
    return { affected, insertedCode: insertedCodeOf(raw) };
  }

  /** Offset of the database's clock in milliseconds, estimated by one query. */
  async clockAhead(): Promise<number> {
    const asked = Date.now();
    const row = await this.first<{ read_at: number }>(`SELECT ${this.now} AS read_at`);
    return Number(row?.read_at) - (asked + Date.now()) / 2;
  }

  /** Rejects when the database does not answer. */
  async probe(): Promise<void> {
    const disk = diskOf(this.dataSource);
    if (disk?.failure) await this.writeAgain(disk);
    const watch = watchOf(this.dataSource);
    await (watch ? watch.check() : this.unitOfWork.query('SELECT 1'));
  }

  /** A disk that has failed is well again when it takes a write; reads may come from memory. */
  private async writeAgain(disk: SqliteDisk): Promise<void> {
    const { failure } = disk;
    try {
      await this.unitOfWork.query('UPDATE schema_version SET program = program');
      disk.failure = undefined;
    } catch {
      throw disk.failure ?? failure;
    }
  }

  /** Whether several nodes of a cluster may write at once: Galera, and Group Replication with several primaries. */
  async hasManyWriters(): Promise<boolean> {
    if (this.isSqlite) return false;
    const rows = await this.rows<{ Variable_name: string; Value: string }>(
      "SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'group_replication_single_primary_mode')",
    );
    return rows.some(({ Variable_name: name, Value: value }) => (name === 'wsrep_on') === (value === 'ON'));
  }

  /** Identifies the caller's transaction. */
  get transaction(): object {
    const { current } = this.unitOfWork;
    if (!current) throw new Error('outside of a transaction');
    return current;
  }

  /** Runs several statements as one transaction, or as part of the caller's. */
  together<T>(work: () => Promise<T>, didCommit?: () => Promise<boolean>): Promise<T> {
    return this.unitOfWork.run(work, didCommit);
  }

  /** Inserts many rows, a few hundred per statement. */
  async insert(table: string, columns: readonly string[], rows: readonly (readonly Parameter[])[]): Promise<void> {
    const batch = 500;
    for (let from = 0; from < rows.length; from += batch) {
      const part = rows.slice(from, from + batch);
      const values = part.map((row) => `(${places(row)})`).join(', ');
      await this.write(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`, part.flat());
    }
  }

  /** Inserts a row with the given code, or one assigned by the database if null; answers the code. */
  async insertCoded(table: string, code: number | null, columns: readonly string[], values: readonly Parameter[]): Promise<number> {
    const [names, all] =
      code === null
        ? [columns, values]
        : [
            [...columns, 'code'],
            [...values, code],
          ];
    const { insertedCode } = await this.write(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places(all)})`, all);
    return code ?? insertedCode;
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
