import { connectionLost, isConflict, isUnavailable } from './database-errors';

/** A driver error as wrapped by TypeORM. */
const said = (driverError: object) => Object.assign(new Error('query failed'), { driverError });

describe('database errors', () => {
  it.each([
    ['it shuts down', { errno: 1053 }],
    ['it was shut down in the middle of a statement', { errno: 1317 }],
    ['it closes what was idle for too long', { errno: 4031 }],
    ['it is read-only', { errno: 1290 }],
    ['its disk is full', { errno: 1021 }],
    ['its table space cannot grow', { errno: 1114 }],
    [
      'Vitess has no machine for the rows',
      { errno: 1105, message: "target: archive.-80.primary: no healthy tablet available for 'archive'" },
    ],
    ['Vitess lost a machine during a statement', { errno: 1105, message: 'vttablet: rpc error: code = Unavailable desc = EOF' }],
    ['a transaction of Vitess has lost a machine', { errno: 1105, message: 'VT15001: transaction error, issue ROLLBACK and retry' }],
    ['the server behind Vitess is gone', { errno: 2013 }],
    ['it is gone', { code: 'ECONNREFUSED' }],
    ['a connection was found closed between two statements', { fatal: true }],
  ])('is reported as temporarily unavailable: %s', (_, error) => {
    expect([isUnavailable(said(error)), isConflict(said(error))]).toEqual([true, false]);
  });

  it('is a lost connection only if the connection is lost', () => {
    expect(connectionLost(said({ fatal: true }))).toBe(true);
    expect(connectionLost(said({ code: 'PROTOCOL_CONNECTION_LOST', fatal: true }))).toBe(true);
    expect(connectionLost(said({ fatal: true, errno: 1045, code: 'ER_ACCESS_DENIED_ERROR' }))).toBe(false);
    expect(connectionLost(said({ errno: 1114 }))).toBe(false);
    expect(connectionLost(new TypeError('a mistake of ours'))).toBe(false);
  });

  it('is an internal error otherwise', () => {
    for (const error of [
      { errno: 1064, code: 'ER_PARSE_ERROR' },
      { errno: 1062, code: 'ER_DUP_ENTRY' },
      { errno: 1105, message: 'VT03019: column x not found' },
    ]) {
      expect([isUnavailable(said(error)), isConflict(said(error))]).toEqual([false, false]);
    }
  });
});
