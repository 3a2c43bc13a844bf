import { Injectable } from '@nestjs/common';
import {
  type DocumentQuery,
  DocumentSearch,
  type FoundDocument,
  type Position,
  type Slice,
  TextTooFrequent,
  type Total,
} from '#application/ports/document-search';
import { TextIndex } from '#application/ports/text-index';
import type { Scope } from '#domain/access/scope';
import { sumOfCounts } from '../documents/document-counts';
import { FoundPages } from '../documents/found-pages';
import type { Condition } from '../scope-condition';
import { Sql } from '../sql';
import { FarPages } from './far-pages';
import { mostSortedWithWords, LIMITS, type Limits } from './limits';
import { SearchEngine } from './search-engine';

/** Raw SQL: measured, a page of entities costs up to fourteen times a written join. */
@Injectable()
export class TypeOrmDocumentSearch extends DocumentSearch {
  protected readonly limits: Limits = LIMITS;
  private readonly pages: FoundPages;
  private readonly far: FarPages;

  constructor(
    private readonly sql: Sql,
    private readonly index: TextIndex,
  ) {
    super();
    this.pages = new FoundPages(sql);
    this.far = new FarPages(sql);
  }

  /** One more than wanted tells whether there is a next page. */
  async page(scope: Scope, query: DocumentQuery, limit: number, after: Position | null): Promise<Slice> {
    const { found, end } = await (await this.engineOf(scope, query)).page(limit + 1, after);
    const shown = found.slice(0, limit);
    const documents = await this.pages.ofCodes(scope, shown.map(({ code }) => code)); // prettier-ignore
    const byCode = new Map(documents.map((document) => [document.code, document]));
    return {
      documents: shown.map(({ code }) => byCode.get(code)).filter((document) => document !== undefined),
      next: found.length > limit ? (shown.at(-1)?.position ?? null) : end,
      isComplete: found.length > limit || end === null,
    };
  }

  async count(scope: Scope, query: DocumentQuery, most: number): Promise<Total> {
    const sum = sumOfCounts(scope, query);
    if (!sum) return (await this.engineOf(scope, query)).count(most);
    const total = await this.numberOf(sum);
    return { value: Math.min(total, most), isExact: total <= most };
  }

  async numbered(scope: Scope, query: DocumentQuery, page: number, pageSize: number): Promise<FoundDocument[]> {
    const engine = new SearchEngine(this.sql, scope, query, this.limits);
    const offset = (page - 1) * pageSize;
    const known = await this.far.nearest(scope, query, engine, offset);
    const found = await engine.numbered(pageSize, known?.offset ?? offset, known?.below ?? null);
    const documents = await ('sql' in found ? this.pages.found(scope, found) : this.pages.ofCodes(scope, found));
    known?.remember(documents.map(({ code }) => code));
    return documents;
  }

  async total(scope: Scope, query: DocumentQuery): Promise<number> {
    const sum = sumOfCounts(scope, query);
    return sum ? this.numberOf(sum) : this.far.total(scope, query, new SearchEngine(this.sql, scope, query, this.limits));
  }

  private async numberOf({ sql, parameters }: Condition): Promise<number> {
    return Number((await this.sql.first<{ total: number }>(sql, parameters))?.total ?? 0);
  }

  private async engineOf(scope: Scope, query: DocumentQuery): Promise<SearchEngine> {
    return new SearchEngine(this.sql, scope, this.index.isInDatabase ? query : await this.byCodes(scope, query), this.limits);
  }

  /** The same with the documents that an index elsewhere finds by their words; of those with another rare condition, if these are too many. */
  private async byCodes(scope: Scope, { text, ...query }: DocumentQuery): Promise<DocumentQuery> {
    if (!text) return query;
    const words = { within: 'files', words: text.words } as const;
    const few = mostSortedWithWords(this.limits);
    const options = { limit: few - 1, ...(query.nodeCodes && { nodeCodes: query.nodeCodes }) };
    let found = await this.index.match(text.scope, words, options);
    if (found.more) {
      const among = await new SearchEngine(this.sql, scope, query, { ...this.limits, MOST_SORTED: few }).rareCodes();
      if (among === null) throw new TextTooFrequent();
      found = await this.index.match(text.scope, words, { ...options, among });
    }
    return { ...query, filter: { all: [query.filter, { member: 'code', test: { among: found.codes } }] } };
  }
}
