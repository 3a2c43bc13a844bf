import { fetchPath } from '../e2e/support/adding-files';
import { create, createdBy } from '../e2e/support/creates';
import { Chance } from '../e2e/support/chance';
import { someBytes } from '../builders/bytes';
import { StubBucket } from './kit/s3-objects';
import type { S3Operation } from './kit/s3-operations';
import { S3Stub, type Misbehaviour, type S3Fault } from './kit/s3-stub';
import { until } from './kit/until';
import { HABITS, type Habits } from './support/client';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import { LONG, size, STORAGE } from './support/size';

jest.setTimeout(size({ short: 180_000, long: 3_600_000 }));

const BUCKET = 'acervo';
/** Three tries of two seconds each, and ample time for a busy machine. */
const REQUEST_SECONDS = '2';
const ANSWERED_WITHIN_MS = 40_000;
const STEPS = size({ short: 30, long: 100 });
const USUAL: Partial<Habits> = size({ short: { largest: 20_000, large: 0 }, long: { largest: 50_000, large: 0.005 } });
/** During a complete outage clients do not repeat their calls. */
const RESIGNED = { repeats: 0 };
const READING = { mix: { ...HABITS.mix, fetch: 120 } };
const WRITES: readonly S3Operation[] = ['Put', 'CreateUpload', 'UploadPart', 'CompleteUpload'];
const SLOW_DOWN: S3Fault = { kind: 'answer', status: 503, code: 'SlowDown' };
const BROKEN: S3Fault = { kind: 'answer', status: 500, code: 'InternalError' };

interface Trouble {
  id: string;
  title: string;
  misbehaviour: (chance: Chance) => Misbehaviour;
  habits?: Partial<Habits>;
}

/** Now few, now some, now all of so many requests. All of the first ones, so that a short run has failures whatever its seed. */
function bursts(chance: Chance): Misbehaviour {
  let [left, share] = [5, 1];
  return () => {
    if (left-- <= 0) [left, share] = [5 + chance.whole(40), chance.of([0.05, 0.3, 1])];
    return chance.is(share) ? chance.of([SLOW_DOWN, BROKEN]) : null;
  };
}

/** A share of the requests, and the first one, so that a short run has a failure whatever its seed. */
const some =
  (share: number, faults: readonly S3Fault[], operations?: readonly S3Operation[]) =>
  (chance: Chance): Misbehaviour => {
    let isFirst = true;
    return ({ operation }) => {
      if (!(operations?.includes(operation) ?? operation !== 'HeadBucket') || !(isFirst || chance.is(share))) return null;
      isFirst = false;
      return chance.of(faults);
    };
  };

const DAMAGED: readonly S3Fault[] = [
  { kind: 'truncate', bytes: 100 },
  { kind: 'shorten', bytes: 100 },
  { kind: 'flip', at: 99 },
];

const TROUBLES: readonly Trouble[] = [
  { id: 'F6', title: 'the store answers 500 and 503 in bursts', misbehaviour: bursts },
  { id: 'F7', title: 'the store hangs', misbehaviour: some(0.08, [{ kind: 'hang' }]) },
  { id: 'F8', title: 'the store executes the call and resets the connection', misbehaviour: some(0.3, [{ kind: 'reset after' }]) },
  { id: 'F9', title: 'the store answers truncated, shortened or altered bytes', misbehaviour: some(0.6, DAMAGED, ['Get']), habits: READING },
  { id: 'F10', title: 'the store is slow', misbehaviour: some(0.2, [{ kind: 'wait', ms: 600 }, { kind: 'slow', bytesPerSecond: 150_000 }]) },
  { id: 'F11', title: 'the store refuses access', misbehaviour: some(1, [{ kind: 'answer', status: 403, code: 'AccessDenied' }]), habits: RESIGNED },
  { id: 'F16', title: 'the store is full', misbehaviour: some(1, [{ kind: 'answer', status: 507, code: 'InsufficientStorage' }], WRITES), habits: RESIGNED },
]; // prettier-ignore

