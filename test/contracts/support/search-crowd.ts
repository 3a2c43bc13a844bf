import { DOCUMENT_STATUS, type DocumentStatus } from '#domain/documents/document';
import { keyOfText } from '#domain/documents/field-value';
import { wordsOf } from '#domain/documents/words';
import { Scope, type ReachedPart } from '#domain/access/scope';
import { NO_RULES, type Field } from '#domain/trees/field';
import { wordsOfValue } from '#infrastructure/typeorm/documents/field-words';
import { shownAnew } from '#infrastructure/typeorm/documents/shown';
import { insertWords } from '#infrastructure/typeorm/documents/word-rows';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import type { Parameter } from '#infrastructure/typeorm/sql';
import { valueKey } from '#infrastructure/typeorm/value-key';
import { DEMO, scopeOf, userId } from '../../builders/demo';
import { randomFrom } from '../../builders/random';
import type { Archive } from './typeorm-archive';

const SEED = 39;
const FIRST_LEVEL = 5000;
export const LEVELS = 60;
/** Levels from this one on have only old documents. */
export const OLD = 40;
/** More levels than are told apart. */
const SPARSE = 401;
export const UNITS = { large: DEMO.unit, second: '00000000-0000-4000-8000-0000000000c2', old: '00000000-0000-4000-8000-0000000000c3' };
const DUE_DAYS = ['2030-01-01', '2031-01-01', '2031-08-15'];
/** Between the codes of a field of the one client and of the other. */
const OF_OTHERS = 1000;

/** Of one name: the amount is that of the one field on some levels, of the other on others, and of both by chance. */
export const AMOUNTS = [90_001, 90_002] as const;
export const NOTE = 90_003;
export const KIND = 90_004;
export const TITLE = 90_005;
/** Of a list, whose values documents have as copies. */
export const CITY = 90_006;

const LONG = 'longo '.repeat(40);
/** Few, so that conditions meet; some of them alike except for what matters. */
const NOTES = ['silva construcoes', 'silva-constr ltda', 'outra silva', 'agua e luz', 'agua', 'luz', 'luz\u0001', '%', 'a_b', 'axb', `${LONG}silva`, `${LONG}um`, '📎 silva']; // prettier-ignore
const TEXTS = ['contrato de locacao', 'contrato e aditivo', 'rescisao', 'rescisao de contrato', 'aditivos contratuais'];

/** Every third box holds the two after it. */
const FIRST_BOX = 90_000;
export const boxIdOf = (box: number) => `00000000-0000-7000-8000-${String(box).padStart(12, '0')}`;
export const boxCodeOf = (box: number) => FIRST_BOX + box;
export const outerOf = (box: number) => box - (box % 3);
export const boxTypeOf = (box: number) => (box % 30 === 0 ? DEMO.container : DEMO.archiveBox);
const boxesFor = (documents: number) => Math.max(12, Math.ceil(documents / 60));

/** A document in words that mean the same in every archive. */
export interface Described {
  code: number;
  isOther: boolean;
  unit: keyof typeof UNITS;
  level: number;
  status: DocumentStatus;
  isDeleted: boolean;
  isMine: boolean;
  box: number | null;
  dueDay: string | null;
  /** A deleted document has that of the next one. */
  externalKey: string | null;
  files: number;
  /** The keys by field. */
  values: ReadonlyMap<number, string>;
  /** Of its files, which whoever deletes it loses. */
  text: string | null;
}

const NUMBER: Field = { ...NO_RULES, code: 0, id: '', label: '', type: 'number' };
export const keyOfAmount = (amount: number): string => keyOfText(NUMBER, String(amount));

/**
 * The same documents in every run. Some levels have very many, some have none, and of a third of them all documents are old. Every eighth is another
 * client's, on levels of the same numbers. Amounts are repeated, negative and broken; some documents have none, some the same twice.
 */
