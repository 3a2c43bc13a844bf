import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { newId } from '#application/support/ids';
import type { SearchConditions } from '#application/documents/search-conditions';
import { DOCUMENT_STATUS, type DocumentStatus } from '#domain/documents/document';
import type { ClientStructure } from '#domain/trees/client-structure';
import { shownAnew } from '#infrastructure/typeorm/documents/shown';
import type { Parameter, Sql } from '#infrastructure/typeorm/sql';
import { sha256 } from '#infrastructure/typeorm/value-key';
import { randomFrom } from '../../builders/random';
import { DEMO, fieldCode, listField, userId } from '../../builders/demo';

export const CROWD = 20_000;
const SUPPLIERS = 1500;
const BOXES = 300;
const FIRST_BOX = 90_000;
const START = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

const pad = (number: number) => String(number).padStart(6, '0');
const day = (index: number) => new Date(START + (index % 900) * 1440 * MINUTE).toISOString().slice(0, 10);
const createdAtOf = (code: number) => new Date(START + code * 30 * MINUTE);
const externalKeyOf = (code: number) => `NF-${pad(code)}`;
const titleOf = (code: number) => `contrato ${code % 3000}`;
const cnpjOf = (row: number) => `${pad(row)}00000191`;
const boxIdOf = (index: number) => `00000000-0000-7000-8000-${pad(index).padStart(12, '0')}`;

/** The two clients, by the numbers that their archive gave them. */
export interface Crowd {
  demo: ClientStructure;
  other: ClientStructure;
}

/** Fills the tables with the documents of two clients, by statements of many rows each. */
export async function addCrowd(sql: Sql, { demo, other }: Crowd): Promise<void> {
  const random = randomFrom(2026);
  const rows = { document: [], value: [], link: [] } as Record<'document' | 'value' | 'link', Parameter[][]>;
  const levels = [DEMO.invoices, DEMO.invoices, DEMO.invoices, DEMO.contracts, DEMO.contracts, DEMO.records];
  const { fields, supplierCodes } = await addReferences(sql, demo);
  for (let code = 1; code <= CROWD; code++) {
    const isOther = code % 10 < 3;
    const nodeId = isOther ? DEMO.otherLevel : code === NEEDLE ? DEMO.contracts : levels[Math.floor(random() * levels.length)]!;
    rows.document.push(documentRow(code, isOther ? other : demo, nodeId, random));
    rows.value.push(...valuesOf(code, nodeId, fields).map((row) => [...row, demo.node(nodeId)?.code ?? 0]));
    if (nodeId === DEMO.contracts) rows.link.push([code, DEMO.suppliers, supplierCodes[code % SUPPLIERS]!]);
  }
  await sql.insert('document', DOCUMENT_COLUMNS, rows.document);
  await sql.insert('document_value', ['document_code', 'field_code', 'value', 'value_key', 'node_code'], rows.value);
  await sql.insert('document_list_row', ['document_code', 'list_id', 'row_code'], rows.link);
  await sql.write(COPIED);
  await sql.write(HIDDEN);
  await sql.write(COUNTED);
  await sql.write(`UPDATE document SET shown = ${shownAnew(sql)}`);
  for (const table of TABLES) await sql.rows(`ANALYZE TABLE ${table}`);
}

/** Copies of the values of linked rows, as the service writes them; before those of deleted documents are hidden. */
export const COPIED = `INSERT INTO document_value (document_code, field_code, value, value_key, node_code, from_list)
  SELECT d.code, v.field_code, '', v.value_key, d.node_code, 1 FROM document d JOIN document_list_row l ON l.document_code = d.code
  JOIN list_row_value v ON v.row_code = l.row_code`;

/** The values of deleted documents, as the service leaves them. */
export const HIDDEN =
  'UPDATE document_value SET field_code = -field_code WHERE document_code IN (SELECT d.code FROM document d WHERE d.deleted_at IS NOT NULL)';

/** Their count, as the service keeps it. */
export const COUNTED = `INSERT INTO document_count (client_id, node_code, live, deleted)
  SELECT d.client_id, d.node_code, COUNT(*) - COUNT(d.deleted_at), COUNT(d.deleted_at) FROM document d GROUP BY d.client_id, d.node_code`;

const TABLES = ['document', 'document_value', 'document_list_row', 'list_row', 'list_row_value', 'box', 'service_unit'];
const DOCUMENT_COLUMNS = [
  'code',
  'id',
  'client_id',
  'unit_id',
  'node_code',
  'status',
  'box_id',
  'due_day',
  'created_at',
  'created_by',
  'deleted_at',
  'external_key',
  'live_external_key',
  'changed_at',
  'shown',
];

