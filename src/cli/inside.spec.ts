import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWithin } from './inside';

describe('a file within a folder', () => {
  let folder: string;
  let root: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-inside-'));
    root = join(folder, 'dentro');
    for (const name of ['dentro', 'dentro/sub', 'fora']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'a.txt'), name === 'fora' ? 'segredo' : 'público');
    }
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const read = async (path: string) => {
    const handle = await openWithin(root, path);
    return handle && (await handle.readFile('utf8').finally(() => handle.close()));
  };

  it('is read through symbolic links within the folder only', async () => {
    await symlink(join(root, 'sub'), join(root, 'perto'));
    await symlink(join(folder, 'fora'), join(root, 'longe'));
    await symlink(join(folder, 'fora/a.txt'), join(root, 'longe.txt'));
    expect(await Promise.all(['a.txt', 'perto/a.txt', 'longe/a.txt', 'longe.txt', '../fora/a.txt'].map(read))).toEqual([
      'público',
      'público',
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('is found by a name in %s where it has one in %s, in folders too, and only there', async (asked, there) => {
    const [folderName, name] = ['Prontuários', 'Admissão São João.txt'];
    await mkdir(join(root, folderName.normalize(there)));
    await writeFile(join(root, folderName.normalize(there), name.normalize(asked)), 'mesma grafia');
    const path = `${folderName}/${name}`.normalize(asked);
    expect(await read(path)).toBe('mesma grafia');
    await rm(join(root, folderName.normalize(there), name.normalize(asked)));
    await writeFile(join(root, folderName.normalize(there), name.normalize(there)), 'outra grafia');
    expect(await read(path)).toBe('outra grafia');
    await symlink(join(folder, 'fora/a.txt'), join(root, 'ligação.txt'.normalize(there)));
    expect(await read('ligação.txt'.normalize(asked))).toBeNull();
  });

  it.each([
    ['a folder', 'sub', 'sub/a.txt', 'fora'],
    ['a file', 'sub/a.txt', 'sub/a.txt', 'fora/a.txt'],
  ])('is never read from outside while %s is replaced by a symbolic link', async (_, exchanged, path, outside) => {
    await symlink(join(folder, outside), join(folder, 'atalho'));
    let over = false;
    const [place, aside, link] = [join(root, exchanged), join(folder, 'guardado'), join(folder, 'atalho')];
    const exchanging = (async () => {
      while (!over) {
        await rename(place, aside);
        await rename(link, place);
        await rename(place, link);
        await rename(aside, place);
      }
    })();
    const seen = new Set<string | null>();
    try {
      for (let times = 0; times < 2000; times++) seen.add(await read(path).catch(() => null));
    } finally {
      over = true;
      await exchanging;
    }
    expect([...seen].filter((text) => text !== null && text !== 'público')).toEqual([]);
  });
});
