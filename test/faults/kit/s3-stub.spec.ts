import { DependencyDown } from '#application/support/errors';
import type { FileStorage } from '#application/ports/files';
import { put } from '../../contracts/support/writing';
import { s3Storage, type StorageFixture } from '../../contracts/support/storages';
import { readAll, someBytes } from '../../builders/bytes';
import { S3Stub, type S3Fault } from './s3-stub';
import type { S3Operation } from './s3-operations';

/** That it is faithful otherwise is shown by test/contracts/file-storage-stub.spec.ts. */
describe('the store with injected errors', () => {
  const BYTES = someBytes(100_000, 'object');
  let stub: S3Stub;
  let fixture: StorageFixture;
  let storage: FileStorage;
  let url: string;
  beforeAll(async () => {
    stub = await S3Stub.start();
    fixture = await s3Storage({ endpoint: stub.endpoint, ...stub.keys }).open();
    ({ storage } = fixture);
    const presented = { fileName: 'a.bin', contentType: 'application/octet-stream', inline: false };
    url = (await storage.temporaryUrl(await put(storage, BYTES), presented, 600)) as string;
  });
  afterEach(() => stub.behave());
  afterAll(async () => {
    await fixture.close();
    await stub.close();
  });

  const on = (operation: S3Operation, fault: S3Fault) => stub.misbehave((request) => (request.operation === operation ? fault : null));
  const countOf = (operation: S3Operation) => stub.counts.get(operation) ?? 0;
  const downloaded = async () => Buffer.from(await (await fetch(url)).arrayBuffer());

  it.each([
    [500, 'InternalError'],
    [503, 'SlowDown'],
    [403, 'AccessDenied'],
    [507, 'InsufficientStorage'],
  ])('answers %d until it is reset', async (status, code) => {
    on('Get', { kind: 'answer', status, code });
    for (let time = 0; time < 3; time++) {
      const answer = await fetch(url);
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(`<Code>${code}</Code>`)]);
    }
    stub.behave();
    expect((await downloaded()).equals(BYTES)).toBe(true);
  });

  it('counts requests: an answer of 503 is tried three times in total', async () => {
    on('Put', { kind: 'answer', status: 503, code: 'SlowDown' });
    const before = countOf('Put');
    await expect(put(storage, BYTES)).rejects.toThrow(DependencyDown);
    expect(countOf('Put') - before).toBe(3);
  });

  it('never answers', async () => {
    on('Get', { kind: 'hang' });
    await expect(fetch(url, { signal: AbortSignal.timeout(150) })).rejects.toThrow('timeout');
  });

  it('stores the object and loses the response', async () => {
    const before = countOf('Put');
    stub.misbehave(({ operation }) => (operation === 'Put' && countOf('Put') === before + 1 ? { kind: 'reset after' } : null));
    const key = await put(storage, BYTES);
    expect(countOf('Put') - before).toBe(2);
    expect((await readAll(await storage.read(key))).equals(BYTES)).toBe(true);
  });

  it('aborts an answer midway', async () => {
    on('Get', { kind: 'truncate', bytes: 60_000 });
    await expect(downloaded()).rejects.toThrow();
  });

  it('answers truncated data as complete, or with a changed bit', async () => {
    on('Get', { kind: 'shorten', bytes: 60_000 });
    expect((await downloaded()).equals(BYTES.subarray(0, 60_000))).toBe(true);
    on('Get', { kind: 'flip', at: 70_000 });
    const flipped = await downloaded();
    expect([...flipped].flatMap((byte, index) => (byte === BYTES[index] ? [] : [index]))).toEqual([70_000]);
    stub.behave();
    expect((await downloaded()).equals(BYTES)).toBe(true);
  });

  it('is slow at the beginning or throughout', async () => {
    const took = async () => {
      const began = Date.now();
      expect((await downloaded()).equals(BYTES)).toBe(true);
      return Date.now() - began;
    };
    on('Get', { kind: 'wait', ms: 200 });
    expect(await took()).toBeGreaterThanOrEqual(195);
    on('Get', { kind: 'slow', bytesPerSecond: 400_000 });
    expect(await took()).toBeGreaterThanOrEqual(195);
  });

  it('refuses a second object under a key with If-None-Match', async () => {
    const bucket = [...stub.buckets.values()][0]!;
    bucket.put('once', BYTES, true);
    expect(() => bucket.put('once', BYTES, true)).toThrow('PreconditionFailed');
    bucket.objects.delete('once');
  });
});