export function crowd(documents: number): Described[] {
  const random = randomFrom(SEED);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const amount = () => keyOfAmount(Math.floor(random() * 24 - 8) / 2);
  return Array.from({ length: documents }, (_, index): Described => {
    const code = index + 1;
    const isOld = code < documents / 3;
    const skewed = random() ** 3;
    const level = isOld ? OLD + Math.floor(skewed * (LEVELS - OLD - 1)) : Math.floor(skewed * OLD);
    const isDeleted = random() < 0.15;
    const box = random() < 0.4 ? Math.floor(random() * boxesFor(documents)) : null;
    const [first, other] = [level % 2 === 0, level % 2 === 1].map((isHere) => (random() < (isHere ? 0.7 : 0.15) ? amount() : null));
    const values: [number, string | null | undefined][] = [
      [AMOUNTS[0], first],
      [AMOUNTS[1], first && other && random() < 0.5 ? first : other],
      [NOTE, random() < 0.6 ? pick(NOTES) : null],
      [KIND, `kind ${isOld ? (code < documents / 20 ? 0 : 1) : Math.floor(random() * 2)}`],
      [TITLE, `nota ${code % 50} de ${String(code).padStart(6, '0')}`],
      [CITY, !isOld || random() < 0.7 ? 'muitos' : random() < 0.5 ? 'alguns' : 'poucos'],
    ];
    return {
      code,
      isOther: code % 8 === 0,
      unit: random() < 0.3 ? (code < documents / 16 ? 'old' : 'second') : 'large',
      level,
      status: isDeleted ? 'deleted' : box === null ? 'electronic' : random() < (isOld ? 0.05 : 0.5) ? 'lent' : 'stored',
      isDeleted,
      isMine: random() < (isOld ? 0.1 : 0.9),
      box,
      dueDay: random() < 0.2 ? pick(DUE_DAYS) : null,
      externalKey: random() < 0.5 ? `NF-${code + (isDeleted ? 1 : 0)}` : null,
      files: Math.floor(random() * 3),
      values: new Map(values.filter((each): each is [number, string] => each[1] != null)),
      text: random() < 0.5 && !isDeleted ? `${pick(TEXTS)} raro${code % 400}` : null,
    };
  });
}

const DOCUMENT_COLUMNS = ['code', 'id', 'client_id', 'unit_id', 'node_code', 'status', 'created_at', 'created_by', 'due_day', 'deleted_at', 'changed_at', 'box_id', 'external_key', 'live_external_key', 'file_count', 'shown']; // prettier-ignore

const clientOf = (isOther: boolean) => (isOther ? DEMO.otherClient : DEMO.client);
const clientBytes = (isOther: boolean) => idBytes(clientOf(isOther));

const documentRow = (it: Described): Parameter[] => [
  it.code,
  `document-${it.code}`,
  clientBytes(it.isOther),
  idBytes(UNITS[it.unit]),
  FIRST_LEVEL + it.level,
  DOCUMENT_STATUS[it.status],
  it.code,
  idBytes(userId(it.isMine ? 'demo' : 'financeiro')),
  it.dueDay,
  it.isDeleted ? it.code : null,
  it.isDeleted || it.code % 10 === 0 ? it.code : null,
  it.box === null || it.isOther ? null : boxIdOf(it.box),
  it.externalKey,
  it.isDeleted ? null : it.externalKey,
  it.files,
  '',
];

/** As the service leaves them: the values of deleted documents are hidden, those of lists are copies. */
const valueRows = ({ code, isOther, isDeleted, level, values }: Described): Parameter[][] =>
  [...values].map(([field, key]) => {
    const fieldCode = (field + (isOther ? OF_OTHERS : 0)) * (isDeleted ? -1 : 1);
    return [clientBytes(isOther), code, fieldCode, field === CITY ? '' : key, valueKey(key), FIRST_LEVEL + level, Number(field === CITY)];
  });

const COUNTED = `INSERT INTO document_count (client_id, node_code, live, deleted)
  SELECT d.client_id, d.node_code, COUNT(*) - COUNT(d.deleted_at), COUNT(d.deleted_at) FROM document d GROUP BY d.client_id, d.node_code`;

