import type { Parameter } from '../sql';
import type { SearchSql } from './search-sql';

interface Fragment {
  sql: string;
  parameters: Parameter[];
}

/**
 * The newest of each level, of which the newest of all: no more than a page is read of each, where one statement over all
 * levels would pass over every newer document of other levels, or sort every one of these.
 */
export function mergedByLevel(levels: readonly SearchSql[], bound: Fragment, limit: number, offset: number): Fragment {
  const parts = levels.map((level, index) => ({
    sql: `SELECT m${index}.code FROM (SELECT d.code AS code ${level.from} ${bound.sql} ORDER BY d.code DESC LIMIT ?) m${index}`,
    parameters: [...level.parameters, ...bound.parameters, offset + limit],
  }));
  return {
    sql: `SELECT m.code AS code FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}) m ORDER BY m.code DESC LIMIT ? OFFSET ?`,
    parameters: [...parts.flatMap(({ parameters }) => parameters), limit, offset],
  };
}
