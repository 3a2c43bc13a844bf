/**
 * From two recordings of the same request by two users, what a bare program has to send: the statements word for word, the values that
 * differ from call to call (user and session, ids, codes given by the database, counters, times) made anew for each.
 */
import { randomBytes, randomUUID } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const constant = (value) => () => value;

/** Where a number that grows by one was read before: the statement and the column, in both recordings alike. */
function readBefore(recordings, index, [first, second]) {
  for (let at = index - 1; at >= 0; at--) {
    const [one, two] = recordings.map((recording) => recording[at].row);
    const column = Object.keys(two ?? {}).find((name) => one?.[name] === first - 1 && two[name] === second - 1);
    if (column) return (call) => call.results[at][column] + 1;
  }
  return undefined;
}

/** What of the caller a value is: an id, or the login. */
const ofUser = (users, [first, second]) => Object.keys(users[0]).find((name) => users[0][name] === first && users[1][name] === second);

/** Ids in 16 bytes come from the recorder as JSON has them. */
const isBytes = (value) => value?.type === 'Buffer';
const idOf = ({ data }) =>
  Buffer.from(data)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const bytesOf = (id) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** @returns how one value of one statement is made; `call` is what one replayed request knows: its number, its user, results so far, names made. */
function maker(recordings, users, index, at, inserted) {
  const recorded = recordings.map((recording) => recording[index].values[at]);
  if (!recorded.every(isBytes)) return makerOf(recorded, recordings, users, index, inserted);
  const make = makerOf(recorded.map(idOf), recordings, users, index, inserted);
  return (call) => bytesOf(make(call));
}

function makerOf([first, second], recordings, users, index, inserted) {
  if (first === second || first === null || second === null) return constant(second);
  const name = ofUser(users, [first, second]);
  if (name !== undefined) return (call) => call.user[name];
  const from = inserted.get(String(second));
  if (from !== undefined) return (call) => call.results[from].insertId;
  if (typeof second === 'number')
    return readBefore(recordings, index, [first, second]) ?? ((call) => second + (second - first) * call.number);
  if (typeof second !== 'string') return constant(second);
  const make = UUID.test(second) ? randomUUID : () => randomBytes(second.length).toString('base64url').slice(0, second.length);
  return (call) => {
    if (!call.names.has(second)) call.names.set(second, make());
    return call.names.get(second);
  };
}

/** @param first @param second recordings, see record-sql.mjs @param users for whom they were made */
export function replayOf([first, second], users) {
  if (first.length !== second.length || first.some(({ sql }, index) => sql !== second[index].sql)) {
    throw new Error('two calls of one case sent different statements');
  }
  const inserted = new Map();
  return second.map((statement, index) => {
    const values = statement.values.map((_, at) => maker([first, second], users, index, at, inserted));
    if (statement.insertId) inserted.set(String(statement.insertId), index);
    return { sql: statement.sql, values, finds: statement.row !== undefined };
  });
}

/** What later statements need of a result. A floor that looks for the wrong rows would be fast: it must find some where the service did. */
export function noted({ sql, finds }, result) {
  const first = Array.isArray(result) ? result[0] : result;
  if (finds && first === undefined) throw new Error(`nothing found: ${sql}`);
  return first;
}

/** Statements of one connection in a row, as they were sent; those of a transaction stay on one. */
export async function replay(pool, statements, number, user) {
  const call = { number, user, names: new Map(), results: [] };
  let connection = null;
  try {
    for (const [index, statement] of statements.entries()) {
      const { sql, values } = statement;
      if (/^START TRANSACTION|^SET TRANSACTION/.test(sql)) connection ??= await pool.getConnection();
      const made = values.map((value) => value(call));
      const [result] = await (connection ?? pool).query(sql, made);
      call.results[index] = noted(statement, result);
      if (sql === 'COMMIT' || sql === 'ROLLBACK') {
        connection.release();
        connection = null;
      }
    }
  } finally {
    connection?.destroy();
  }
}
