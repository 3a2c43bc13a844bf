import { Table, TableIndex, type QueryRunner, type TableColumnOptions } from 'typeorm';

type Extra = Partial<TableColumnOptions>;

/**
 * Columns that mean the same on SQLite, MySQL and MariaDB. Texts compare by code point everywhere: what must match
 * loosely is stored folded (architecture §4).
 */
export class Columns {
  private readonly sqlite: boolean;

  constructor(runner: QueryRunner) {
    this.sqlite = runner.connection.options.type === 'better-sqlite3';
  }

  /** A GUID or another short ASCII token. */
  token(name: string, length = 36, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'varchar', length: String(length), ...this.collated('ascii', 'ascii_bin'), ...extra };
  }

  text(name: string, length: number, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'varchar', length: String(length), ...this.collated('utf8mb4', 'utf8mb4_bin'), ...extra };
  }

  long(name: string, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'text', ...this.collated('utf8mb4', 'utf8mb4_bin'), ...extra };
  }

  /** A whole number below 2^53. */
  number(name: string, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'bigint', ...extra };
  }

  small(name: string, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'int', ...extra };
  }

  /** Milliseconds since 1970, UTC: exact and alike on every engine. */
  instant(name: string, extra: Extra = {}): TableColumnOptions {
    return this.number(name, extra);
  }

  /** The number that the database gives to a new row. */
  code(name = 'code'): TableColumnOptions {
    const type = this.sqlite ? 'integer' : 'bigint';
    return { name, type, isPrimary: true, isGenerated: true, generationStrategy: 'increment' };
  }

  private collated(charset: string, collation: string): Extra {
    return this.sqlite ? {} : { charset, collation };
  }
}

export const optional: Extra = { isNullable: true };
export const primary: Extra = { isPrimary: true };

export interface IndexOptions {
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
}

export async function createTable(
  runner: QueryRunner,
  name: string,
  columns: TableColumnOptions[],
  { unique = [], indexes = [] }: IndexOptions = {},
): Promise<void> {
  const indexOf = (isUnique: boolean) => (columnNames: readonly string[]) =>
    new TableIndex({
      name: `${isUnique ? 'uq' : 'ix'}_${name}_${columnNames.join('_')}`.slice(0, 60),
      columnNames: [...columnNames],
      isUnique,
    });
  await runner.createTable(new Table({ name, columns, indices: [...unique.map(indexOf(true)), ...indexes.map(indexOf(false))] }));
}
