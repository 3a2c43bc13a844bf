import type { Sql } from '#infrastructure/typeorm/sql';

type Query = (sql: string, parameters: readonly unknown[]) => Promise<unknown>;

/** What a service has asked its database, statement by statement, without the values. */
export class StatementLog {
  private statements: string[] = [];

  /** @param sql through which all statements of the service go. */
  constructor(sql: Sql) {
    const query = Reflect.get(sql, 'query') as Query;
    const watched: Query = (text, parameters) => {
      this.statements.push(text.replace(/\s+/g, ' '));
      return query.call(sql, text, parameters);
    };
    Reflect.set(sql, 'query', watched);
  }

  /** Since it was last asked. */
  take(): string[] {
    return this.statements.splice(0);
  }
}
