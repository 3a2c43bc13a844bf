import { EntitySchema, type ColumnType, type DataSourceOptions, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import { idBytes, idOf } from '../id-bytes';
import { logBytes, logOf } from '../log-bytes';

/** A column as described for TypeORM and, for the compiler only, its type in an entity. */
export interface Column<V> {
  readonly options: EntitySchemaColumnOptions;
  readonly holds?: V;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** Derives the row type from the columns of the schema. */
export type RowOf<T> = T extends EntitySchema<infer Row> ? Row : never;

const column = <V>(options: EntitySchemaColumnOptions): Column<V> => ({ options });
const changed = <V>({ options }: Column<unknown>, more: Partial<EntitySchemaColumnOptions>): Column<V> => ({
  options: { ...options, ...more },
});

/** A GUID or another short ASCII token. */
export const token = <V extends string = string>(length = 36) => column<V>({ type: 'varchar', length, charset: 'ascii' });
export const text = (length: number) => column<string>({ type: 'varchar', length, charset: 'utf8mb4' });
export const long = () => column<string>({ type: 'text', charset: 'utf8mb4' });
/** Exceeds the 64 KiB of `long`. */
export const huge = () => column<string>({ type: 'mediumtext', charset: 'utf8mb4' });
/** At most 16 MiB. */
export const bytes = () => column<Uint8Array>({ type: 'mediumblob' });
/** The same of ASCII alone. */
export const hugeToken = () => column<string>({ type: 'mediumtext', charset: 'ascii' });
/** A whole number below 2^53. */
export const number = () => column<number>({ type: 'bigint' });
/** A whole number below 2^31. */
export const small = <V extends number = number>() => column<V>({ type: 'int' });
/** One below 2^7. */
export const tiny = () => column<number>({ type: 'tinyint' });
/** A code assigned by the database. */
export const code = () => column<number>({ type: 'bigint', primary: true, generated: 'increment' });
/** One of levels and fields: documents and their values name them, and so do their indexes. */
export const smallCode = () => column<number>({ type: 'int', primary: true, generated: 'increment' });

/** Stored in a different form. Null stays null. */
function kept<V>(as: Column<unknown>, to: (value: V) => unknown, from: (stored: never) => V): Column<V> {
  const present = (value: unknown, change: (value: never) => unknown) =>
    value === null || value === undefined || typeof value === 'function' ? value : change(value as never);
  const transformer: ValueTransformer = { to: (value) => present(value, to), from: (stored) => present(stored, from) };
  return changed(as, { transformer });
}

/** Milliseconds since 1970, UTC: exact and equal on every engine. */
export const instant = () => kept<Date>(number(), (at) => at.getTime(), (ms: number) => new Date(ms)); // prettier-ignore
/** TypeORM changes the values of an operator in place: the second condition with the same one meets bytes. */
const inBytes = (id: string | Uint8Array) => (typeof id === 'string' ? idBytes(id) : id);
/** A GUID in 16 bytes: see id-bytes.ts. */
export const shortId = () => kept<string>(column({ type: 'binary', length: 16 }), inBytes, idOf);
/** The same, and the service's own log: see log-bytes.ts. */
export const logId = () => kept<string>(column({ type: 'binary', length: 16 }), logBytes, logOf);
export const flag = () => kept<boolean>(small(), Number, (stored: number) => stored === 1);
export const json = <V>(as: Column<string>) => kept<V>(as, (value) => JSON.stringify(value), (stored: string) => JSON.parse(stored) as V); // prettier-ignore
export const numbered = <V extends string>(numbers: Readonly<Record<V, number>>) =>
  kept<V>(tiny(), (value) => numbers[value], (stored: number) => (Object.keys(numbers) as V[]).find((each) => numbers[each] === stored) as V); // prettier-ignore

export const primary = <V>(of: Column<V>) => changed<V>(of, { primary: true });
export const optional = <V>(of: Column<V>) => changed<V | null>(of, { nullable: true });
/** `value`: as it is stored. */
export const byDefault = <V>(value: number, of: Column<V>) => changed<V>(of, { default: value });

interface Indexes<C> {
  unique?: readonly (readonly (keyof C & string)[])[];
  indexes?: readonly (readonly (keyof C & string)[])[];
  /** Of MySQL and MariaDB; SQLite's is made by the migration. */
  fulltext?: keyof C & string;
}

const columnName = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The name of the index of these columns, for statements that name it to the engine.
 *
 * @example indexName('document', ['clientId', 'dueDay', 'code']) // 'ix_document_client_id_due_day_code'
 */
export const indexName = (table: string, properties: readonly string[], isUnique = false) =>
  `${isUnique ? 'uq' : 'ix'}_${table}_${properties.map(columnName).join('_')}`.slice(0, 60);

/** Defines a table: columns are named after the entity's properties, indexes after their columns. */
export function table<C extends Columns>(
  name: string,
  columns: C,
  { unique = [], indexes = [], fulltext }: Indexes<C> = {},
): EntitySchema<{ [K in keyof C]: C[K] extends Column<infer V> ? V : never }> {
  const index = (properties: readonly string[], isUnique: boolean) => ({
    name: indexName(name, properties, isUnique),
    columns: [...properties],
    unique: isUnique,
  });
  return new EntitySchema({
    name,
    columns: Object.fromEntries(
      Object.entries(columns).map(([property, { options }]) => [property, { ...options, name: columnName(property) }]),
    ),
    indices: [
      ...unique.map((properties) => index(properties, true)),
      ...indexes.map((properties) => index(properties, false)),
      ...(fulltext ? [{ ...index([fulltext], false), fulltext: true }] : []),
    ],
  } as never);
}

const SQLITE_TYPES: Partial<Record<string, ColumnType>> = { mediumtext: 'text', mediumblob: 'blob', binary: 'blob' };
const sqliteType = (type: ColumnType) => SQLITE_TYPES[String(type)] ?? type;

/**
 * Adapts a schema to SQLite, MySQL and MariaDB with equal behaviour. Texts compare by code point, including trailing blanks, which
 * `utf8mb4_bin` would ignore. Loose matching uses folded copies.
 */
export function onEngine(engine: DataSourceOptions['type'], schema: EntitySchema<unknown>): EntitySchema<unknown> {
  const exact = engine === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  const dressed = ({ charset, ...options }: EntitySchemaColumnOptions): EntitySchemaColumnOptions => {
    if (engine === 'better-sqlite3') return { ...options, type: options.generated ? 'integer' : sqliteType(options.type as ColumnType) };
    return charset ? { ...options, charset, collation: charset === 'ascii' ? 'ascii_bin' : exact } : options;
  };
  const columns = Object.entries(schema.options.columns).map(([property, options]) => [
    property,
    dressed(options as EntitySchemaColumnOptions),
  ]);
  const indices = schema.options.indices?.filter(({ fulltext }) => engine !== 'better-sqlite3' || !fulltext);
  return new EntitySchema({ ...schema.options, indices, columns: Object.fromEntries(columns) as never });
}
