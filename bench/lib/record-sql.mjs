/**
 * Loaded into the service with `node --import`: notes each statement that it sends to MySQL, so that the floor can send the very same ones.
 * Connections are told apart by number: what runs in one transaction runs on one of them.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { answerParent } from './answer-parent.mjs';

const require = createRequire(join(process.cwd(), 'package.json'));
const { Connection } = require('mysql2');
// Connections of a pool are of a class of their own; the method is the base's.
const base = Object.getPrototypeOf(Connection.prototype);
const { query } = base;
let statements = null;

base.query = function (sql, values, callback) {
  if (statements === null || typeof sql !== 'string') return query.call(this, sql, values, callback);
  const statement = { sql, values: Array.isArray(values) ? values : [], connection: this.threadId, insertId: 0 };
  statements.push(statement);
  const last = typeof values === 'function' ? values : callback;
  const noted = (error, result, ...rest) => {
    statement.insertId = result?.insertId ?? 0;
    statement.row = Array.isArray(result) ? result[0] : undefined;
    statement.failed = Boolean(error);
    last?.(error, result, ...rest);
  };
  return query.call(this, sql, statement.values, noted);
};

answerParent({
  record: () => void (statements = []),
  recorded() {
    const noted = statements;
    statements = null;
    return noted;
  },
});
process.channel.unref();
