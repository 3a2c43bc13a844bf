import type { Filter, Member, Scalar, Test } from '#domain/documents/filter';
import { idBytes } from '../id-bytes';
import { inLevels, isOneOf, type Condition } from '../scope-condition';
import { allOf, byTest, codesIn, memberTest, testIn, wordsIn } from './find-tests';
import type { AskedWord } from '#application/ports/text-index';
import type { FindQuestion } from './find-question';
import { INDEX } from './find-streams';
import { forced, valuesInOrder } from './search-terms';
import { codesWithWords, type WordTable } from './word-rows';

/** Statements that together find the codes of all documents with a condition, perhaps some of them twice. */
export type Driver = readonly Condition[];

/** More ranges of an index than the engines plan by their ends. */
const MOST_RANGES = 2000;

/** Members for which an index of documents has their values in order; the engine might choose another that reads all of the client. */
const INDEXES: Partial<Record<Member, string>> = {
  code: forced('PRIMARY'),
  created: INDEX.created_at,
  due: INDEX.due_day,
  status: forced('ix_document_client_id_status_code_node_code_unit_id'),
  creator: forced('ix_document_client_id_created_by_code'),
  box: forced('ix_document_client_id_box_id_code'),
  externalKey: forced('ix_document_external_key_client_id'),
};
const BY_LEVEL = forced('ix_document_client_id_node_code_deleted_at_code_unit_id');

const isPoint = (test: Test): test is { among: readonly Scalar[] } => 'among' in test;

/** Of each field that is asked for words those that a value must have, unless it must not. */
export function askedIn(filter: Filter): readonly (readonly AskedWord[])[] {
  if ('fields' in filter) return byTest(filter.fields).flatMap((group) => wordsIn(group) ?? []);
  if ('not' in filter || 'member' in filter) return [];
  return ('all' in filter ? filter.all : filter.any).flatMap(askedIn);
}

/** Documents as a table of a statement, and how many they are at most. */
export interface Reach {
  from: string;
  where: Condition;
  count: Condition;
}

/** Written statements: parts of the typed search (ADR 0039). */
export class FindDrivers {
  /** @param frequent words that are not looked up: what other words find is checked for them, too */
  constructor(
    private readonly question: FindQuestion,
    private readonly frequent: ReadonlySet<string> = new Set(),
  ) {}

  /** What may find few documents: each condition that must hold and that an index finds. */
  get candidates(): Driver[] {
    return this.question.conjuncts.filter((each) => askedIn(each).length === 0).map((each) => this.of(each)).filter((driver) => driver !== null); // prettier-ignore
  }

  /** The same by words, of which an index reads all that there are, however few are wanted: where no other is rare. */
  get worded(): Driver[] {
    return this.question.conjuncts.filter((each) => askedIn(each).length > 0).map((each) => this.of(each)).filter((driver) => driver !== null); // prettier-ignore
  }

  /** All documents of the levels within reach, as a table whose index is enough for most conditions; null: all levels are, or too many. */
  get reach(): Reach | null {
    const { levels, clientId, wanted } = this.question;
    if (!levels) return null;
    const client = { sql: 'd.client_id = ?', parameters: [idBytes(clientId)] };
    const counts = inLevels(levels.map((level) => ({ ...level, unitIds: 'all' as const })), 'c'); // prettier-ignore
    const column = { live: 'c.live', deleted: 'c.deleted', both: 'c.live + c.deleted' }[wanted.states];
    return {
      from: `document d ${BY_LEVEL}`,
      where: allOf([client, inLevels(levels, 'd')]),
      count: { sql: `SELECT SUM(${column}) AS counted FROM document_count c WHERE ${counts.sql}`, parameters: counts.parameters },
    };
  }

  /** By words of files alone, if these are asked for: the index tells all of it. */
  get text(): Driver | null {
    const { text } = this.question;
    return text && [this.ofWords('document_contents', text)];
  }

