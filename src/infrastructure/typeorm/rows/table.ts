import { EntitySchema, type DataSourceOptions, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';

/** A column as TypeORM describes it, and (for the compiler alone) what it holds in an entity. */
export interface Column<V> {
  readonly options: EntitySchemaColumnOptions;
  readonly holds?: V;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** Schema and entity are told once: the type of the rows follows from their columns. */
export type RowOf<T> = T extends EntitySchema<infer Row> ? Row : never;

const column = <V>(options: EntitySchemaColumnOptions): Column<V> => ({ options });
const changed = <V>({ options }: Column<unknown>, more: Partial<EntitySchemaColumnOptions>): Column<V> => ({
  options: { ...options, ...more },
});

/** A GUID or another short ASCII token. */
export const token = <V extends string = string>(length = 36) => column<V>({ type: 'varchar', length, charset: 'ascii' });
export const text = (length: number) => column<string>({ type: 'varchar', length, charset: 'utf8mb4' });
export const long = () => column<string>({ type: 'text', charset: 'utf8mb4' });
/** More than the 64 KiB of `long`. */
export const huge = () => column<string>({ type: 'mediumtext', charset: 'utf8mb4' });
/** A whole number below 2^53. */
export const number = () => column<number>({ type: 'bigint' });
export const small = <V extends number = number>() => column<V>({ type: 'int' });
/** The number that the database gives to a new row. */
export const code = () => column<number>({ type: 'bigint', primary: true, generated: 'increment' });

/** Kept otherwise than it is used. Null stays null. */
export function kept<V>(as: Column<unknown>, to: (value: V) => unknown, from: (stored: never) => V): Column<V> {
  const present = (value: unknown, change: (value: never) => unknown) =>
    value === null || value === undefined || typeof value === 'function' ? value : change(value as never);
  const transformer: ValueTransformer = { to: (value) => present(value, to), from: (stored) => present(stored, from) };
  return changed(as, { transformer });
}

/** Milliseconds since 1970, UTC: exact and alike on every engine. */
export const instant = () => kept<Date>(number(), (at) => at.getTime(), (ms: number) => new Date(ms)); // prettier-ignore
export const flag = () => kept<boolean>(small(), Number, (stored: number) => stored === 1);
export const json = <V>(as: Column<string>) => kept<V>(as, (value) => JSON.stringify(value), (stored: string) => JSON.parse(stored) as V); // prettier-ignore
export const numbered = <V extends string>(numbers: Readonly<Record<V, number>>) =>
  kept<V>(small(), (value) => numbers[value], (stored: number) => (Object.keys(numbers) as V[]).find((each) => numbers[each] === stored) as V); // prettier-ignore

export const primary = <V>(of: Column<V>) => changed<V>(of, { primary: true });
export const optional = <V>(of: Column<V>) => changed<V | null>(of, { nullable: true });
/** `value`: as it is stored. */
export const byDefault = <V>(value: number, of: Column<V>) => changed<V>(of, { default: value });

interface Indexes<C> {
  unique?: readonly (readonly (keyof C & string)[])[];
  indexes?: readonly (readonly (keyof C & string)[])[];
}

const columnName = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table, its columns named after the properties of its entity, its indexes after what they are of. */
export function table<C extends Columns>(
  name: string,
  columns: C,
  { unique = [], indexes = [] }: Indexes<C> = {},
): EntitySchema<{ [K in keyof C]: C[K] extends Column<infer V> ? V : never }> {
  const index = (properties: readonly string[], isUnique: boolean) => ({
    name: `${isUnique ? 'uq' : 'ix'}_${name}_${properties.map(columnName).join('_')}`.slice(0, 60),
    columns: [...properties],
    unique: isUnique,
  });
  return new EntitySchema({
    name,
    columns: Object.fromEntries(
      Object.entries(columns).map(([property, { options }]) => [property, { ...options, name: columnName(property) }]),
    ),
    indices: [...unique.map((properties) => index(properties, true)), ...indexes.map((properties) => index(properties, false))],
  } as never);
}

/**
 * The same on SQLite, MySQL and MariaDB. Texts compare by code point everywhere, and no blank is the same as none: `utf8mb4_bin` ignores
 * blanks at the end. What must match loosely is stored folded (architecture §4).
 */
export function onEngine(engine: DataSourceOptions['type'], schema: EntitySchema<unknown>): EntitySchema<unknown> {
  const exact = engine === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  const dressed = ({ charset, ...options }: EntitySchemaColumnOptions): EntitySchemaColumnOptions => {
    if (engine === 'better-sqlite3')
      return { ...options, type: options.generated ? 'integer' : options.type === 'mediumtext' ? 'text' : options.type };
    return charset ? { ...options, charset, collation: charset === 'ascii' ? 'ascii_bin' : exact } : options;
  };
  const columns = Object.entries(schema.options.columns).map(([property, options]) => [
    property,
    dressed(options as EntitySchemaColumnOptions),
  ]);
  return new EntitySchema({ ...schema.options, columns: Object.fromEntries(columns) as never });
}
