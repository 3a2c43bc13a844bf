import { keyOfText } from '#domain/documents/field-value';
import type { Scalar, Test } from '#domain/documents/filter';
import { compareScalars } from '#domain/documents/filter-tests';
import { wordsOf } from '#domain/documents/words';
import { NO_RULES, type Field } from '#domain/trees/field';
import { wordsOfValue } from '#infrastructure/typeorm/documents/field-words';
import { insertWords } from '#infrastructure/typeorm/documents/word-rows';
import type { Parameter } from '#infrastructure/typeorm/sql';
import { valueKey } from '#infrastructure/typeorm/value-key';
import { DEMO } from '../../builders/demo';
import { randomFrom } from '../../builders/random';
import { crowd, FIRST_LEVEL, type Filed } from './level-crowd';
import type { Archive } from './typeorm-archive';

const SEED = 39;
const LONG = 'longo '.repeat(40);
const NOTES = ['silva construcoes', 'silva-constr ltda', 'outra silva', 'construtora', 'agua e luz', 'agua', `${LONG}silva`, '📎 silva'];
const TEXTS = ['contrato de locacao', 'contrato e aditivo', 'rescisao', 'rescisao de contrato', 'aditivos contratuais'];
/** Of one name: the amount is that of the one field on some levels, of the other on others, and of both by chance. */
export const AMOUNTS = [90_001, 90_002] as const;
export const NOTE = 90_003;

export interface Described extends Filed {
  amounts: readonly (number | null)[];
  note: string | null;
  /** Of its files, which whoever deletes it loses. */
  text: string | null;
}

const NUMBER: Field = { ...NO_RULES, code: 0, id: '', label: '', type: 'number' };
export const keyOfAmount = (amount: number): string => keyOfText(NUMBER, String(amount));

/** Amounts are repeated, negative and broken; some documents have none, some the same twice. */
export function findCrowd(documents: number): Described[] {
  const random = randomFrom(SEED);
  const amount = () => Math.floor(random() * 24 - 8) / 2;
  return crowd(documents, SEED).map((it): Described => {
    const has = [it.level % 2 === 0, it.level % 2 === 1].map((isHere) => (isHere ? random() < 0.7 : random() < 0.15));
    const [first, other] = has.map((isThere) => (isThere ? amount() : null)) as [number | null, number | null];
    return {
      ...it,
      amounts: [first, other !== null && first !== null && random() < 0.5 ? first : other],
      note: random() < 0.6 ? NOTES[Math.floor(random() * NOTES.length)]! : null,
      text: random() < 0.5 && !it.isDeleted ? TEXTS[Math.floor(random() * TEXTS.length)]! : null,
    };
  });
}

/** The other client's documents get none of these values, but texts. */
export async function addFindCrowd({ sql, textIndex }: Archive, described: readonly Described[]): Promise<void> {
  const rows = described
    .filter(({ isOther }) => !isOther)
    .flatMap(({ code, isDeleted, level, amounts, note }) => {
      const row = (field: number, key: string): Parameter[] => [code, isDeleted ? -field : field, key, valueKey(key), FIRST_LEVEL + level];
      return [
        ...amounts.flatMap((amount, index) => (amount === null ? [] : [row(AMOUNTS[index]!, keyOfAmount(amount))])),
        ...(note === null ? [] : [row(NOTE, note)]),
      ];
    });
  await sql.together(() => sql.insert('document_value', ['document_code', 'field_code', 'value', 'value_key', 'node_code'], rows));
  const noted = described.filter(({ isOther, note }) => !isOther && note !== null);
  const worded = noted.map(({ code, note }) => ({ code, words: wordsOfValue(NOTE, note ?? '') }));
  await sql.together(() => insertWords(sql, 'document_words', worded));
  const clientOf = ({ isOther }: Described) => (isOther ? DEMO.otherClient : DEMO.client);
  const read = described.filter(({ text }) => text !== null);
  await textIndex.put(read.map((it) => ({ code: it.code, clientId: clientOf(it), words: wordsOf(it.text ?? '') })));
  if (!sql.isSqlite) await sql.rows('ANALYZE TABLE document_value');
}

/** What a test says of a value, without any SQL. */
export function holds(test: Test, value: Scalar | null): boolean {
  if (value === null) return false;
  if ('among' in test) return test.among.includes(value);
  if ('within' in test) {
    return test.within.some(
      ({ from, above, until, below }) =>
        (from === undefined || compareScalars(value, from) >= 0) &&
        (above === undefined || compareScalars(value, above) > 0) &&
        (until === undefined || compareScalars(value, until) <= 0) &&
        (below === undefined || compareScalars(value, below) < 0),
    );
  }
  if ('prefix' in test) return String(value).startsWith(test.prefix);
  if ('words' in test) {
    const words = wordsOf(String(value));
    return test.words.every((word) => words.some((each) => each.startsWith(word)));
  }
  return true;
}