/** On a database of this machine's own: what the other storage pair would add is a server that errs by itself. */
(LONG || STORAGE === 'embedded' ? describe : describe.skip)('a file store in trouble', () => {
  const record = new RunRecord('faults-store', 'Faults of the file store (S3 stub)', 'npm run test:faults -- store');
  let stub: S3Stub;
  let scene: Scene;
  let hits = 0;
  let seen = { operations: 0, unknown: 0 };
  beforeAll(async () => {
    stub = await S3Stub.start();
    stub.buckets.set(BUCKET, new StubBucket());
    scene = await Scene.open({
      storage: 'embedded',
      environment: {
        S3_ENDPOINT: stub.endpoint,
        S3_BUCKET: BUCKET,
        S3_ACCESS_KEY_ID: stub.keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: stub.keys.secretAccessKey,
        S3_REQUEST_SECONDS: REQUEST_SECONDS,
      },
    });
    record.seed(scene.seed);
    await scene.start();
  });
  afterEach(() => {
    stub.behave();
    record.write();
  });
  afterAll(async () => {
    await scene?.close();
    await stub?.close();
  });

  const misbehave = (choose: Misbehaviour) => {
    hits = 0;
    stub.misbehave((request) => {
      const fault = choose(request);
      if (fault) hits++;
      return fault;
    });
  };
  /** Faults off, and everything that was held by them is let go. */
  const calm = async () => {
    stub.behave();
    await until('the store is used again', async () => (await fetch(`${await scene.door.url(0)}/saude/pronta`)).status === 200);
    await until('no connection waits for an answer', async () => stub.open.hanging === 0);
  };
  it.each(TROUBLES)('$id: nothing is lost when $title', async ({ id, title, misbehaviour, habits = {} }) => {
    const recorded = record.case(id, title);
    const before = seen;
    misbehave(misbehaviour(new Chance(scene.seed)));
    const traffic = scene.traffic({ name: id, clients: 6, habits: { ...USUAL, ...habits } }).start(STEPS);
    await traffic.done();
    const struck = hits;
    await calm();
    const after = scene.traffic({ name: `${id}-after`, clients: 2, habits: USUAL }).start(size({ short: 6, long: 20 }));
    await after.done();
    const { text, kinds, findings, acknowledged, refused, unknown } = await scene.look({ onlyNew: true });
    recorded.runs++;
    seen = { operations: acknowledged + refused + unknown, unknown };
    recorded.operations = seen.operations - before.operations;
    recorded.unknown = unknown - before.unknown;
    recorded.lost = findings.length;
    recorded.note = `${struck} requests to the store went wrong`;
    expect(struck).toBeGreaterThan(0);
    expect([...traffic.misread, ...after.misread]).toEqual([]);
    expect([text, kinds]).toEqual([text, []]);
    recorded.result = 'passed';
  });

  it('leaves exactly the referenced objects after sweeping', async () => {
    const { text, kinds } = await scene.lookSwept({ onlyNew: true });
    expect([text, kinds]).toEqual([text, []]);
  });

  describe('a call', () => {
    const api = () => scene.api();
    const file = { content: someBytes(200_000, 'file'), extension: 'bin' };
    const timed = async <T>(work: () => Promise<T>) => {
      const began = Date.now();
      const result = await work();
      expect(Date.now() - began).toBeLessThan(ANSWERED_WITHIN_MS);
      return result;
    };

    // A look sweeps without grace, keys that the service has staged ahead, too: the first upload finds that out.
    beforeAll(() => until('uploads are taken', async () => (await create(await api(), 'V3', { files: [file] })).status === 201));

    it('ends in time when the store hangs, and releases its connections', async () => {
      const id = createdBy(await create(await api(), 'V3', { files: [file] })).files[0]?.id as string;
      misbehave(({ operation }) => (operation === 'HeadBucket' ? null : { kind: 'hang' }));
      expect((await timed(async () => create(await api(), 'V3', { files: [file] }))).status).toBe(503);
      const accept = 'application/octet-stream';
      expect((await timed(async () => (await api()).get(fetchPath(id), { headers: { accept } }))).status).toBe(503);
      await calm();
      expect((await create(await api(), 'V3', { files: [file] })).status).toBe(201);
    });

    it.each(DAMAGED)('never gets a complete answer with wrong bytes: $kind', async (fault) => {
      const id = createdBy(await create(await api(), 'V3', { files: [file] })).files[0]?.id as string;
      misbehave(({ operation }) => (operation === 'Get' ? fault : null));
      for (const accept of ['application/octet-stream', 'application/json']) {
        await expect(timed(async () => (await api()).get(fetchPath(id), { headers: { accept } }))).rejects.toThrow();
      }
      expect(hits).toBeGreaterThanOrEqual(2);
      stub.behave();
      const whole = await (await api()).get(fetchPath(id), { headers: { accept: 'application/octet-stream' } });
      expect([whole.status, whole.bytes.equals(file.content)]).toEqual([200, true]);
    });

    it.each([
      ['refuses us', 403, 'AccessDenied'],
      ['is full', 507, 'InsufficientStorage'],
      ['is overloaded', 503, 'SlowDown'],
    ])('gets 503 and leaves nothing when the store %s', async (_, status, code) => {
      const before = await scene.archive.sql.rows('SELECT COUNT(*) AS documents FROM document d');
      misbehave(({ operation }) => (operation === 'Put' ? { kind: 'answer', status, code } : null));
      const answer = await timed(async () => create(await api(), 'V3', { files: [file] }));
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect(await scene.archive.sql.rows('SELECT COUNT(*) AS documents FROM document d')).toEqual(before);
    });
  });
});