/** Fills the tables by statements of many rows each. */
export async function addCrowd({ sql, textIndex }: Archive, described: readonly Described[]): Promise<void> {
  const boxes = Array.from({ length: boxesFor(described.length) }, (_, box): Parameter[] => {
    const outer = outerOf(box) === box ? null : boxIdOf(outerOf(box));
    return [boxIdOf(box), boxCodeOf(box), idBytes(DEMO.client), null, 'client', boxTypeOf(box), outer];
  });
  await sql.together(async () => {
    await sql.insert('box', ['id', 'code', 'client_id', 'unit_id', 'numbered_by', 'type_id', 'parent_id'], boxes);
    await sql.insert('document', DOCUMENT_COLUMNS, described.map(documentRow));
    const columns = ['client_id', 'document_code', 'field_code', 'value', 'value_key', 'node_code', 'from_list'];
    await sql.insert('document_value', columns, described.flatMap(valueRows)); // prettier-ignore
    await sql.write(COUNTED);
    for (const isOther of [false, true]) {
      const shown = shownAnew(sql, clientOf(isOther));
      await sql.write(`UPDATE document SET shown = ${shown.sql} WHERE client_id = ?`, [...shown.parameters, clientBytes(isOther)]);
    }
  });
  const words = ({ isOther, values }: Described) =>
    [NOTE, TITLE].flatMap((field) => wordsOfValue(field + (isOther ? OF_OTHERS : 0), values.get(field) ?? ''));
  for (const isOther of [false, true]) {
    const [clientId, its] = [clientOf(isOther), described.filter((it) => it.isOther === isOther)];
    await sql.together(() => insertWords(sql, clientId, 'document_words', its.map((it) => ({ code: it.code, words: words(it) })))); // prettier-ignore
    const read = its.filter(({ text }) => text !== null);
    await textIndex.put(clientId, read.map((it) => ({ code: it.code, words: wordsOf(it.text ?? '') }))); // prettier-ignore
  }
  const tables = ['document', 'document_value', 'document_words', 'document_contents', 'box'];
  if (!sql.isSqlite) for (const table of tables) await sql.rows(`ANALYZE TABLE ${table}`);
}

export const among = (from: number, until: number, step = 1) =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, index) => from + index * step);
export const nodes = (levels: readonly number[]) => levels.map((level) => FIRST_LEVEL + level);

/** Users and the documents that they can access. */
export interface Asking {
  who: string;
  scope: Scope;
  reaches: (it: Described) => boolean;
}

/** The first reaches the whole client. */
export async function askingOf(archive: Archive): Promise<Asking[]> {
  const { actor, permission, client } = await scopeOf(archive);
  const asking = (who: string, reaches: (it: Described) => boolean, ...parts: ReachedPart[]): Asking => ({
    who,
    scope: Scope.grant(actor, permission, [{ ...client, parts }]),
    reaches: (it) => !it.isOther && reaches(it),
  });
  const ofUnits = (units: Described['unit'][], nodeCodes: ReachedPart['nodeCodes'] = 'all'): ReachedPart => ({
    unitIds: units.map((unit) => UNITS[unit]),
    nodeCodes,
  });
  const ofLevels = (levels: readonly number[]): ReachedPart => ({ unitIds: 'all', nodeCodes: nodes(levels) });
  const groups = [ofUnits(['large'], nodes(among(0, LEVELS, 2))), ofUnits(['second', 'old'], nodes(among(0, LEVELS, 3)))] as const;
  return [
    asking('the whole client', () => true, { unitIds: 'all', nodeCodes: 'all' }),
    asking('one unit', ({ unit }) => unit === 'second', ofUnits(['second'])),
    asking('an old unit', ({ unit }) => unit === 'old', ofUnits(['old'])),
    asking('units by level', ({ unit, level }) => (unit === 'large' ? level % 2 === 0 : level % 3 === 0), ...groups),
    asking('more levels than are told apart', ({ level }) => level % 2 === 0, ofLevels(among(0, 2 * SPARSE, 2))),
    asking('two levels', ({ level }) => [0, OLD].includes(level), ofLevels([0, OLD])),
    asking('many levels', ({ level }) => level % 2 === 1, ofLevels(among(1, LEVELS, 2))),
  ];
}
