import type { DataSource, QueryRunner } from 'typeorm';

/** What changes or reads rows; the rest is transactions, sessions and the schema. */
const OF_ROWS = /^\s*(?:\/\*.*?\*\/\s*)*\(?(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i;

/** Shows every statement that the query runners of the data source are given from now on, whoever wrote it: the service or TypeORM. */
export function watchStatements(dataSource: DataSource, look: (sql: string, parameters: readonly unknown[]) => void): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    const watched = (sql: string, parameters: readonly unknown[] = [], ...more: unknown[]) => {
      if (OF_ROWS.test(sql)) look(sql, parameters);
      return query(sql, parameters, ...more);
    };
    runner.query = watched as QueryRunner['query'];
    return runner;
  };
}
