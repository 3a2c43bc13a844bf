import { DependencyDown } from '#application/support/errors';
import { TextIndex, type AskedWord, type ContentWords, type WordOptions, type WordQuery } from '#application/ports/text-index';
import type { Scope } from '#domain/access/scope';
import { batches } from '../typeorm/batches';
import { TypeOrmTextIndex } from '../typeorm/documents/typeorm-text-index';
import { ofClient } from '../typeorm/documents/word-rows';
import { amongNodes, clientsOf, nodesWithin, withinScope } from '../typeorm/scope-condition';
import { places, type Sql } from '../typeorm/sql';
import type { WordFeed } from './word-feed';

/** OpenSearch answers no more at once. */
const MOST_FOUND = 10_000;
const LONGEST_MS = 10_000;
/** Until then words are on their way. */
const LATE_MS = 60_000;
/** OpenSearch takes 65 536 terms; whoever reaches so many levels reaches most documents. */
const MOST_LEVELS = 10_000;

/**
 * Words of files in OpenSearch, those of values in the database (ADR 44). What is found is looked up in the database, within the scope.
 * Raw SQL: a list of codes.
 */
export class OpenSearchTextIndex extends TextIndex {
  readonly isInDatabase = false;
  private readonly inDatabase: TypeOrmTextIndex;

  constructor(
    private readonly sql: Sql,
    private readonly feed: WordFeed,
  ) {
    super();
    this.inDatabase = new TypeOrmTextIndex(sql);
  }

  put(clientId: string, batch: readonly ContentWords[]): Promise<void> {
    const prefix = ofClient(clientId);
    return this.replace(
      clientId,
      batch.map(({ code, words }) => ({ code, words: words.map((word) => `${prefix}${word}`) })),
    );
  }

  remove(clientId: string, codes: readonly number[]): Promise<void> {
    return this.replace(
      clientId,
      codes.map((code) => ({ code, words: [] })),
    );
  }

  async match(scope: Scope, query: WordQuery, options: WordOptions): Promise<{ codes: number[]; more: boolean }> {
    if (query.within !== 'files') return this.inDatabase.match(scope, query, options);
    const prefixes = clientsOf(scope).map(ofClient);
    if (prefixes.length === 0) return { codes: [], more: false };
    const among = options.among ? [{ terms: { code: options.among } }] : [];
    const wanted = [anyOf(prefixes.map((prefix) => allOf(prefix, query.words))), ...levelsOf(scope, options), ...among];
    return this.collect(scope, wanted, options);
  }

  async health(): Promise<string | null> {
    const problem = await this.inDatabase.health();
    if (problem !== null) return problem;
    try {
      await this.feed.server.probe();
    } catch (error) {
      if (error instanceof DependencyDown) return 'OpenSearch does not answer';
      throw error;
    }
    const waiting = await this.feed.outbox.waiting(LATE_MS);
    return waiting === 0 ? null : `OpenSearch has not got the words of ${waiting} changes for more than a minute`;
  }

  override settle(): Promise<void> {
    return this.feed.settle();
  }

  /** The database keeps none, of the time before OpenSearch either. */
  private replace(clientId: string, rows: readonly { code: number; words: string[] }[]): Promise<void> {
    return this.sql.together(async () => {
      await this.inDatabase.remove(
        clientId,
        rows.map(({ code }) => code),
      );
      await this.feed.outbox.add(clientId, rows);
    });
  }

  /** More and more at once, until enough of what is found is within the scope. */
  private async collect(scope: Scope, wanted: readonly object[], options: WordOptions): Promise<{ codes: number[]; more: boolean }> {
    const [codes, { limit }, until] = [[] as number[], options, performance.now() + LONGEST_MS];
    for (let { before } = options, size = limit + 1; ; size *= 4) {
      const most = Math.min(size, MOST_FOUND);
      const found = await this.feed.server.find([...wanted, ...(before === undefined ? [] : [{ range: { code: { lt: before } } }])], most);
      codes.push(...(await this.within(scope, found, options)));
      if (codes.length > limit) return { codes: codes.slice(0, limit), more: true };
      if (found.length < most) return { codes, more: false };
      if (performance.now() > until) throw new DependencyDown('too many documents with these words are out of reach');
      before = found.at(-1);
    }
  }

  private async within(scope: Scope, found: readonly number[], { nodeCodes, isDeleted = false }: WordOptions): Promise<number[]> {
    const conditions = [withinScope(scope, 'document'), ...(nodeCodes ? [amongNodes('document.node_code', nodeCodes)] : [])];
    const codes: number[] = [];
    for (const some of batches(found)) {
      const rows = await this.sql.rows<{ code: number }>(
        `SELECT document.code FROM document
         WHERE document.code IN (${places(some)}) AND document.deleted_at IS ${isDeleted ? 'NOT NULL' : 'NULL'}
         AND ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY document.code DESC`,
        [...some, ...conditions.flatMap(({ parameters }) => parameters)],
      );
      codes.push(...rows.map(({ code }) => code));
    }
    return codes;
  }
}

const anyOf = (queries: readonly object[]) => ({ bool: { should: queries, minimum_should_match: 1 } });
const withWord = (prefix: string, { word, isBeginning }: AskedWord) => ({
  [isBeginning ? 'prefix' : 'term']: { words: `${prefix}${word}` },
});
function allOf(prefix: string, words: readonly AskedWord[]): object {
  const asked = (isUnwanted: boolean) =>
    words.filter((each) => (each.isUnwanted ?? false) === isUnwanted).map((each) => withWord(prefix, each));
  return { bool: { filter: asked(false), must_not: asked(true) } };
}

/** So that what is found is mostly within reach; a document never leaves its level. */
function levelsOf(scope: Scope, { nodeCodes }: WordOptions): object[] {
  const levels = nodesWithin(scope, nodeCodes);
  return levels === 'all' || levels.length > MOST_LEVELS ? [] : [{ terms: { node: levels.map(String) } }];
}
