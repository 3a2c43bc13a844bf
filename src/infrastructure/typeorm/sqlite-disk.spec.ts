import { SqliteDisk, type SqliteError } from './sqlite-disk';

const failing = (errcode: number, systemErrno?: number) => () => {
  throw Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR', errcode, systemErrno });
};

describe('what is known of the disk below SQLite', () => {
  const after = (fail: () => never) => {
    const disk = new SqliteDisk();
    const ends: Error[] = [];
    disk.whenBroken((error) => ends.push(error));
    let failure: SqliteError | undefined;
    for (let times = 0; times < 2; times++) {
      try {
        disk.guard(fail);
      } catch (error) {
        failure = error as SqliteError;
      }
    }
    return { code: failure?.code, isFailing: disk.failure !== undefined, ends: ends.length };
  };

  it.each([
    ['fsync of the log fails', 'SQLITE_IOERR', 1034, 5],
    ['a write of the log fails', 'SQLITE_IOERR', 778, 5],
    ['the fsync of the folder fails', 'SQLITE_IOERR', 1290, 5],
    ['a page is damaged', 'SQLITE_CORRUPT', 11, undefined],
    ['an index is damaged', 'SQLITE_CORRUPT', 779, undefined],
    ['the file is no database', 'SQLITE_NOTADB', 26, undefined],
  ])('nothing may go on when %s', (_, name, errcode, errno) => {
    expect(after(failing(errcode, errno))).toEqual({ code: name, isFailing: true, ends: 1 });
  });

  it.each([
    ['the disk is full', 'SQLITE_FULL', 13, undefined],
    ['a quota is used up', 'SQLITE_IOERR', 778, 122],
    ['a read fails', 'SQLITE_IOERR', 266, 5],
    ['it takes no writes', 'SQLITE_READONLY', 8, undefined],
    ['no more files may be opened', 'SQLITE_CANTOPEN', 14, 24],
    ['the index of words is damaged, which can be written anew', 'SQLITE_CORRUPT', 267, undefined],
  ])('the process goes on, not ready, when %s', (_, name, errcode, errno) => {
    expect(after(failing(errcode, errno))).toEqual({ code: name, isFailing: true, ends: 0 });
  });

  it('a lock and a broken rule are no failures of the disk', () => {
    expect(after(failing(5))).toEqual({ code: 'SQLITE_BUSY', isFailing: false, ends: 0 });
    expect(after(failing(2067))).toEqual({ code: 'SQLITE_CONSTRAINT_UNIQUE', isFailing: false, ends: 0 });
  });

  it('tells whoever asks later, too', () => {
    const disk = new SqliteDisk();
    expect(() => disk.guard(failing(26))).toThrow('no');
    const ends: Error[] = [];
    disk.whenBroken((error) => ends.push(error));
    expect([disk.isBroken, ends]).toEqual([true, [expect.objectContaining({ errcode: 26 })]]);
    expect(() => disk.guard(() => 1)).toThrow('no');
  });
});
