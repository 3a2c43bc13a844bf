import { readAll, someBytes } from '../builders/bytes';
import { onEveryStorage } from './support/implementations';
import { put } from './support/writing';

/** Only our side's clock is moved: the stores are processes of their own. */
onEveryStorage((implementation, { open, givesUrls }) => {
  describe(implementation, () => {
    it.each([-20, 20])('works with a clock difference of %d minutes', async (minutes) => {
      const fixture = await open();
      const { storage } = fixture;
      const now = Date.now.bind(Date);
      const spy = jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
      try {
        await expect(storage.probe()).resolves.toBeUndefined();
        const bytes = someBytes(20 * 1024 * 1024, 'another time');
        const key = await put(storage, bytes);
        expect((await readAll(await storage.read(key))).equals(bytes)).toBe(true);
        const presented = { fileName: 'a.bin', contentType: 'application/octet-stream', inline: false };
        const url = (await storage.temporaryUrl(key, presented, 30)) ?? '';
        // Read to its end: a store may keep an object from being removed while it sends it.
        if (givesUrls) expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(bytes.length);
        await storage.remove(key);
        expect(await storage.size(key)).toBeNull();
      } finally {
        spy.mockRestore();
        await fixture.close();
      }
    });
  });
});