function documentRow(code: number, structure: ClientStructure, nodeId: string, random: () => number): Parameter[] {
  const isNeedle = code === NEEDLE;
  const isDeleted = random() < 0.05 && !isNeedle;
  const isBoxed = structure.clientId === DEMO.client && (random() < 0.4 || isNeedle);
  const status: DocumentStatus = isDeleted ? 'deleted' : isBoxed ? (random() < 0.1 || isNeedle ? 'lent' : 'stored') : 'electronic';
  const externalKey = random() < 0.5 || isNeedle ? externalKeyOf(code) : null;
  const createdAt = createdAtOf(code).getTime();
  return [
    code,
    newId(createdAt),
    idBytes(structure.clientId),
    idBytes(structure.clientId === DEMO.client ? DEMO.unit : DEMO.otherUnit),
    structure.node(nodeId)!.code,
    DOCUMENT_STATUS[status],
    isBoxed ? boxIdOf(isNeedle ? 0 : code % BOXES) : null,
    random() < 0.5 || isNeedle ? day(code) : null,
    createdAt,
    idBytes(userId(structure.clientId === DEMO.otherClient ? 'outro' : random() < 0.9 && !isNeedle ? 'demo' : 'financeiro')),
    isDeleted ? createdAt + MINUTE : null,
    externalKey,
    isDeleted ? null : externalKey,
    isDeleted || random() < 0.1 ? createdAt + MINUTE : null,
    '',
  ];
}

type Fields = ReturnType<typeof fieldsOf>;

const fieldsOf = (demo: ClientStructure) => ({
  number: fieldCode(demo, DEMO.invoices, 'Número'),
  issued: fieldCode(demo, DEMO.invoices, 'Data de Emissão'),
  note: fieldCode(demo, DEMO.invoices, 'Observação'),
  title: fieldCode(demo, DEMO.contracts, 'Título'),
  valid: fieldCode(demo, DEMO.contracts, 'Vigência'),
  situation: fieldCode(demo, DEMO.contracts, 'Situação'),
  kind: fieldCode(demo, DEMO.records, 'Tipo'),
  cnpj: listField(demo, DEMO.suppliers, 'CNPJ').code,
  city: listField(demo, DEMO.suppliers, 'Cidade').code,
});

function valuesOf(code: number, nodeId: string, f: Fields): Parameter[][] {
  const of = (values: [number, string][]) => values.map(([field, key]): Parameter[] => [code, field, key.toUpperCase(), key]);
  if (nodeId === DEMO.invoices) {
    return of([
      [f.number, String(code)],
      [f.issued, day(code)],
      [f.note, `nota ${code % 50} de ${pad(code)}`],
    ]);
  }
  if (nodeId === DEMO.contracts) {
    return of([
      [f.title, titleOf(code)],
      [f.valid, day(code * 7)],
      [f.situation, code % 20 ? 'vigente' : 'encerrado'],
    ]);
  }
  return nodeId === DEMO.records ? of([[f.kind, code % 3 ? 'ficha' : 'atestado']]) : [];
}

/** Boxes and list rows. */
async function addReferences(sql: Sql, demo: ClientStructure): Promise<{ fields: Fields; supplierCodes: number[] }> {
  const fields = fieldsOf(demo);
  await sql.insert(
    'box',
    ['id', 'code', 'client_id', 'unit_id', 'numbered_by', 'type_id'],
    Array.from({ length: BOXES }, (_, index) => [
      boxIdOf(index),
      FIRST_BOX + index,
      DEMO.client,
      null,
      'client',
      index % 30 ? DEMO.archiveBox : DEMO.container,
    ]),
  );
  const keys = Array.from({ length: SUPPLIERS }, (_, index) => cnpjOf(index));
  await sql.insert(
    'list_row',
    ['id', 'client_id', 'list_id', 'key_hash', 'created_at'],
    keys.map((key) => [newId(), DEMO.client, DEMO.suppliers, sha256(key), START]),
  );
  const added = await sql.rows<{ code: number }>('SELECT code FROM list_row WHERE list_id = ? ORDER BY code', [DEMO.suppliers]);
  const supplierCodes = added.map(({ code }) => code);
  await sql.insert(
    'list_row_value',
    ['row_code', 'field_code', 'value', 'value_key'],
    keys.flatMap((key, index) => [
      [supplierCodes[index]!, fields.cnpj, key, key],
      [supplierCodes[index]!, fields.city, index % 25 ? 'São Paulo' : 'Bagé', index % 25 ? 'sao paulo' : 'bage'],
    ]),
  );
  return { fields, supplierCodes };
}

