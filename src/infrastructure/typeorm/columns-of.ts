import { idBytes, idOf } from './id-bytes';
import type { Parameter } from './sql';

interface Column<V> {
  name: string;
  write(value: V): Parameter;
  read(stored: Parameter): V;
}

const as = <V>(name: string, write: (value: V) => Parameter, read: (stored: Parameter) => V): Column<V> => ({ name, write, read });

/** Stored unchanged. */
export const plain = <V extends Parameter>(name: string): Column<V> => as<V>(name, (value) => value, (stored) => stored as V); // prettier-ignore
export const shortId = (name: string): Column<string> => as(name, idBytes, (stored) => idOf(stored as Uint8Array));
export const moment = (name: string): Column<Date> => as(name, (at) => at.getTime(), (ms) => new Date(Number(ms))); // prettier-ignore
export const momentOrNull = (name: string): Column<Date | null> =>
  as(name, (at) => at?.getTime() ?? null, (ms) => (ms === null ? null : new Date(Number(ms)))); // prettier-ignore
export const named = <V extends string>(name: string, numbers: Readonly<Record<V, number>>): Column<V> =>
  as<V>(name, (value) => numbers[value], (stored) => (Object.keys(numbers) as V[]).find((each) => numbers[each] === stored) as V); // prettier-ignore
/** Maps properties to columns, once for statements that read and for those that write. */
export class ColumnsOf<T> {
  readonly names: readonly string[];
  private readonly columns: readonly (readonly [keyof T, Column<unknown>])[];

  constructor(columns: { [K in keyof T]-?: Column<T[K]> }) {
    this.columns = Object.entries(columns) as unknown as [keyof T, Column<unknown>][];
    this.names = this.columns.map(([, { name }]) => name);
  }

  /** Columns for a statement that uses this alias. */
  of(alias: string): string {
    return this.names.map((name) => `${alias}.${name}`).join(', ');
  }

  read(row: object): T {
    const stored = row as Readonly<Record<string, Parameter>>;
    return Object.fromEntries(this.columns.map(([property, { name, read }]) => [property, read(stored[name] as Parameter)])) as T;
  }

  values(thing: T): Parameter[] {
    return this.columns.map(([property, { write }]) => write(thing[property]));
  }
}
