import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { someBytes } from '../builders/bytes';
import { fetchPath } from './support/adding-files';
import { describeService } from './support/describe-service';
import { filed } from './support/reading';

const BYTES = { accept: 'application/octet-stream' };
/** Read at once, and streamed. */
const SIZES = [10_000, 256 * 1024, 300_000];

describeService('a stored file that was altered on the disk', ({ service, demo: api }) => {
  it.each(
    SIZES.flatMap((size) => [
      { size, how: 'altered', alter: (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('?')]) },
      { size, how: 'shortened', alter: (bytes: Buffer) => bytes.subarray(0, -1) },
      { size, how: 'extended', alter: (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('?')]) },
    ]),
  )('never becomes a whole answer: $size bytes, $how', async ({ size, how, alter }) => {
    const content = someBytes(size, `${size} ${how}`);
    const { files } = await filed(api, { files: [{ extension: 'bin', content, share: true }] });
    const [{ id, link }] = files as [{ id: string; link: string }];
    const calls = [() => api.get(fetchPath(id), { headers: BYTES }), () => api.get(fetchPath(id)), () => api.get(new URL(link).pathname)];
    const [bytes, json] = await Promise.all(calls.map((call) => call()));
    expect([bytes?.bytes.equals(content), json?.json.arquivo]).toEqual([true, content.toString('base64')]);
    const path = await pathOf(content);
    await writeFile(path, alter(content));
    for (const call of calls) await expect(call()).rejects.toThrow();
    expect((await api.call('HEAD', fetchPath(id), { headers: BYTES })).status).toBe(200);
    expect((await api.get(fetchPath(id), { headers: { ...BYTES, range: 'bytes=0-99' } })).bytes).toEqual(content.subarray(0, 100));
    await writeFile(path, content);
    for (const call of calls) expect((await call()).status).toBe(200);
  });

  async function pathOf(content: Buffer): Promise<string> {
    const folder = join(service.config.dataDir, 'files');
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if (/^..\/.{36}$/.test(name) && (await readFile(path)).equals(content)) return path;
    }
    throw new Error('not stored');
  }
});
