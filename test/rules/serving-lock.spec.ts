import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { told } from '#src/terminal/start-failure';
import { AlreadyServed, holdServing } from '#infrastructure/typeorm/serving-lock';

describe('the lock of a folder', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'acervo-serving-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const path = () => join(dataDir, 'serving.sqlite');
  function failure(): unknown {
    try {
      holdServing(dataDir);
      return null;
    } catch (error) {
      return error;
    }
  }

  it.each([
    ['cannot be opened', () => mkdirSync(path()), /^the disk of DATA_DIR refuses the database \(SQLITE_CANTOPEN 14/],
    ['is none', () => writeFileSync(path(), 'x'.repeat(4096)), /^the database in DATA_DIR is damaged \(SQLITE_NOTADB 26\)/],
  ])('says in one sentence that its file %s', (_, spoil, sentence) => {
    spoil();
    expect(told(failure())).toMatch(sentence);
  });

  it('is held once', () => {
    expect(failure()).toBeNull();
    expect(failure()).toBeInstanceOf(AlreadyServed);
  });
});
