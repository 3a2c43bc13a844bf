import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { Inspected } from '#application/portable-archive/client-inspection';
import { readDay } from '#domain/documents/calendar';
import { isStorable } from '#domain/text';
import { t } from '#src/terminal/language';
import { linesOf, LineTooLong } from '../lines';
import type { Manifest } from './check-bag';
import { PARTS, type Part } from './layout';
import { DAY, MOMENT, SCHEMAS, type Schema } from './record-schemas';

/** As many records are held at a time, and fewer when they are large. */
export const TOGETHER = 200;
const LARGE = 16 * 1024 * 1024;

export const changed = () =>
  t('the file has changed since it was compared with the manifest', 'o arquivo mudou depois de conferido com o manifesto');

/** A line is not what this kind of line is. */
export class LineBroken extends Error {}

export interface Line<T> {
  line: number;
  value: T;
  /** Characters that it took to say it. */
  length: number;
}

const ajv = new Ajv({ allErrors: false, strict: true, allowUnionTypes: true, unicodeRegExp: true });

const momentOf = (text: string): Date => {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at.toISOString() !== text)
    throw new LineBroken(t(`"${text}" is not a date`, `"${text}" não é uma data`));
  return at;
};

const dayOf = (text: string): string => {
  if (!readDay(text)) throw new LineBroken(t(`"${text}" is not a date`, `"${text}" não é uma data`));
  return text;
};

const READERS = new Map<Schema | undefined, (text: string) => unknown>([
  [MOMENT, momentOf],
  [DAY, dayOf],
]);

/** Moments as such, wherever the schema has them, and days that there are. */
function revived(schema: Schema, value: unknown): unknown {
  const readAs = READERS.get(schema) ?? READERS.get(schema.anyOf?.[0]);
  if (readAs) return value === null ? null : readAs(value as string);
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

/** The lines of a part, each of which is what it should be; the last one only if the file is the one of the manifest. */
export async function* recordsOf<K extends Part>(part: K, folder: string, manifest: Manifest): AsyncGenerator<Line<Inspected[K]>> {
  const schema = SCHEMAS[part];
  const check = ajv.compile<Record<string, unknown>>(schema);
  let line = 0;
  for await (const said of saidIn(join(folder, PARTS[part]), manifest.get(PARTS[part]))) {
    line++;
    try {
      const value = read(said);
      if (!check(value)) {
        const path = check.errors?.[0]?.instancePath || '/';
        throw new LineBroken(t(`cannot be read: ${path}`, `não pode ser lida: ${path}`));
      }
      const record = revived(schema, value) as Record<string, unknown>;
      yield { line, value: (COMPLETED[part]?.(record) ?? record) as Inspected[K], length: said.length };
    } catch (error) {
      throw error instanceof LineBroken ? new LineBroken(t(`line ${line} ${error.message}`, `a linha ${line} ${error.message}`)) : error;
    }
  }
}

const tooLarge = (line: number) =>
  t(`line ${line} is larger than ${LARGE / 1024 / 1024} MB`, `a linha ${line} passa de ${LARGE / 1024 / 1024} MB`);

/** The last one only if the file is the one of the manifest. */
async function* saidIn(path: string, sha256: string | undefined): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let held: string | undefined;
  try {
    for await (const { text } of linesOf(path, LARGE, (bytes) => void hash.update(bytes))) {
      if (held !== undefined) yield held;
      held = text;
    }
  } catch (error) {
    throw error instanceof LineTooLong ? new LineBroken(tooLarge(error.line)) : error;
  }
  if (hash.digest('hex') !== sha256) throw new LineBroken(changed());
  if (held !== undefined) yield held;
}

function read(said: string): unknown {
  const storable = (_: string, value: unknown) => {
    if (typeof value === 'string' && !isStorable(value))
      throw new LineBroken(t('holds characters that cannot be stored', 'contém caracteres que não podem ser armazenados'));
    return value;
  };
  try {
    return JSON.parse(said, storable) as unknown;
  } catch (error) {
    throw error instanceof LineBroken ? error : new LineBroken(t('is not JSON', 'não é JSON'));
  }
}

export async function* inBatches<T>(things: AsyncIterable<Line<T>>, size: number): AsyncGenerator<Line<T>[]> {
  let batch: Line<T>[] = [];
  let length = 0;
  for await (const thing of things) {
    batch.push(thing);
    length += thing.length;
    if (batch.length < size && length < LARGE) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
