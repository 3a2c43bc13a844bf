import type { Filter, Member, Test } from '#domain/documents/filter';
import type { AskedWord } from '#application/ports/text-index';
import { hasTooManyWords } from '../database-errors';
import { codesWithWords, wordsInRow, type WordTable } from '../documents/word-rows';
import { idBytes } from '../id-bytes';
import { inLevels, type Condition } from '../scope-condition';
import type { ClientSql } from '../sql';
import { allOf, byTest, codesIn, condition, memberTest, oneOf, testIn, wordsIn } from './conditions';
import { BY_LEVEL, documentsOf, INDEXES, nextEntries, OF_DOCUMENT, OF_VALUE, valuesInOrder, type Entries } from './entries';
import { wordsAskedIn, type Predicates } from './predicates';

/** More ranges of an index than the engines plan by their ends. */
const MOST_RANGES = 2000;

/** So many entries of each path are counted first, then so many times as many. */
export const FIRST_COUNTED = 400;
const WIDER = 10;
/** A word is frequent if more than one of so many documents has it, among so many of the newest. */
const FREQUENT_OF = 20;
const SAMPLED = 200;

/** Entries of indexes that together have all documents with a condition, some perhaps twice. */
export interface AccessPath {
  entries: readonly Entries[];
  /** What it stands for: a condition, words of files, or the levels within reach. */
  by: Filter | 'text' | 'levels';
  /** How many there are, where that need not be counted in the index. */
  known?: number;
}

/** Whether it is one index that has each document once, and says its level. */
export function hasEachOnce({ by, entries }: AccessPath): boolean {
  if (by === 'text' || entries.length !== 1) return false;
  return by === 'levels' || 'member' in by || ('fields' in by && by.fields.length === 1 && wordsAskedIn(by).length === 0);
}

/** Which indexes can lead to the documents, and which of them leads to the fewest. Raw SQL: parts of the search. */
export class AccessPaths {
  private haveAskedWords = false;
  private unworded: readonly AccessPath[] | undefined;
  private counted: Promise<number> | null = null;

  constructor(
    private readonly sql: ClientSql,
    private readonly predicates: Predicates,
  ) {}

  /** The path to the fewest documents, if these are fewer; null: none has. */
  async rarest(atMost: number): Promise<AccessPath | null> {
    const levels = this.levels && { ...this.levels, known: await this.reached };
    return this.rarestOf([...(levels ? [levels] : []), ...this.withoutWords], atMost);
  }

  /**
   * The same by words, which are asked last, and not for frequent ones: InnoDB's index reads all documents with a word, however few are wanted.
   * Words of files are worth more documents, since they cannot be looked up in many. Once: what it answers would be the same.
   */
  async rarestOfWords(atMost: number, atMostOfText: number): Promise<AccessPath | null> {
    if (this.haveAskedWords) return null;
    this.haveAskedWords = true;
    const frequent = await this.frequentWords();
    const { text } = this.predicates;
    const paths = this.ofConditions(true, frequent).map((path) => [path, atMost] as const);
    const byText = text
      ? [[{ entries: [this.ofWords('document_contents', [text])], by: 'text' } as AccessPath, atMostOfText] as const]
      : [];
    let [rarest, least] = [null as AccessPath | null, Infinity];
    for (const [path, most] of [...paths, ...byText]) {
      if (path.by === 'text' && rarest) break;
      const [counted = most] = await this.probe([path], most);
      if (counted < Math.min(most, least)) [rarest, least] = [path, counted];
    }
    return rarest;
  }

