import { Injectable } from '@nestjs/common';
import { DocumentFinder, TextTooFrequent, type Position, type Slice, type Total, type Wanted } from '#application/ports/document-finder';
import { TextIndex } from '#application/ports/text-index';
import type { Scope } from '#domain/access/scope';
import { Sql } from '../sql';
import { FoundPages } from './found-pages';
import { FindQuestion } from './find-question';
import { FIND_LIMITS, type FindLimits } from './find-limits';
import { FindWays } from './find-ways';

@Injectable()
export class TypeOrmDocumentFinder extends DocumentFinder {
  protected readonly limits: FindLimits = FIND_LIMITS;
  private readonly pages: FoundPages;

  constructor(
    private readonly sql: Sql,
    private readonly index: TextIndex,
  ) {
    super();
    this.pages = new FoundPages(sql);
  }

  /** One more than wanted tells whether there is a next page. */
  async page(scope: Scope, wanted: Wanted, limit: number, after: Position | null): Promise<Slice> {
    const ways = await this.ways(scope, wanted);
    const { found, end } = await ways.page(limit + 1, after);
    const shown = found.slice(0, limit);
    const documents = await this.pages.ofCodes(scope, shown.map(({ code }) => code)); // prettier-ignore
    const byCode = new Map(documents.map((document) => [document.code, document]));
    return {
      documents: shown.map(({ code }) => byCode.get(code)).filter((document) => document !== undefined),
      next: found.length > limit ? (shown.at(-1)?.position ?? null) : end,
      isComplete: found.length > limit || end === null,
    };
  }

  async count(scope: Scope, wanted: Wanted, most: number): Promise<Total> {
    return (await this.ways(scope, wanted)).count(most);
  }

  private async ways(scope: Scope, wanted: Wanted): Promise<FindWays> {
    return this.waysOf(scope, this.index.isInDatabase ? wanted : await this.byCodes(scope, wanted));
  }

  private waysOf(scope: Scope, wanted: Wanted): FindWays {
    return new FindWays(this.sql, new FindQuestion(scope, wanted, this.sql.isSqlite), this.limits);
  }

  /** The same with the documents that an index elsewhere finds by their words; of those with another rare condition, if these are too many. */
  private async byCodes(scope: Scope, { text, ...wanted }: Wanted): Promise<Wanted> {
    if (!text) return wanted;
    const query = { within: 'files', words: text.words } as const;
    const options = { limit: this.limits.few - 1, ...(wanted.nodeCodes && { nodeCodes: wanted.nodeCodes }) };
    let found = await this.index.match(text.scope, query, options);
    if (found.more) {
      const among = await this.waysOf(scope, wanted).rareCodes();
      if (among === null) throw new TextTooFrequent();
      found = await this.index.match(text.scope, query, { ...options, among });
    }
    return { ...wanted, filter: { all: [wanted.filter, { member: 'code', test: { among: found.codes } }] } };
  }
}
