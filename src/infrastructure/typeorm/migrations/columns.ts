import { Table, TableIndex, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { failpoint } from '../../failpoints';

type Extra = Partial<TableColumnOptions>;

/**
 * Columns that mean the same on SQLite, MySQL and MariaDB. Texts compare by code point everywhere: what must match
 * loosely is stored folded (architecture §4).
 */
export class Columns {
  private readonly sqlite: boolean;
  /** By code point, and no blank is the same as none: `utf8mb4_bin` ignores blanks at the end. */
  private readonly exact: string;

  constructor(runner: QueryRunner) {
    this.sqlite = runner.connection.options.type === 'better-sqlite3';
    this.exact = runner.connection.options.type === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  }

  /** A GUID or another short ASCII token. */
  token(name: string, length = 36, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'varchar', length: String(length), ...this.collated('ascii', 'ascii_bin'), ...extra };
  }

  text(name: string, length: number, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'varchar', length: String(length), ...this.collated('utf8mb4', this.exact), ...extra };
  }

  long(name: string, extra: Extra = {}): TableColumnOptions {
    return { name, type: 'text', ...this.collated('utf8mb4', this.exact), ...extra };
  }

  /** More than the 64 KiB of `long`. */
  huge(name: string, extra: Extra = {}): TableColumnOptions {
    return { name, type: this.sqlite ? 'text' : 'mediumtext', ...this.collated('utf8mb4', this.exact), ...extra };
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

interface IndexOptions {
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
}

/** Named after what it is of. Indexes that exist are found by that name: it never changes. */
const indexOf = (table: string, columnNames: readonly string[], isUnique = false) =>
  new TableIndex({
    name: `${isUnique ? 'uq' : 'ix'}_${table}_${columnNames.join('_')}`.slice(0, 60),
    columnNames: [...columnNames],
    isUnique,
  });

/** With its indexes in one step; nothing where it is already, for a run before this one may have been broken off. */
export async function createTable(
  runner: QueryRunner,
  name: string,
  columns: TableColumnOptions[],
  { unique = [], indexes = [] }: IndexOptions = {},
): Promise<void> {
  const indices = [...unique.map((names) => indexOf(name, names, true)), ...indexes.map((names) => indexOf(name, names))];
  await runner.createTable(new Table({ name, columns, indices }), true);
  failpoint('table-made');
}