  /**
   * Of the words that values are asked for those that many of the newest documents have: InnoDB gave up two that all of ten million have after 15 s. None
   * in SQLite, whose index does not read all documents with each word.
   */
  private async frequentWords(): Promise<ReadonlySet<string>> {
    const { askedWords: asked, isSqlite, query, clientId } = this.predicates;
    if (isSqlite || asked.length === 0) return new Set();
    const tests = asked.map((each) => wordsInRow('holder.words', [[each]]));
    const newest = nextEntries({ entries: documentsOf(query.states, clientId), isKeyed: false, descending: true }, null, SAMPLED);
    const row = await this.sql.first<Record<string, number>>(
      `SELECT /*! STRAIGHT_JOIN */ COUNT(*) AS total, ${tests.map((test, at) => `SUM(${test.sql}) AS having${at}`).join(', ')}
       FROM (SELECT entry.code FROM (${newest.sql}) entry) newest
       CROSS JOIN document_words holder ON holder.client_id = ? AND holder.document_code = newest.code`,
      [...tests.flatMap(({ parameters }) => parameters), ...newest.parameters, idBytes(clientId)],
    );
    const isFrequent = (at: number) => Number(row?.[`having${at}`]) > Number(row?.total) / FREQUENT_OF;
    return new Set(asked.filter((_, at) => isFrequent(at)).map(({ word }) => word));
  }

  /** How many documents the levels within reach have; infinite: all are, or too many. */
  get reached(): Promise<number> {
    return (this.counted ??= this.levels ? this.countReached() : Promise.resolve(Infinity));
  }

  /** Whether any of several conditions may be the rare one. */
  get areSeveral(): boolean {
    return this.withoutWords.length > 1;
  }

  /** One that has each document once, for an exact count of many; null: the place is all that is left. */
  get single(): AccessPath | null {
    return this.withoutWords.find(hasEachOnce) ?? this.levels;
  }

  /** All documents of the levels within reach, by an index that is enough for most conditions; null: all levels are, or too many. */
  private get levels(): AccessPath | null {
    const { levels } = this.predicates;
    if (!levels) return null;
    const where = allOf([inLevels(levels, 'document'), ...this.ofState]);
    return { entries: levels.length === 0 ? [] : [{ ...OF_DOCUMENT, table: `document ${BY_LEVEL}`, where }], by: 'levels' };
  }

  private get withoutWords(): readonly AccessPath[] {
    return (this.unworded ??= this.ofConditions(false));
  }

  private ofConditions(areWorded: boolean, frequent: ReadonlySet<string> = new Set()): AccessPath[] {
    return this.predicates.conjuncts.flatMap((by) => {
      const entries = wordsAskedIn(by).length > 0 === areWorded ? this.of(by, frequent) : null;
      return entries ? [{ entries, by }] : [];
    });
  }

  /** All are counted up to little, then up to more, until one has fewer: what very many have is not counted far. */
  private async rarestOf(paths: readonly AccessPath[], atMost: number): Promise<AccessPath | null> {
    for (let most = paths.length > 1 ? Math.min(atMost, FIRST_COUNTED) : atMost; paths.length > 0; most = Math.min(atMost, WIDER * most)) {
      const counts = await this.probe(paths, most);
      const least = Math.min(...counts);
      if (least < most) return paths[counts.indexOf(least)] ?? null;
      if (most >= atMost) return null;
    }
    return null;
  }

  /** How many entries each has, up to the most; words that the engine gives up are too many. */
  private async probe(paths: readonly AccessPath[], most: number): Promise<number[]> {
    const counts = paths.map(({ entries, known }) => {
      if (known !== undefined || entries.length === 0) return condition('?', Math.min(known ?? 0, most));
      const parts = entries.map(({ table, code, where }) => condition(`SELECT part.code FROM (SELECT ${code} AS code FROM ${table} WHERE ${where.sql} LIMIT ?) part`, ...where.parameters, most)); // prettier-ignore
      return condition(`(SELECT COUNT(*) FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}) parts)`, ...parts.flatMap(({ parameters }) => parameters)); // prettier-ignore
    });
    if (paths.every(({ known, entries }) => known !== undefined || entries.length === 0))
      return counts.map(({ parameters }) => Number(parameters[0]));
    const statement = `SELECT ${counts.map(({ sql }, at) => `${sql} AS counted${at}`).join(', ')}`;
    const parameters = counts.flatMap((count) => count.parameters);
    const row = await this.sql.first<Record<string, number>>(statement, parameters).catch((error: unknown) => {
      if (hasTooManyWords(error)) return null;
      throw error;
    });
    return paths.map((_, at) => Math.min(Number(row?.[`counted${at}`] ?? most), most));
  }