  /** Null: no index finds it. */
  private of(filter: Filter): Driver | null {
    if ('fields' in filter) return this.ofFields(filter.fields);
    if ('member' in filter) return this.ofMember(filter.member, filter.test);
    if ('not' in filter) return null;
    // Of conditions that must all hold one is enough, of alternatives none may be missing.
    const drivers = ('all' in filter ? filter.all : filter.any).map((each) => this.of(each));
    if ('all' in filter) return drivers.find((driver) => driver !== null) ?? null;
    return drivers.every((driver) => driver !== null) && drivers.length > 0 ? drivers.flat() : null;
  }

  private ofFields(tests: Parameters<typeof byTest>[0]): Driver | null {
    const { levels, wanted } = this.question;
    const groups = byTest(tests);
    const ranges = groups.reduce((sum, { test, fieldCodes }) => sum + fieldCodes.length * (isPoint(test) ? test.among.length : 1), 0);
    if (groups.length === 0 || ranges > MOST_RANGES) return null;
    const nodes = levels?.map(({ nodeCode }) => nodeCode);
    const isByLevel = nodes !== undefined && nodes.length > 0 && ranges * nodes.length <= MOST_RANGES;
    const conditions = groups.map(({ test, fieldCodes }) => {
      const words = wordsIn({ test, fieldCodes });
      if (words) return this.ofRarer(words);
      const codes = codesIn(wanted.states, fieldCodes);
      const all = [{ sql: isOneOf('v.field_code', codes), parameters: codes }, testIn(test, 'v.value_key')];
      if (isByLevel) all.push({ sql: isOneOf('v.node_code', nodes), parameters: nodes });
      const { sql, parameters } = allOf(all);
      return { sql: `SELECT v.document_code AS code FROM document_value v ${valuesInOrder(isByLevel)} WHERE ${sql}`, parameters };
    });
    return conditions.every((each) => each !== null) ? conditions : null;
  }

  /** Null: all words of one of them are frequent. */
  private ofRarer(alternatives: readonly (readonly AskedWord[])[]): Condition | null {
    const rarer = alternatives.map((words) => words.filter(({ word }) => !this.frequent.has(word)));
    return rarer.every((words) => words.length > 0) ? this.ofWords('document_words', rarer) : null;
  }

  /** Deleted documents keep their words: the documents are looked at. */
  private ofWords(table: WordTable, words: Parameters<typeof codesWithWords>[2]): Condition {
    const { sql, parameters } = codesWithWords(this.question, table, words);
    return { sql: `SELECT x.document_code AS code FROM (${sql}) x`, parameters };
  }

  private ofMember(member: Member, test: Test): Driver | null {
    const index = INDEXES[member];
    if (index === undefined || 'filled' in test || (member === 'code' && !isPoint(test))) return null;
    // A status tells by itself whether a document is deleted, and its index alone.
    return [this.documents(memberTest(member, test, this.question.clientId), index, member !== 'status')];
  }

  private documents({ sql, parameters }: Condition, index: string, byState = true): Condition {
    const { clientId, wanted } = this.question;
    const state = byState ? { live: 'AND d.deleted_at IS NULL', deleted: 'AND d.deleted_at IS NOT NULL', both: '' }[wanted.states] : '';
    return {
      sql: `SELECT d.code FROM document d ${index} WHERE d.client_id = ? ${state} AND ${sql}`,
      parameters: [idBytes(clientId), ...parameters],
    };
  }
}

/** At most so many of them, each once. */
export function someOf(driver: Driver, most: number): Condition {
  return {
    sql: `SELECT COUNT(*) AS counted FROM (${driver.map(({ sql }) => `SELECT p.code FROM (${sql} LIMIT ?) p`).join(' UNION ALL ')}) c`,
    parameters: driver.flatMap(({ parameters }) => [...parameters, most]),
  };
}

/** Each of them once. */
export function codesOf(driver: Driver): Condition {
  return {
    sql: `SELECT DISTINCT p.code FROM (${driver.map(({ sql }) => sql).join(' UNION ALL ')}) p`,
    parameters: driver.flatMap(({ parameters }) => parameters),
  };
}
