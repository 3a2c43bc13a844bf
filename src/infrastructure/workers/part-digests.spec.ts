import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DomainError } from '#domain/errors';
import { PartDigests } from './part-digests';

const shared = (bytes: Buffer) => {
  const part = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(part);
  return part;
};
const parts = (count: number) => Array.from({ length: count }, () => shared(randomBytes(70_000)));
const sha256 = (all: readonly Buffer[]) => all.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

describe('parts hashed beside the event loop', () => {
  it('come to the sum of each and the hash of all, also of objects at once', async () => {
    const digests = new PartDigests(true);
    const objects = [parts(3), parts(2), parts(1)];
    const found = await Promise.all(
      objects.map(async (object) => {
        const digest = digests.open();
        const sums = await Promise.all(object.slice(0, -1).map((part) => digest.part(part)));
        return [...sums, await digest.last(object.at(-1)!)];
      }),
    );
    for (const [index, object] of objects.entries()) {
      expect(found[index]!.map((digested) => digested.crc32)).toEqual(object.map((part) => crc32(part)));
      expect(found[index]!.map((digested) => digested.sha256)).toEqual([...object.slice(1).map(() => ''), sha256(object)]);
    }
  });

  it('of an object that was given up are in no other', async () => {
    const digests = new PartDigests(false);
    const [first, second] = [digests.open(), digests.open()];
    await first.part(parts(1)[0]!);
    first.drop();
    first.drop();
    const [only] = parts(1);
    expect((await second.last(only!)).sha256).toBe(sha256([only!]));
  });

  it('fail with their thread, and the next object has another', async () => {
    const digests = new PartDigests(true);
    const digest = digests.open();
    const thread = Reflect.get(digests, 'thread') as { end(): void };
    const asked = digest.part(parts(1)[0]!);
    thread.end();
    await expect(asked).rejects.toThrow(DomainError);
    await expect(digest.last(parts(1)[0]!)).rejects.toThrow(DomainError);
    digest.drop();
    const [only] = parts(1);
    expect((await digests.open().last(only!)).sha256).toBe(sha256([only!]));
  });
});
