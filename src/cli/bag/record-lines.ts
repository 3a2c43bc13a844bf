import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Ajv } from 'ajv';
import type { Inspected } from '#application/archive/client-inspection';
import { isStorable } from '#domain/text';
import type { Part } from './layout';
import { MOMENT, SCHEMAS, type Schema } from './record-schemas';

/** A line is not what this kind of line is. */
export class LineBroken extends Error {}

export interface Line<T> {
  line: number;
  value: T;
}

const ajv = new Ajv({ allErrors: false, strict: true, allowUnionTypes: true, unicodeRegExp: true });

const momentOf = (text: string): Date => {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new LineBroken(`"${text}" não é uma data`);
  return at;
};

/** Moments as such, wherever the schema has them. */
function revived(schema: Schema, value: unknown): unknown {
  if (schema === MOMENT) return momentOf(value as string);
  if (schema.anyOf?.includes(MOMENT)) return value === null ? null : momentOf(value as string);
  if (schema.items) return (value as unknown[]).map((item) => revived(schema.items as Schema, item));
  if (!schema.properties) return value;
  const properties = schema.properties;
  const entries = Object.entries(value as object).map(([name, each]) => [name, revived(properties[name] as Schema, each)]);
  return Object.fromEntries(entries);
}

/** Keys of objects are not known yet; the first bags had neither deleted documents nor shares. */
const withKeys = (files: readonly Record<string, unknown>[], more: object) =>
  files.map((file) => ({
    deletedAt: null,
    ...more,
    ...file,
    key: '',
    former: (file.former as object[]).map((version) => ({ ...version, key: '' })),
  }));

const COMPLETED: Partial<Record<Part, (value: Record<string, unknown>) => object>> = {
  rows: ({ listId, id, cells }) => ({ listId, id, texts: new Map(Object.entries(cells as Record<string, string>)) }),
  documents: ({ files, ...document }) => ({
    deletedAt: null,
    ...document,
    files: withKeys(files as Record<string, unknown>[], { shares: [] }),
  }),
  flows: ({ files, ...flow }) => ({ ...flow, files: withKeys(files as Record<string, unknown>[], {}) }),
};

/** The lines of a part, each of which is what it should be. */
export async function* recordsOf<K extends Part>(part: K, path: string): AsyncGenerator<Line<Inspected[K]>> {
  const schema = SCHEMAS[part];
  const check = ajv.compile<Record<string, unknown>>(schema);
  let line = 0;
  for await (const said of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line++;
    try {
      const value = read(said);
      if (!check(value)) throw new LineBroken(`não pode ser lida: ${check.errors?.[0]?.instancePath || '/'}`);
      const record = revived(schema, value) as Record<string, unknown>;
      yield { line, value: (COMPLETED[part]?.(record) ?? record) as Inspected[K] };
    } catch (error) {
      throw error instanceof LineBroken ? new LineBroken(`a linha ${line} ${error.message}`) : error;
    }
  }
}

function read(said: string): unknown {
  const storable = (_: string, value: unknown) => {
    if (typeof value === 'string' && !isStorable(value)) throw new LineBroken('contém caracteres que não podem ser armazenados');
    return value;
  };
  try {
    return JSON.parse(said, storable) as unknown;
  } catch (error) {
    throw error instanceof LineBroken ? error : new LineBroken('não é JSON');
  }
}

export async function* inBatches<T>(things: AsyncIterable<Line<T>>, size: number): AsyncGenerator<Line<T>[]> {
  let batch: Line<T>[] = [];
  for await (const thing of things) {
    batch.push(thing);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
