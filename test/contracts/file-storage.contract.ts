import { WriteConflict } from '#application/support/errors';
import { newObjectKey } from '#application/support/ids';
import { ObjectMissing } from '#application/ports/files';
import { readAll, someBytes } from '../builders/bytes';
import type { StorageContract, StorageFixture } from './support/storages';
import { fill, put } from './support/writing';

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES = [0, 1, ...[64 * KIB, MIB, 5 * MIB, 8 * MIB].flatMap((size) => [size - 1, size, size + 1]), 20 * MIB];
/** Enough of it is on its way to any store before it is complete. */
const LARGE = 20 * MIB;

/** What every place for files must do. */
export const fileStorageContract: StorageContract = (implementation, { open, givesUrls }) => {
  describe(implementation, () => {
    let fixture: StorageFixture;
    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(() => fixture.close());
    const read = async (key: string, range?: { start: number; end: number }) => readAll(await fixture.storage.read(key, range));

    describe('bytes', () => {
      it.each(SIZES)('are read as they were written: %d', async (size) => {
        const bytes = someBytes(size, `size ${size}`);
        const key = await put(fixture.storage, bytes, `size ${size}`);
        expect(await fixture.storage.size(key)).toBe(size);
        expect((await read(key)).equals(bytes)).toBe(true);
        // A store that serves objects itself only streams to us.
        for (const expected of [size + 5, size, size >> 1])
          expect((await fixture.storage.readAtOnce(key, expected))?.equals(bytes.subarray(0, expected + 1)) ?? givesUrls).toBe(true);
      });

      it('are read by inclusive range', async () => {
        const size = 9 * MIB;
        const bytes = someBytes(size, 'ranges');
        const key = await put(fixture.storage, bytes);
        const spans = [
          [0, 0],
          [0, size - 1],
          [size - 1, size - 1],
          [64 * KIB - 1, 64 * KIB],
          [8 * MIB - 3, 8 * MIB + 3],
          [MIB, 8 * MIB + 5],
        ] as const;
        for (const [start, end] of spans) {
          expect((await read(key, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
        }
      });

      it('of concurrent writers do not mix', async () => {
        const all = [0, 3, 700 * KIB, MIB, 3 * MIB, 9 * MIB, 17 * MIB + 1].map((size, index) => someBytes(size, `writer ${index}`));
        const keys = await Promise.all(all.map((bytes, index) => put(fixture.storage, bytes, `writer ${index}`)));
        for (const [index, key] of keys.entries()) expect((await read(key)).equals(all[index]!)).toBe(true);
      });

      it('of aborted writers do not appear in later ones', async () => {
        for (const size of [2 * MIB, 9 * MIB, 17 * MIB]) {
          const writer = fixture.storage.create(newObjectKey());
          await fill(writer, someBytes(size, 'given up'));
          await writer.abort();
        }
        const all = ['a', 'b', 'c'].map((seed) => someBytes(17 * MIB + 77, seed));
        const keys = await Promise.all(all.map((bytes) => put(fixture.storage, bytes)));
        for (const [index, key] of keys.entries()) expect((await read(key)).equals(all[index]!)).toBe(true);
      });
    });

    describe('a missing object', () => {
      it('cannot be read, and has no size', async () => {
        const key = newObjectKey();
        await expect(fixture.storage.read(key)).rejects.toThrow(ObjectMissing);
        await expect(fixture.storage.read(key, { start: 0, end: 9 })).rejects.toMatchObject({ key });
        if (!givesUrls) await expect(fixture.storage.readAtOnce(key, 70)).rejects.toThrow(ObjectMissing);
        expect(await fixture.storage.size(key)).toBeNull();
      });

      it('does not exist before its writer is closed', async () => {
        const key = newObjectKey();
        const writer = fixture.storage.create(key);
        await fill(writer, someBytes(9 * MIB, 'unfinished'));
        expect(await fixture.storage.size(key)).toBeNull();
        await expect(fixture.storage.read(key)).rejects.toThrow(ObjectMissing);
        await writer.abort();
      });
    });

    describe('remove', () => {
      it('removes only this object', async () => {
        const [gone, kept] = [await put(fixture.storage, someBytes(70, 'gone')), await put(fixture.storage, someBytes(80, 'kept'))];
        await fixture.storage.remove(gone);
        await expect(fixture.storage.read(gone)).rejects.toThrow(ObjectMissing);
        expect(await fixture.tracesOf(gone)).toEqual([]);
        expect(await fixture.storage.size(kept)).toBe(80);
      });

      it('during a write makes the writer fail as retryable, and leaves nothing', async () => {
        const key = newObjectKey();
        const writer = fixture.storage.create(key);
        const late = async () => {
          await fill(writer, someBytes(LARGE, 'begun'));
          await fixture.storage.remove(key);
          await fill(writer, someBytes(LARGE, 'late'));
          await writer.close();
        };
        await expect(late()).rejects.toThrow(WriteConflict);
        await writer.abort();
        expect(await fixture.tracesOf(key)).toEqual([]);
      });

      it('is idempotent, also for unknown objects', async () => {
        const key = await put(fixture.storage, someBytes(70, 'twice'));
        for (const each of [key, key, newObjectKey()]) await expect(fixture.storage.remove(each)).resolves.toBeUndefined();
        expect(await fixture.storage.size(key)).toBeNull();
      });
    });

    describe('keys', () => {
      const listed = async () => {
        const keys: string[] = [];
        for await (const key of fixture.storage.keys()) keys.push(key);
        return keys;
      };

      it('list every complete object once, without unfinished or removed ones', async () => {
        const [first, second, gone] = [
          await put(fixture.storage, someBytes(0, 'none')),
          await put(fixture.storage, someBytes(9 * MIB, 'large')),
          await put(fixture.storage, someBytes(70, 'gone')),
        ];
        await fixture.storage.remove(gone);
        const unfinished = newObjectKey();
        const writer = fixture.storage.create(unfinished);
        await fill(writer, someBytes(9 * MIB, 'unfinished'));
        const keys = await listed();
        await writer.abort();
        expect(keys.filter((key) => [first, second, gone, unfinished].includes(key)).sort()).toEqual([first, second].sort());
        expect(new Set(keys).size).toBe(keys.length);
      });

      it('are read page by page', async () => {
        const before = (await listed()).length;
        const added: string[] = [];
        // One page of a listing holds a thousand.
        for (let round = 0; round < 11; round++) {
          const hundred = Array.from({ length: 100 }, (_, index) => put(fixture.storage, someBytes(1, `page ${round} ${index}`)));
          added.push(...(await Promise.all(hundred)));
        }
        const keys = await listed();
        expect(keys.length).toBe(before + 1100);
        expect(added.filter((key) => !keys.includes(key))).toEqual([]);
      });
    });

    describe('aborting', () => {
      it.each([
        ['before the first byte', 0],
        ['after a few bytes', 100],
        ['in the middle of a part', MIB + 5],
        ['in the middle of a large upload', LARGE],
      ])('%s leaves nothing', async (_, size) => {
        const key = newObjectKey();
        const writer = fixture.storage.create(key);
        await fill(writer, someBytes(size, 'abort'));
        await writer.abort();
        expect(await fixture.storage.size(key)).toBeNull();
        expect(await fixture.tracesOf(key)).toEqual([]);
      });

      /** Their buffers may be those of writers that were given up. */
      const laterObjectsAreWhole = async () => {
        const all = ['a', 'b'].map((seed) => someBytes(17 * MIB + 77, seed));
        const keys = await Promise.all(all.map((bytes) => put(fixture.storage, bytes)));
        for (const [index, key] of keys.entries()) expect((await read(key)).equals(all[index]!)).toBe(true);
      };

      it.each([100, 7 * MIB, LARGE])('while closing leaves nothing, and does not affect later objects: %d bytes', async (size) => {
        const bytes = someBytes(size, 'closing');
        const key = newObjectKey();
        const writer = fixture.storage.create(key);
        await fill(writer, bytes);
        await Promise.allSettled([writer.close(), writer.abort()]);
        expect(await fixture.tracesOf(key)).toEqual([]);
        await laterObjectsAreWhole();
      });

      it('is idempotent', async () => {
        const key = newObjectKey();
        const writer = fixture.storage.create(key);
        await fill(writer, someBytes(9 * MIB, 'twice'));
        await writer.abort();
        await writer.abort();
        expect(await fixture.tracesOf(key)).toEqual([]);
        await laterObjectsAreWhole();
      });

      it('is safe when its caller still writes into the last region', async () => {
        const abandoned = fixture.storage.create(newObjectKey());
        await fill(abandoned, someBytes(9 * MIB, 'abandoned'));
        const region = abandoned.room();
        await abandoned.abort();
        const [key, bytes] = [newObjectKey(), someBytes(7 * MIB, 'whole')];
        const writer = fixture.storage.create(key);
        await fill(writer, bytes);
        region.fill(0xff);
        await writer.close();
        expect((await read(key)).equals(bytes)).toBe(true);
      });

      it.each([100, 7 * MIB, LARGE])('refuses later data: %d bytes', async (size) => {
        const [key, after] = [newObjectKey(), someBytes(9 * MIB, 'after')];
        const writer = fixture.storage.create(key);
        await fill(writer, someBytes(size, 'before'));
        await writer.abort();
        await expect(fill(writer, after).then(() => writer.close())).rejects.toThrow();
        expect(await fixture.tracesOf(key)).toEqual([]);
      });
    });

    it('allows readers to stop half way, repeatedly', async () => {
      const bytes = someBytes(3 * MIB, 'abandoned');
      const key = await put(fixture.storage, bytes);
      // More than any pool of connections or file handles that a store may have.
      for (let time = 0; time < 110; time++) {
        for await (const chunk of await fixture.storage.read(key)) {
          expect(bytes.subarray(0, chunk.length).equals(chunk)).toBe(true);
          break;
        }
      }
      expect((await read(key)).equals(bytes)).toBe(true);
    });

    it('allows readers to stop before reading', async () => {
      const bytes = someBytes(3 * MIB, 'returned');
      const key = await put(fixture.storage, bytes);
      for (let time = 0; time < 110; time++) await (await fixture.storage.read(key))[Symbol.asyncIterator]().return?.();
      expect((await read(key)).equals(bytes)).toBe(true);
    });

    if (givesUrls) {
      describe('a temporary URL', () => {
        it.each([
          ['inline', 'application/pdf', true],
          ['attachment', 'text/html', false],
        ])('serves the bytes directly, as presented: %s', async (disposition, contentType, inline) => {
          const bytes = someBytes(100_000, 'url');
          const key = await put(fixture.storage, bytes);
          const presentation = { fileName: 'Anúncio "nº 1"; ação.pdf', contentType, inline };
          const response = await fetch((await fixture.storage.temporaryUrl(key, presentation, 60)) as string);
          expect(response.status).toBe(200);
          expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
          expect(response.headers.get('content-type')).toBe(contentType);
          expect(response.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
          expect(decodeURIComponent(response.headers.get('content-disposition') as string)).toContain("filename*=UTF-8''Anúncio");
          expect(response.headers.get('cache-control')).toBe('private, no-store');
        });

        it('serves ranges', async () => {
          const bytes = someBytes(1000, 'url range');
          const url = await fixture.storage.temporaryUrl(await put(fixture.storage, bytes), presented, 60);
          const response = await fetch(url as string, { headers: { range: 'bytes=10-19' } });
          expect(response.status).toBe(206);
          expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
        });

        it('expires, and is valid only for this object and presentation', async () => {
          const [key, other] = [await put(fixture.storage, someBytes(10, 'a')), await put(fixture.storage, someBytes(10, 'b'))];
          const url = (await fixture.storage.temporaryUrl(key, presented, 1)) as string;
          expect((await fetch(url.replace(key, other))).status).toBe(403);
          expect((await fetch(url.replace('attachment', 'inline'))).status).toBe(403);
          await new Promise((resolve) => setTimeout(resolve, 2100));
          expect((await fetch(url)).status).toBe(403);
        });
      });
    } else {
      it('has no temporary URLs', async () => {
        const key = await put(fixture.storage, someBytes(10, 'url'));
        expect(await fixture.storage.temporaryUrl(key, presented, 60)).toBeNull();
      });
    }

    describe('a store that cannot be used', () => {
      it('is detected by the probe', async () => {
        await expect(fixture.storage.probe()).resolves.toBeUndefined();
        await expect((await fixture.withoutStore()).probe()).rejects.toThrow();
      });

      it.each([10, LARGE])('stores nothing and fails: %d bytes', async (size) => {
        const writer = (await fixture.withoutStore()).create(newObjectKey());
        const bytes = someBytes(size, 'gone');
        await expect(fill(writer, bytes).then(() => writer.close())).rejects.toThrow();
      });
    });
  });
};

const presented = { fileName: 'a.bin', contentType: 'application/octet-stream', inline: false };