/** A contract that meets every condition of `choicesOf`, so that no combination contradicts itself. */
const NEEDLE = CROWD - 77;

/** A condition that few documents meet, and one that many do. */
export type Choice = readonly [rare: Partial<SearchConditions>, common: Partial<SearchConditions>];

/** Every condition of a search, alone. */
export function choicesOf({ demo }: Crowd): ReadonlyMap<string, Choice> {
  const f = fieldsOf(demo);
  const nodes = (id: string) => ({ nodeCodes: demo.subtree(demo.node(id)!.code) });
  const boxes = (count: number) => ({ boxIds: Array.from({ length: count }, (_, index) => boxIdOf(index)) });
  const field = (code: number, criterion: { exact: string } | { prefix: string }, ofList = false) => ({
    fields: [[{ fieldCode: code, ofList, criterion }]],
  });
  const unit = { unitId: DEMO.unit };
  const unitCnpj = { unitCnpj: '11222333000181' };
  const code = { documentCode: NEEDLE };
  const externalKey = { externalKey: externalKeyOf(NEEDLE) };
  return new Map<string, Choice>([
    ['unit', [unit, unit]],
    ['unit CNPJ', [unitCnpj, unitCnpj]],
    ['level', [nodes(DEMO.contracts), nodes(DEMO.finance)]],
    ['box', [boxes(1), boxes(30)]],
    ['box type', [{ boxTypeId: DEMO.container }, { boxTypeId: DEMO.container }]],
    ['code', [code, code]],
    ['created from', [{ createdFrom: createdAtOf(NEEDLE - 100) }, { createdFrom: createdAtOf(0) }]],
    ['created until', [{ createdUntil: createdAtOf(NEEDLE) }, { createdUntil: createdAtOf(CROWD) }]],
    ['due day', [{ dueDay: day(NEEDLE) }, { dueDay: day(NEEDLE) }]],
    ['created by', [{ createdBy: userId('financeiro') }, { createdBy: userId('financeiro') }]],
    ['status', [{ status: 'lent' }, { status: 'lent' }]],
    ['external key', [externalKey, externalKey]],
    ['exact value', [field(f.valid, { exact: day(NEEDLE * 7) }), field(f.situation, { exact: 'vigente' })]],
    ['prefix', [field(f.title, { prefix: titleOf(NEEDLE).slice(0, -1) }), field(f.title, { prefix: 'c' })]],
    ['list value', [field(f.cnpj, { exact: cnpjOf(NEEDLE % SUPPLIERS) }, true), field(f.city, { exact: 'sao paulo' }, true)]],
  ]);
}

/** Conditions that most documents of the client meet; they do not go with the needle. */
export function widestOf({ demo }: Crowd): readonly SearchConditions[] {
  const f = fieldsOf(demo);
  const wide: Partial<SearchConditions>[] = [
    { status: 'electronic' },
    { status: 'stored' },
    { status: 'deleted' },
    { createdBy: userId('demo') },
    { boxTypeId: DEMO.archiveBox },
    { fields: [[{ fieldCode: f.note, ofList: false, criterion: { prefix: '' } }]] },
    { nodeCodes: demo.nodes.map((node) => node.code) },
    { unitId: DEMO.otherUnit },
    { unitCnpj: '0' },
    { externalKey: 'none' },
    // A value of one field or of another, of a list or not.
    {
      fields: [
        [
          { fieldCode: f.title, ofList: false, criterion: { prefix: 'c' } },
          { fieldCode: f.city, ofList: true, criterion: { exact: 'sao paulo' } },
        ],
      ],
    },
  ];
  return [...wide, ...wide.map((conditions) => ({ ...conditions, unitId: DEMO.unit }))].map((it) => ({ fields: [], ...it }));
}

/** So many values at once, of a list or not: with more, a request is refused. */
export function manyValues({ demo }: Crowd, count: number, ofList: boolean): SearchConditions {
  const f = fieldsOf(demo);
  const criterion = { exact: ofList ? 'sao paulo' : 'vigente' };
  return { fields: Array.from({ length: count }, () => [{ fieldCode: ofList ? f.city : f.situation, ofList, criterion }]) };
}
