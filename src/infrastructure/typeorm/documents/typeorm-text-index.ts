import { Injectable } from '@nestjs/common';
import { TextIndex, type ContentWords, type WordOptions, type WordQuery } from '#application/ports/text-index';
import { LONGEST_WORD } from '#domain/documents/words';
import type { Scope } from '#domain/access/scope';
import { amongNodes, clientsOf, withinScope } from '../scope-condition';
import { places, Sql } from '../sql';
import { codesWithWords, deleteWords, ofClient, ofField, replaceWords } from './word-rows';

/** What a server's index must take: the shortest and the longest word with its prefix, of the largest code that there can be. */
const SHORTEST = `${ofField(1)}a`.length;
const LONGEST = ofField(Number.MAX_SAFE_INTEGER).length + LONGEST_WORD;

/** The database's own full-text index. Raw SQL: full-text search of each engine. */
@Injectable()
export class TypeOrmTextIndex extends TextIndex {
  readonly isInDatabase: boolean = true;

  constructor(private readonly sql: Sql) {
    super();
  }

  async put(clientId: string, batch: readonly ContentWords[]): Promise<void> {
    const prefix = ofClient(clientId);
    const rows = batch.map(({ code, words }) => ({ code, words: words.map((word) => `${prefix}${word}`) }));
    await this.sql.together(() => replaceWords(this.sql, clientId, 'document_contents', rows));
  }

  async remove(clientId: string, codes: readonly number[]): Promise<void> {
    await deleteWords(this.sql, clientId, 'document_contents', codes);
  }

  async match(scope: Scope, query: WordQuery, { before, nodeCodes, among, isDeleted = false, limit }: WordOptions) {
    const [table, prefixes] = query.within === 'files' ? (['document_contents', clientsOf(scope).map(ofClient)] as const) : (['document_words', query.within.map(ofField)] as const); // prettier-ignore
    if (prefixes.length === 0) return { codes: [], more: false };
    const alternatives = prefixes.map((prefix) => query.words.map((asked) => ({ ...asked, word: `${prefix}${asked.word}` })));
    const found = codesWithWords(this.sql, clientsOf(scope), table, alternatives);
    const conditions = [withinScope(scope, 'document'), ...(nodeCodes ? [amongNodes('document.node_code', nodeCodes)] : [])];
    if (before !== undefined) conditions.push({ sql: 'document.code < ?', parameters: [before] });
    if (among) conditions.push({ sql: `document.code IN (${places(among)})`, parameters: [...among] });
    // A CROSS JOIN, and STRAIGHT_JOIN: the index of words comes first.
    const rows = await this.sql.rows<{ code: number }>(
      `SELECT /*! STRAIGHT_JOIN */ document.code FROM (${found.sql}) found CROSS JOIN document ON document.code = found.document_code
       WHERE document.deleted_at IS ${isDeleted ? 'NOT NULL' : 'NULL'} AND ${conditions.map(({ sql }) => sql).join(' AND ')}
       ORDER BY document.code DESC LIMIT ?`,
      [...found.parameters, ...conditions.flatMap(({ parameters }) => parameters), limit + 1],
    );
    return { codes: rows.slice(0, limit).map(({ code }) => code), more: rows.length > limit };
  }

  async health(): Promise<string | null> {
    if (this.sql.isSqlite) return null;
    const rows = await this.sql.rows<{ Variable_name: string; Value: string }>(
      "SHOW VARIABLES WHERE Variable_name IN ('innodb_ft_min_token_size', 'innodb_ft_max_token_size')",
    );
    const size = new Map(rows.map(({ Variable_name: name, Value: value }) => [name, Number(value)]));
    if ((size.get('innodb_ft_min_token_size') ?? 0) > SHORTEST)
      return `the database leaves out short words: innodb_ft_min_token_size must be at most ${SHORTEST}`;
    if ((size.get('innodb_ft_max_token_size') ?? LONGEST) < LONGEST)
      return `the database leaves out long words: innodb_ft_max_token_size must be at least ${LONGEST}`;
    return null;
  }
}
