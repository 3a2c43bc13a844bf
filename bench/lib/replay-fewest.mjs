/**
 * The same work in the fewest statements and round trips with which a bare program could do it: what only reads is sent in one round trip,
 * and calls that wait at the same time share one transaction with one `INSERT` per table.
 */
import { noted } from './replay.mjs';

const BEGINS = /^START TRANSACTION|^SET TRANSACTION/;
const INSERT = /^(INSERT INTO [^(]+\([^)]*\) VALUES )(.*)$/s;
const LIST = /IN \(\?(?:, \?)*\)/;

/** @param statements see replayOf */
export function fewestOf(pool, statements) {
  const begins = statements.findIndex(({ sql }) => BEGINS.test(sql));
  const [before, shared] = begins < 0 ? [statements, []] : [statements.slice(0, begins), statements.slice(begins)];
  const waiting = [];
  let isWriting = false;

  const inOneTrip = async (call) => {
    const values = before.flatMap((statement) => statement.values.map((value) => value(call)));
    const [results] = await pool.query(before.map(({ sql }) => sql).join(';'), values);
    for (const [index, result] of (before.length === 1 ? [results] : results).entries()) call.results[index] = noted(before[index], result);
  };

  /** One statement for all calls: more rows in an INSERT, more keys in a list, or the same for each; otherwise all in one round trip. */
  const together = async (connection, { sql, values }, index, calls) => {
    const each = calls.map((call) => values.map((value) => value(call)));
    const [, head, rows] = INSERT.exec(sql) ?? [];
    const list = LIST.exec(sql)?.[0];
    const isSame = !head && new Set(each.map((made) => JSON.stringify(made))).size === 1;
    if (!head && !list && !isSame) {
      const [results] = await connection.query(calls.map(() => sql).join(';'), each.flat());
      for (const [i, call] of calls.entries()) call.results[index] = [].concat(results[i])[0];
      return;
    }
    const places = () => each.flat().map(() => '?').join(', '); // prettier-ignore
    const many = head ? head + calls.map(() => rows).join(', ') : isSame ? sql : sql.replace(list, `IN (${places()})`);
    const [result] = await connection.query(many, isSame ? each[0] : each.flat());
    for (const [i, call] of calls.entries())
      call.results[index] = Array.isArray(result) ? result[0] : { ...result, insertId: result.insertId + i };
  };

  async function write(calls) {
    const connection = await pool.getConnection();
    for (const [index, statement] of shared.entries()) await together(connection, statement, begins + index, calls);
    connection.release();
  }

  async function work() {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0);
      await write(group.map(({ call }) => call)).then(
        () => group.forEach(({ resolve }) => resolve()),
        (error) => group.forEach(({ reject }) => reject(error)),
      );
    }
    isWriting = false;
  }

  return async (number, user) => {
    const call = { number, user, names: new Map(), results: [] };
    if (before.length > 0) await inOneTrip(call);
    if (shared.length === 0) return;
    await new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (!isWriting) void work();
    });
  };
}
