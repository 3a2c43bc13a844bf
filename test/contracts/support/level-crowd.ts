import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Scope, type Reach, type ReachedPart } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { shownAnew } from '#infrastructure/typeorm/documents/shown';
import type { Parameter } from '#infrastructure/typeorm/sql';
import { DEMO, fieldCode, listField, scopeOf, userId } from '../../builders/demo';
import { randomFrom } from '../../builders/random';
import type { Archive } from './typeorm-archive';
import { COPIED, COUNTED, HIDDEN } from './search-crowd';

const SEED = 8;
const DOCUMENTS = 7000;
export const FIRST_LEVEL = 5000;
export const LEVELS = 60;
/** Levels from this one on have but old documents. */
export const OLD = 40;
/** Of the first documents some are a unit's that has no others. */
const LAST_OF_OLD_UNIT = 400;
/** Rows of a list; the city of the first is that of nine documents of ten. */
export const CITIES = ['many', 'some', 'few'];
export const FIRST_ROW = 7000;
export const DUE_DAYS = ['2030-01-01', '2031-01-01'];
/** More than are told apart. */
const SPARSE = 401;

export const UNITS = { large: DEMO.unit, second: '00000000-0000-4000-8000-0000000000c2', old: '00000000-0000-4000-8000-0000000000c3' };
/** Between the codes of a field of the one client and of the other. */
const OF_OTHERS = 1000;

type Unit = keyof typeof UNITS;

export interface Filed {
  code: number;
  isOther: boolean;
  unit: Unit;
  level: number;
  isDeleted: boolean;
  isLent: boolean;
  isMine: boolean;
  kind: string;
  colour: string;
  city: string;
  dueDay: string | null;
}

/**
 * Some levels have thousands of documents, some have none, and of a third of them all documents are old. Every eighth is another
 * client's, on levels of the same numbers.
 */
export function crowd(documents = DOCUMENTS, seed = SEED): Filed[] {
  const random = randomFrom(seed);
  return Array.from({ length: documents }, (_, index): Filed => {
    const code = index + 1;
    const skewed = random() ** 3;
    const level = code < documents / 3 ? OLD + Math.floor(skewed * (LEVELS - OLD - 1)) : Math.floor(skewed * OLD);
    return {
      code,
      isOther: code % 8 === 0,
      level,
      isDeleted: random() < 0.05,
      isLent: random() < (level < OLD ? 0.5 : 0.05),
      isMine: random() < (level < OLD ? 0.9 : 0.1),
      kind: `kind ${level < OLD ? Math.floor(random() * 2) : code < 100 ? 0 : 1}`,
      colour: `colour ${Math.floor(random() * 3)}`,
      city: level < OLD || random() < 0.7 ? 'many' : random() < 0.5 ? 'some' : 'few',
      dueDay: code % 11 === 0 ? DUE_DAYS[code % 2]! : null,
      unit: random() < 0.3 ? (code < LAST_OF_OLD_UNIT ? 'old' : 'second') : 'large',
    };
  });
}

export type Fields = Record<'kind' | 'colour' | 'city', number>;