  /** By the counters of the levels, which cost no look at documents. */
  private async countReached(): Promise<number> {
    const ofLevels = inLevels(this.predicates.levels?.map((level) => ({ ...level, unitIds: 'all' as const })) ?? [], 'document_count');
    const column = { live: 'document_count.live', deleted: 'document_count.deleted', both: 'document_count.live + document_count.deleted' }[
      this.predicates.query.states
    ];
    const counted = `SELECT SUM(${column}) AS counted FROM document_count WHERE ${ofLevels.sql}`;
    return Number((await this.sql.first<{ counted: number | null }>(counted, ofLevels.parameters))?.counted);
  }

  /** Null: no index finds it. Of conditions that must all hold one is enough, of alternatives none may be missing. */
  private of(filter: Filter, frequent: ReadonlySet<string>): Entries[] | null {
    if ('fields' in filter) return this.ofFields(filter.fields, frequent);
    if ('member' in filter) return this.ofMember(filter.member, filter.test);
    if ('not' in filter) return null;
    const each = ('all' in filter ? filter.all : filter.any).map((one) => this.of(one, frequent));
    if ('all' in filter) return each.find((entries) => entries !== null) ?? null;
    return each.every((entries) => entries !== null) ? each.flat() : null;
  }

  private ofFields(tests: Parameters<typeof byTest>[0], frequent: ReadonlySet<string>): Entries[] | null {
    const { levels, query, clientId } = this.predicates;
    const groups = byTest(tests);
    const ranges = groups.reduce((sum, { test, fieldCodes }) => sum + fieldCodes.length * ('among' in test ? test.among.length : 1), 0);
    if (ranges > MOST_RANGES) return null;
    const nodes = levels?.map(({ nodeCode }) => nodeCode) ?? [];
    const isByLevel = nodes.length > 0 && ranges * nodes.length <= MOST_RANGES;
    const entries = groups.map((group) => {
      const words = wordsIn(group)?.map((all) => all.filter(({ word }) => !frequent.has(word)));
      if (words) return words.every((rarer) => rarer.length > 0) ? this.ofWords('document_words', words) : null;
      const fields = oneOf('value.field_code', codesIn(query.states, group.fieldCodes));
      const where = allOf([
        condition('value.client_id = ?', idBytes(clientId)),
        fields,
        testIn(group.test, 'value.value_key'),
        ...(isByLevel ? [oneOf('value.node_code', nodes)] : []),
      ]);
      return { ...OF_VALUE, table: `document_value value ${valuesInOrder(isByLevel)}`, where };
    });
    return entries.every((each) => each !== null) ? entries : null;
  }

  /** Deleted documents keep their words: the documents are looked at. */
  private ofWords(table: WordTable, words: readonly (readonly AskedWord[])[]): Entries {
    const { sql, parameters } = codesWithWords(this.predicates, [this.predicates.clientId], table, words);
    return { ...OF_VALUE, table: `(${sql}) value`, where: { sql: '1 = 1', parameters } };
  }

  /** A status tells by itself whether a document is deleted, and its index alone. */
  private ofMember(member: Member, test: Test): Entries[] | null {
    const index = INDEXES[member];
    if (index === undefined || 'filled' in test || (member === 'code' && !('among' in test))) return null;
    const { clientId } = this.predicates;
    const where = allOf([
      condition('document.client_id = ?', idBytes(clientId)),
      ...(member === 'status' ? [] : this.ofState),
      memberTest(member, test, clientId),
    ]);
    return [{ ...OF_DOCUMENT, table: `document ${index}`, where }];
  }

  private get ofState(): Condition[] {
    const state = { live: ['document.deleted_at IS NULL'], deleted: ['document.deleted_at IS NOT NULL'], both: [] }[
      this.predicates.query.states
    ];
    return state.map((sql) => condition(sql));
  }
}
