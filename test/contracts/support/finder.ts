import { FIND_LIMITS, type FindLimits } from '#infrastructure/typeorm/documents/find-limits';
import { TypeOrmDocumentFinder } from '#infrastructure/typeorm/documents/typeorm-document-finder';
import { TypeOrmTextIndex } from '#infrastructure/typeorm/documents/typeorm-text-index';
import type { Sql } from '#infrastructure/typeorm/sql';

/** Finds as that of the database does, but its rows cannot be joined. */
class Elsewhere extends TypeOrmTextIndex {
  override readonly isInDatabase = false;
}

/** With other limits of work than in life. */
export class Finder extends TypeOrmDocumentFinder {
  protected override readonly limits: FindLimits;
  constructor(sql: Sql, limits: Partial<FindLimits>, isInDatabase = true) {
    super(sql, isInDatabase ? new TypeOrmTextIndex(sql) : new Elsewhere(sql));
    this.limits = { ...FIND_LIMITS, ...limits };
  }
}
