import { Injectable } from '@nestjs/common';
import { DocumentFinder, type Position, type Slice, type Total, type Wanted } from '#application/ports/document-finder';
import type { Scope } from '#domain/access/scope';
import { Sql } from '../sql';
import { FoundPages } from './found-pages';
import { FindQuestion } from './find-question';
import { FIND_LIMITS, FindWays, type FindLimits } from './find-ways';

@Injectable()
export class TypeOrmDocumentFinder extends DocumentFinder {
  protected readonly limits: FindLimits = FIND_LIMITS;
  private readonly pages: FoundPages;

  constructor(private readonly sql: Sql) {
    super();
    this.pages = new FoundPages(sql);
  }

  /** One more than wanted tells whether there is a next page. */
  async page(scope: Scope, wanted: Wanted, limit: number, after: Position | null): Promise<Slice> {
    const { found, end } = await this.ways(scope, wanted).page(limit + 1, after);
    const shown = found.slice(0, limit);
    const documents = await this.pages.ofCodes(scope, shown.map(({ code }) => code)); // prettier-ignore
    const byCode = new Map(documents.map((document) => [document.code, document]));
    return {
      documents: shown.map(({ code }) => byCode.get(code)).filter((document) => document !== undefined),
      next: found.length > limit ? (shown.at(-1)?.position ?? null) : end,
      isComplete: found.length > limit || end === null,
    };
  }

  count(scope: Scope, wanted: Wanted, most: number): Promise<Total> {
    return this.ways(scope, wanted).count(most);
  }

  private ways(scope: Scope, wanted: Wanted): FindWays {
    return new FindWays(this.sql, new FindQuestion(scope, wanted, this.sql.isSqlite), this.limits);
  }
}