/** Files them, and says which fields their values are of. */
export async function addLevelCrowd({ sql }: Archive, { structure }: Reach, filed: readonly Filed[]): Promise<Fields> {
  const of = (label: string) => fieldCode(structure, DEMO.invoices, label);
  const fields = { kind: of('Número'), colour: of('Observação'), city: listField(structure, DEMO.suppliers, 'Cidade').code };
  const rows: [table: string, columns: string[], rows: Parameter[][]][] = [
    [
      'document',
      ['code', 'id', 'client_id', 'unit_id', 'node_code', 'status', 'created_at', 'created_by', 'due_day', 'deleted_at', 'shown'],
      filed.map((it) => [
        it.code,
        `document-${it.code}`,
        idBytes(it.isOther ? DEMO.otherClient : DEMO.client),
        idBytes(UNITS[it.unit]),
        FIRST_LEVEL + it.level,
        DOCUMENT_STATUS[it.isDeleted ? 'deleted' : it.isLent ? 'lent' : 'electronic'],
        it.code,
        idBytes(userId(it.isMine ? 'demo' : 'financeiro')),
        it.dueDay,
        it.isDeleted ? it.code : null,
        '',
      ]),
    ],
    [
      'document_value',
      ['document_code', 'field_code', 'value', 'value_key', 'node_code'],
      filed.flatMap(({ code, isOther, level, kind, colour }) => [
        [code, fields.kind + (isOther ? OF_OTHERS : 0), kind, kind, FIRST_LEVEL + level],
        [code, fields.colour + (isOther ? OF_OTHERS : 0), colour, colour, FIRST_LEVEL + level],
      ]),
    ],
    [
      'list_row',
      ['code', 'id', 'client_id', 'list_id', 'key_hash', 'created_at'],
      CITIES.map((city, index) => [FIRST_ROW + index, `row-${city}`, DEMO.client, DEMO.suppliers, city, 1]),
    ],
    [
      'list_row_value',
      ['row_code', 'field_code', 'value', 'value_key'],
      CITIES.map((city, index) => [FIRST_ROW + index, fields.city, city, city]),
    ],
    [
      'document_list_row',
      ['document_code', 'list_id', 'row_code'],
      filed.filter(({ isOther }) => !isOther).map(({ code, city }) => [code, DEMO.suppliers, FIRST_ROW + CITIES.indexOf(city)]),
    ],
  ];
  await sql.together(async () => {
    for (const [table, columns, values] of rows) await sql.insert(table, columns, values);
    await sql.write(COPIED);
    await sql.write(HIDDEN);
    await sql.write(COUNTED);
    await sql.write(`UPDATE document SET shown = ${shownAnew(sql)}`);
  });
  if (!sql.isSqlite) for (const table of ['document', 'document_value', 'document_list_row']) await sql.rows(`ANALYZE TABLE ${table}`);
  return fields;
}

export const among = (from: number, until: number, step = 1) =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, index) => from + index * step);
export const nodes = (levels: readonly number[]) => levels.map((level) => FIRST_LEVEL + level);

/** Users and the documents that they can access. */
export interface Asking {
  who: string;
  scope: Scope;
  reaches: (it: Filed) => boolean;
}

/** The first reaches the whole client. */
export async function askingOf(archive: Archive): Promise<Asking[]> {
  const [{ actor, permission, client }, other] = await Promise.all([scopeOf(archive), scopeOf(archive, 'outro')]);
  const withParts = (...parts: ReachedPart[]) => Scope.grant(actor, permission, [{ ...client, parts }]);
  const ofUnits = (units: Unit[], levels: number[] | 'all' = 'all'): ReachedPart => ({
    unitIds: units.map((unit) => UNITS[unit]),
    nodeCodes: levels === 'all' ? 'all' : nodes(levels),
  });
  const groups = [ofUnits(['large'], among(0, LEVELS, 2)), ofUnits(['second', 'old'], among(0, LEVELS, 3))] as const;
  const all: ReachedPart = { unitIds: 'all', nodeCodes: 'all' };
  const both = [
    { ...client, parts: [all] },
    { ...other.client, parts: [ofUnits(['large', 'old'], among(0, LEVELS, 2))] },
  ];
  const isInGroups = ({ unit, level }: Filed) => (unit === 'large' ? level % 2 === 0 : level % 3 === 0);
  return [
    { who: 'the whole client', scope: withParts(all), reaches: (it) => !it.isOther },
    { who: 'one unit', scope: withParts(ofUnits(['second'])), reaches: (it) => !it.isOther && it.unit === 'second' },
    { who: 'an old unit', scope: withParts(ofUnits(['old'])), reaches: (it) => !it.isOther && it.unit === 'old' },
    { who: 'units by level', scope: withParts(...groups), reaches: (it) => !it.isOther && isInGroups(it) },
    {
      who: 'more levels than are told apart',
      scope: withParts({ unitIds: 'all', nodeCodes: nodes(among(0, 2 * SPARSE, 2)) }),
      reaches: (it) => !it.isOther && it.level % 2 === 0,
    },
    {
      who: 'two clients',
      scope: Scope.grant(actor, permission, both),
      reaches: (it) => !it.isOther || (it.unit !== 'second' && it.level % 2 === 0),
    },
  ];
}
