import type { DataSource } from 'typeorm';
import { watchStatements } from './watched-statements';

/** What a service has asked its database, statement by statement, without the values. */
export class StatementLog {
  private statements: string[] = [];

  constructor(dataSource: DataSource) {
    watchStatements(dataSource, (text) => this.statements.push(text.replace(/\s+/g, ' ')));
  }

  /** Since it was last asked. */
  take(): string[] {
    return this.statements.splice(0);
  }
}
