import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chance } from '../e2e/support/chance';
import { outcomeOf, type Answered } from './oracle/ledger';
import { EmbeddedScene } from './support/embedded-scene';
import { Operations } from './support/operations';
import { RunRecord } from './support/record';
import { isTimeUp, LONG, size, STORAGE } from './support/size';
import { countsIn, injected, ONE_THREAD, SIDES, told, whereStrace, type Injection, type Side } from './support/strace';

jest.setTimeout(size({ short: 600_000, long: 7_200_000 }));

const CALLS = ['fsync', 'fdatasync', 'pwrite64', 'rename', 'ftruncate'];
/** Beside the operation the service renews a lease and looks for events to seal, which are some calls more or fewer. */
const BESIDE = 12;
/** How many calls of each kind the short form tries. */
const SAMPLES = { 'signal=SIGKILL': 2, 'error=EIO': 1 };

interface Operation {
  id: string;
  name: string;
  /** What has to be there before. */
  ready?: (operations: Operations) => Promise<string>;
  work: (operations: Operations, document: string) => Promise<Answered>;
  /** After the answer. */
  then?: (operations: Operations) => Promise<unknown>;
  /** All that it makes of these calls; of the others it makes none. */
  makes: Record<Side, readonly string[]>;
}

type Counts = Record<Side, Record<string, number>>;

const FAULTS: readonly { what: Injection['what']; title: string }[] = [
  { what: 'signal=SIGKILL', title: 'is met by SIGKILL' },
  { what: 'error=EIO', title: 'fails with EIO' },
];
const ENDED = { 'signal=SIGKILL': { code: null, signal: 'SIGKILL' }, 'error=EIO': { code: 1, signal: null } };

const ready = (operations: Operations) => operations.document();
const OPERATIONS: readonly Operation[] = [
  {
    id: 'N1',
    name: 'a create with files',
    work: (operations) => operations.create(),
    makes: { database: ['fsync', 'pwrite64'], files: ['fsync', 'rename'] },
  },
  {
    id: 'N2',
    name: 'an update',
    ready,
    work: (operations, document) => operations.change(document),
    makes: { database: ['fsync', 'pwrite64'], files: [] },
  },
  {
    id: 'N3',
    name: 'a deletion',
    ready,
    work: (operations, document) => operations.delete(document),
    makes: { database: ['fsync', 'pwrite64'], files: [] },
  },
  {
    id: 'N4',
    name: 'an update and its seal',
    ready,
    work: (operations, document) => operations.change(document),
    then: (operations) => operations.seal(),
    makes: { database: ['fsync', 'pwrite64'], files: [] },
  },
];

const { program, whyNot } = whereStrace();
const wanted = LONG || STORAGE === 'embedded';
if (wanted && whyNot !== undefined) process.stderr.write(`[faults] system calls that end the service: NOT RUN, ${whyNot}\n`);

