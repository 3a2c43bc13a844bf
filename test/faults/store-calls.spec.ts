import { DependencyDown, WriteConflict } from '#application/support/errors';
import { newObjectKey } from '#application/support/ids';
import { readAll, someBytes } from '../builders/bytes';
import { s3Storage, type StorageFixture } from '../contracts/support/storages';
import { fill, put } from '../contracts/support/writing';
import type { S3Operation } from './kit/s3-operations';
import { S3Stub, type S3Fault } from './kit/s3-stub';

const LARGE = 12 * 1024 * 1024;
/** What one call of ours may cost the store at most, in requests for each that it needs. */
const MOST_TRIES = 3;

describe('calls to a failing store', () => {
  let stub: S3Stub;
  let fixture: StorageFixture;
  beforeAll(async () => {
    stub = await S3Stub.start();
    fixture = await s3Storage({ endpoint: stub.endpoint, ...stub.keys }).open();
  });
  afterEach(() => stub.behave());
  afterAll(async () => {
    await fixture.close();
    await stub.close();
  });

  /** The fault befalls the next `times` requests of the kind, and then no more. */
  const next = (operation: S3Operation, fault: S3Fault, times = 1) => {
    let left = times;
    stub.misbehave((request) => (request.operation === operation && left-- > 0 ? fault : null));
  };
  /** What the watch over the store asks beside is no part of a call. */
  const asked = () => stub.requests - (stub.counts.get('HeadBucket') ?? 0);
  const requestsOf = async (work: () => Promise<unknown>) => {
    const before = asked();
    const error = await work().then(
      () => null,
      (reason: unknown) => reason,
    );
    return { error, requests: asked() - before };
  };
  const whole = async (key: string, bytes: Buffer) => {
    expect((await readAll(await fixture.storage.read(key))).equals(bytes)).toBe(true);
    expect((await fixture.tracesOf(key)).filter((trace) => trace === key)).toEqual([key]);
  };

  describe('a response lost after the store has completed the request', () => {
    it.each([
      ['Put', 1000],
      ['CreateUpload', LARGE],
      ['UploadPart', LARGE],
      ['CompleteUpload', LARGE],
    ] as const)('is not an error, and leaves one object: %s', async (operation, size) => {
      const bytes = someBytes(size, operation);
      next(operation, { kind: 'reset after' });
      await whole(await put(fixture.storage, bytes), bytes);
    });

    it.each(['Delete', 'AbortUpload'] as const)('is not an error of a removal: %s', async (operation) => {
      const key = newObjectKey();
      const writer = fixture.storage.create(key);
      await fill(writer, someBytes(LARGE, 'removed'));
      next(operation, { kind: 'reset after' });
      await writer.abort();
      await fixture.storage.remove(key);
      expect(await fixture.tracesOf(key)).toEqual([]);
    });
  });

  it('never treats an aborted upload as stored', async () => {
    const [key, bytes] = [newObjectKey(), someBytes(LARGE, 'ended')];
    const writer = fixture.storage.create(key);
    await fill(writer, bytes);
    stub.misbehave(({ operation }) => {
      if (operation === 'CompleteUpload') for (const bucket of stub.buckets.values()) bucket.uploads.clear();
      return null;
    });
    await expect(writer.close()).rejects.toThrow(WriteConflict);
    expect(await fixture.storage.size(key)).toBeNull();
    await writer.abort();
  });

  describe('an overloaded store', () => {
    const bytes = someBytes(1000, 'trouble');

    it.each([
      ['Put', 500, 'InternalError'],
      ['Put', 503, 'SlowDown'],
      ['Put', 507, 'InsufficientStorage'],
      ['Get', 503, 'SlowDown'],
      ['Head', 500, 'InternalError'],
      ['Delete', 503, 'SlowDown'],
    ] as const)('is tried a limited number of times, and then reported as down: %s %d', async (operation, status, code) => {
      const key = await put(fixture.storage, bytes);
      const { storage } = fixture;
      const work = {
        Put: () => put(storage, bytes),
        Get: () => storage.read(key),
        Head: () => storage.size(key),
        Delete: () => storage.remove(key),
      };
      next(operation, { kind: 'answer', status, code }, Infinity);
      const { error, requests } = await requestsOf(work[operation]);
      expect(error).toBeInstanceOf(DependencyDown);
      expect(requests).toBeLessThanOrEqual(MOST_TRIES + (operation === 'Delete' ? 1 : 0));
    });

    it('is used again as soon as it recovers: a short burst is not noticed', async () => {
      next('Put', { kind: 'answer', status: 503, code: 'SlowDown' }, MOST_TRIES - 1);
      await whole(await put(fixture.storage, bytes), bytes);
    });

    it.each([
      ['an error', '<Error><Code>InternalError</Code></Error>'],
      ['an error of a name space', '<Error xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Code>InternalError</Code></Error>'],
      ['nothing', ''],
      ['blanks alone', '  \n '],
      ['a page of somebody in between', '<html><body>502</body></html>'],
    ])('may start its answer correctly and end it with %s', async (_, text) => {
      const large = someBytes(LARGE, 'late error');
      next('CompleteUpload', { kind: 'say', text }, MOST_TRIES - 1);
      await whole(await put(fixture.storage, large), large);
      next('CompleteUpload', { kind: 'say', text }, Infinity);
      const { error } = await requestsOf(() => put(fixture.storage, large));
      expect(error).toBeInstanceOf(DependencyDown);
    });

    it('is reported as down when it refuses access, not as an error of the caller', async () => {
      next('Put', { kind: 'answer', status: 403, code: 'AccessDenied' }, Infinity);
      const { error, requests } = await requestsOf(() => put(fixture.storage, bytes));
      expect([error, requests]).toEqual([expect.any(DependencyDown), 1]);
    });

    it('is tried a bounded number of times for a large object whose every part fails', async () => {
      next('UploadPart', { kind: 'answer', status: 500, code: 'InternalError' }, Infinity);
      const { error, requests } = await requestsOf(() => put(fixture.storage, someBytes(LARGE, 'large')));
      expect(error).toBeInstanceOf(DependencyDown);
      // Beginning the upload, and two parts under way.
      expect(requests).toBeLessThanOrEqual(1 + 2 * MOST_TRIES);
    });
  });
});
