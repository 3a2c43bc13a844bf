import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf, LineTooLong } from './lines';

describe('lines of a file', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-lines-'));
    path = join(folder, 'a');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const read = async (most = 100) => {
    const found: unknown[] = [];
    for await (const { text, line, isEnded } of linesOf(path, most)) found.push([line, text, isEnded]);
    return found;
  };

  it.each<[string, unknown[]]>([
    ['', []],
    ['a', [[1, 'a', false]]],
    ['a\r\n\nç\u2028d\re\n', [[1, 'a\r', true], [2, '', true], [3, 'ç\u2028d\re', true]]],
  ])('%j', async (content, expected) => {
    await writeFile(path, content);
    expect(await read()).toEqual(expected);
  }); // prettier-ignore

  it('are whole where pieces of the file end within a character', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `${'ç'.repeat(index % 97)}${index}`);
    await writeFile(path, `${lines.join('\n')}\n`);
    expect(await read(300)).toEqual(lines.map((text, index) => [index + 1, text, true]));
  });

  it.each([0, 400_000])('one of 64 MB is refused by its number, and not read: after %d bytes', async (before) => {
    await writeFile(path, `a\n${'b\n'.repeat(before / 2)}`);
    const file = await open(path, 'r+');
    await file.truncate(64 * 1024 * 1024);
    await file.close();
    let bytes = 0;
    const all = async () => {
      for await (const { text } of linesOf(path, 1024, (piece) => void (bytes += piece.length))) void text;
    };
    await expect(all()).rejects.toEqual(new LineTooLong(2 + before / 2, 1024));
    expect(bytes).toBeLessThan(1024 * 1024);
  });
});
