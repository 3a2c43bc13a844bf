import { queryOf, type SearchConditions } from '#application/documents/search-conditions';
import type { FoundDocument } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { LIMITS, type Limits } from '#infrastructure/typeorm/search/limits';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/search/typeorm-document-search';
import { TypeOrmTextIndex } from '#infrastructure/typeorm/documents/typeorm-text-index';
import type { Sql } from '#infrastructure/typeorm/sql';

/** Finds as that of the database does, but its rows cannot be joined. */
class Elsewhere extends TypeOrmTextIndex {
  override readonly isInDatabase = false;
}

/** With other limits of work than in life. */
export class Finder extends TypeOrmDocumentSearch {
  protected override readonly limits: Limits;
  constructor(sql: Sql, limits: Partial<Limits>, isInDatabase = true) {
    super(sql, isInDatabase ? new TypeOrmTextIndex(sql) : new Elsewhere(sql));
    this.limits = { ...LIMITS, ...limits };
  }
}

/** Asks as operation 4.4 does: by its conditions, and by numbers of pages. */
export class PlainSearch {
  constructor(private readonly search: TypeOrmDocumentSearch) {}

  page(scope: Scope, conditions: SearchConditions, page: number, pageSize: number): Promise<FoundDocument[]> {
    return this.search.numbered(scope, queryOf(scope, conditions), page, pageSize);
  }

  count(scope: Scope, conditions: SearchConditions): Promise<number> {
    return this.search.total(scope, queryOf(scope, conditions));
  }
}
