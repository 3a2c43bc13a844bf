import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Ajv } from 'ajv';
import type { RestoredRow } from '#application/archive/client-restoration';
import type { RecordedDocument, RecordedSignature } from '#application/ports/client-records';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { isStorable } from '#domain/text';

/** A line is not what this kind of line is. */
export class LineBroken extends Error {}

const UUID = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const MOMENT = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' };
const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const text = (maxLength: number) => ({ type: 'string', maxLength });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const list = (items: object) => ({ type: 'array', items });
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const BYTES = { size: COUNT, sha256: HASH, version: text(50) };
const DOCUMENT = object({
  id: UUID,
  // Numbers go on from the highest: one from far away would use them up for everybody.
  code: { ...COUNT, minimum: 1, maximum: 2 ** 40 },
  unitId: UUID,
  levelId: UUID,
  status: { enum: Object.keys(DOCUMENT_STATUS).filter((status) => status !== 'deleted') },
  boxId: orNull(UUID),
  dueDay: orNull({ type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  createdAt: MOMENT,
  createdBy: UUID,
  changedAt: orNull(MOMENT),
  externalKey: orNull(text(100)),
  version: { ...COUNT, minimum: 1, maximum: 2_147_483_647 },
  values: list(object({ fieldId: UUID, text: text(4000) })),
  rows: list(object({ listId: UUID, rowId: UUID })),
  files: list(
    object({
      id: UUID,
      position: { ...COUNT, maximum: 2_147_483_647 },
      name: text(255),
      extension: text(20),
      createdAt: MOMENT,
      former: list(object({ ...BYTES, number: { ...COUNT, minimum: 1 }, replacedAt: MOMENT })),
      ...BYTES,
    }),
  ),
});
const SIGNATURE = object({
  id: UUID,
  code: text(26),
  fileId: UUID,
  sha256: HASH,
  originId: UUID,
  legalPerson: { type: 'boolean' },
  signedAt: MOMENT,
  signedBy: UUID,
  address: text(64),
  details: text(1_000_000),
});
const ROW = object({ listId: UUID, id: UUID, cells: { type: 'object', additionalProperties: text(4000), propertyNames: UUID } });

const ajv = new Ajv({ allErrors: false, strict: true, allowUnionTypes: true, unicodeRegExp: true });

/** Keys of objects are not known yet. */
type Line<T> = { line: number; value: T };

async function* lines(path: string, schema: object): AsyncGenerator<Line<Record<string, unknown>>> {
  const check = ajv.compile<Record<string, unknown>>(schema);
  let line = 0;
  for await (const said of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line++;
    let value: unknown;
    try {
      value = JSON.parse(said);
    } catch {
      throw new LineBroken(`a linha ${line} não é JSON`);
    }
    if (!check(value)) throw new LineBroken(`a linha ${line} não pode ser lida: ${check.errors?.[0]?.instancePath || '/'}`);
    if (!isStorable(said) || said.includes('\\u0000'))
      throw new LineBroken(`a linha ${line} contém caracteres que não podem ser armazenados`);
    yield { line, value };
  }
}

const date = (value: unknown) => (value === null ? null : new Date(value as string));

export async function* documentsOf(path: string): AsyncGenerator<Line<RecordedDocument>> {
  for await (const { line, value } of lines(path, DOCUMENT)) {
    const files = (value.files as Record<string, unknown>[]).map((file) => ({
      ...file,
      key: '',
      createdAt: date(file.createdAt),
      former: (file.former as Record<string, unknown>[]).map((each) => ({ ...each, key: '', replacedAt: date(each.replacedAt) })),
    }));
    const { createdAt, changedAt } = value;
    yield { line, value: { ...value, files, createdAt: date(createdAt), changedAt: date(changedAt) } as unknown as RecordedDocument };
  }
}

export async function* signaturesOf(path: string): AsyncGenerator<Line<RecordedSignature>> {
  for await (const { line, value } of lines(path, SIGNATURE)) {
    yield { line, value: { ...value, signedAt: date(value.signedAt) } as unknown as RecordedSignature };
  }
}

export async function* rowsOf(path: string): AsyncGenerator<Line<RestoredRow>> {
  for await (const { line, value } of lines(path, ROW)) {
    const { listId, id, cells } = value as { listId: string; id: string; cells: Record<string, string> };
    yield { line, value: { listId, id, texts: new Map(Object.entries(cells)) } };
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
