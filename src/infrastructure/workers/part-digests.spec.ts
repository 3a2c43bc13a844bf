import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { DomainError } from '#domain/errors';
import { PartDigests } from './part-digests';

const shared = (bytes: Buffer) => {
  const part = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(part);
  return part;
};
const parts = (count: number) => Array.from({ length: count }, () => shared(randomBytes(70_000)));
const sha256 = (all: readonly Buffer[]) => all.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

describe('parts hashed in a thread', () => {
  it('give the hash of the whole, for concurrent objects', async () => {
    const digests = new PartDigests();
    const objects = [parts(3), parts(2), parts(1)];
    const found = await Promise.all(
      objects.map(async (object) => {
        const digest = digests.open();
        await Promise.all(object.map((part) => digest.part(part)));
        return digest.end();
      }),
    );
    expect(found).toEqual(objects.map(sha256));
  });

  it('of an aborted object do not affect others', async () => {
    const digests = new PartDigests();
    const [first, second] = [digests.open(), digests.open()];
    await first.part(parts(1)[0]!);
    first.drop();
    first.drop();
    const [only] = parts(1);
    await second.part(only!);
    expect(await second.end()).toBe(sha256([only!]));
  });

  it('fail with their thread once, and the next object uses a new thread', async () => {
    const faults: unknown[] = [];
    const digests = new PartDigests((where, error) => void faults.push([where, error]));
    const digest = digests.open();
    // Nothing that can be hashed: an error that the thread does not expect, and dies of.
    const asked = digest.part('no bytes' as unknown as Uint8Array).catch((error: unknown) => error);
    const broken = digest.part({} as Uint8Array);
    await expect(broken).rejects.toThrow(DomainError);
    await asked;
    await expect(digest.end()).rejects.toThrow(DomainError);
    digest.drop();
    const [only] = parts(1);
    const next = digests.open();
    await next.part(only!);
    expect(await next.end()).toBe(sha256([only!]));
    expect(faults).toEqual([['the thread that hashes', expect.objectContaining({ name: 'TypeError' })]]);
  });

  it('do not report an idle thread that ends', async () => {
    const faults: unknown[] = [];
    const digests = new PartDigests((_, error) => void faults.push(error));
    const digest = digests.open();
    await digest.part(parts(1)[0]!);
    await digest.end();
    const { worker, end } = Reflect.get(digests, 'thread') as { worker: Worker; end(): void };
    const ended = once(worker, 'exit');
    end.call(Reflect.get(digests, 'thread'));
    await ended;
    expect(faults).toEqual([]);
  });
});