(wanted && whyNot === undefined ? describe : describe.skip)('a service that ends at a system call', () => {
  const record = new RunRecord('faults-calls', 'System calls that end the service or fail', 'npm run test:faults -- calls --embedded');
  const chance = Chance.fromEnvironment();
  let scene: EmbeddedScene;
  let operations: Operations;
  beforeAll(async () => {
    process.stdout.write(`ACERVO_SEED=${chance.seed}\n`);
    record.seed(chance.seed);
    scene = await EmbeddedScene.open(ONE_THREAD);
    operations = new Operations(scene);
    await scene.start();
    // Threads that strace is to find.
    await operations.create();
  });
  afterEach(() => record.write());
  afterAll(() => scene?.close());

  const file = () => join(scene.dataDir, '..', 'calls.log');
  const prepared = async ({ ready: before }: Operation) => (await before?.(operations)) ?? '';
  const whole = async ({ work, then }: Operation, document: string) => {
    const answered = await work(operations, document);
    await then?.(operations).catch(() => undefined);
    return answered;
  };
  /** How often an operation makes each call. */
  const counted = async (operation: Operation) => {
    const document = await prepared(operation);
    // What the preparation has left to be sealed is not counted.
    await operations.seal();
    const { pid } = scene.service;
    const answered = await told(program, pid, CALLS, file(), () => whole(operation, document));
    expect(outcomeOf(answered)).toBe('acknowledged');
    return countsIn(readFileSync(file(), 'utf8'), pid);
  };
  /** All of them, and some more than were counted; or a few, of which `struckEnough` says when they are enough. */
  function* moments(before: number, count: number, samples: number, struckEnough: () => boolean) {
    const counted = Array.from({ length: count - before }, (_, index) => before + index + 1);
    if (LONG) return yield* [...counted, ...Array.from({ length: BESIDE }, (_, index) => count + index + 1)];
    const chosen = Array.from(
      { length: Math.min(samples, counted.length) },
      () => counted.splice(chance.whole(counted.length), 1)[0] as number,
    );
    yield* chosen;
    // What was done beside the operation when it was counted is not done again: calls before those of the end are met instead.
    for (let at = Math.min(...chosen, before + 1) - 1; at > 0 && !struckEnough(); at--) yield at;
  }
  const struck = async (operation: Operation, injection: Injection) => {
    const document = await prepared(operation);
    await operations.seal();
    const { service } = scene;
    const [answered, happened] = await injected(program, service.pid, injection, file(), () => whole(operation, document));
    if (happened && injection.side === 'files') expect(outcomeOf(answered)).not.toBe('acknowledged');
    // What the database could not write ends the service, by itself.
    const over = happened && (injection.what === 'signal=SIGKILL' || injection.side === 'database');
    if (over) {
      expect(await service.ended).toEqual(ENDED[injection.what]);
      await scene.start();
    }
    return happened;
  };

  describe.each(OPERATIONS)('$name', (operation) => {
    const { id, name, makes } = operation;
    const tried = SIDES.flatMap((side) => makes[side].map((call) => ({ side, call })));
    let counts: Counts;
    let before: Counts = { database: {}, files: {} };
    beforeAll(async () => {
      const { then, ...rest } = operation;
      if (then) before = await counted(rest);
      counts = await counted(operation);
    });

    it('makes the calls that are tried, and no others of them', () => {
      process.stdout.write(`${name}: ${JSON.stringify(counts)}\n`);
      const kinds = SIDES.map((side) => [side, Object.keys(counts[side]).sort()]);
      expect(Object.fromEntries(kinds)).toEqual(makes);
    });

    // The short form tries failures of the operation that makes all these calls.
    it.each(LONG || operation === OPERATIONS[0] ? FAULTS : FAULTS.slice(0, 1))(
      'loses nothing when a call $title',
      async ({ what, title }) => {
        const run = record.case(what === 'error=EIO' ? `${id} EIO` : id, `a system call of ${name} that ${title}`);
        const notes: string[] = [];
        Object.assign(run, { operations: 0, lost: 0 });
        for (const { side, call } of tried) {
          const count = counts[side][call] as number;
          const runs = run.runs;
          for (const at of moments(before[side][call] ?? 0, count, SAMPLES[what], () => run.runs > runs)) {
            if (isTimeUp()) break;
            const happened = await struck(operation, { side, call, at, what });
            if (happened) run.runs++;
            run.operations!++;
            const { text, kinds, findings } = await scene.look({ onlyNew: true });
            run.lost! += findings.length;
            expect([side, call, at, text, kinds]).toEqual([side, call, at, text, []]);
            if (!happened && at > count) break;
          }
          notes.push(`${call} of ${side} ${run.runs - runs} (${count - (before[side][call] ?? 0)} counted)`);
          expect([side, call, run.runs > runs || isTimeUp()]).toEqual([side, call, true]);
        }
        run.note = notes.join(', ');
        process.stdout.write(`${name}, ${what}: ${run.note}\n`);
        run.result = 'passed';
      },
    );
  });

  it('leaves exactly the files that rows name after sweeping', async () => {
    const { text, kinds } = await scene.lookSwept();
    expect([text, kinds]).toEqual([text, []]);
  });
});
