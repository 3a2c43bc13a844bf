import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Output } from '../output';
import { BagRefused } from './bag-refused';
import { checkBag } from './check-bag';
import { BAGIT, INFO, MANIFEST } from './layout';

describe('a bag of somebody else', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-bag-'));
    for (const [name, text] of [['bagit.txt', BAGIT], [INFO, ''], [MANIFEST, `${'0'.repeat(64)}  data/a\n`]] as const) await writeFile(join(folder, name), text); // prettier-ignore
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([
    [MANIFEST, /^manifest-sha256\.txt:2: .* 16384 bytes$/],
    ['bagit.txt', /^bagit\.txt .* 1 MB$/],
    [INFO, /^bag-info\.txt .* 1 MB$/],
  ])('with 600 MB without an end of line in %s is refused, and not read', async (name, message) => {
    await truncate(join(folder, name), 600 * 1024 * 1024);
    const refused: unknown = await checkBag(folder, new Output().progress('check', 'files')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BagRefused);
    expect((refused as BagRefused).reasons).toEqual([expect.stringMatching(message)]);
  });
});
