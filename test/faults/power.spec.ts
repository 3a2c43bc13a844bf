import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until';
import { Chance } from '../e2e/support/chance';
import { outcomeOf } from './oracle/ledger';
import { DiskModel, type Kept } from './support/disk-model';
import { EmbeddedScene } from './support/embedded-scene';
import { Operations } from './support/operations';
import { isWhole, recording, stepsIn, type Recorded, type Step } from './support/recorded-writes';
import { RunRecord } from './support/record';
import { isTimeUp, LONG, size, STORAGE } from './support/size';
import { whereStrace } from './support/strace';

jest.setTimeout(size({ short: 600_000, long: 7_200_000 }));

/** Enough for the log of the database to be moved into it at least once. */
const CALLS = size({ short: 60, long: 400 });
const CUTS = size({ short: 6, long: 150 });
const CONTROLS = size({ short: 2, long: 20 });

const { program, whyNot } = whereStrace();
const wanted = LONG || STORAGE === 'embedded';
if (wanted && whyNot !== undefined) process.stderr.write(`[faults] power cuts: NOT RUN, ${whyNot}\n`);

interface Cut {
  at: number;
  kept: Kept;
}

(wanted && whyNot === undefined ? describe : describe.skip)('a power cut', () => {
  const record = new RunRecord('faults-power', 'The power is cut', 'npm run test:faults -- power --embedded');
  const chance = Chance.fromEnvironment();
  let scene: EmbeddedScene;
  beforeAll(() => {
    process.stdout.write(`ACERVO_SEED=${chance.seed}\n`);
    record.seed(chance.seed);
  });
  afterEach(async () => {
    await scene?.close();
    record.write();
  });

  /** What a service writes while clients work, from its start to its end. */
  const recorded = async (synchronous: 'full' | 'normal'): Promise<Recorded & { model: DiskModel }> => {
    scene = await EmbeddedScene.open({ SQLITE_SYNCHRONOUS: synchronous });
    const model = new DiskModel(scene.dataDir);
    const log = join(scene.dataDir, '..', 'writes.log');
    const service = await scene.start(recording(program, log));
    const traffic = scene.traffic({ seed: chance.seed, clients: 3, habits: { large: 0, largest: 30_000 } }).start(CALLS);
    await traffic.done();
    await new Operations(scene).create();
    await service.kill();
    expect(traffic.misread).toEqual([]);
    const isEnded = (text: string) => isWhole(text, service.pid);
    const text = await until(() => readFileSync(log, 'utf8'), isEnded, { what: 'the recording has its end' });
    return { model, ...stepsIn(text, scene.dataDir) };
  };
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
      .sort();
  /** When answers have come: what they say must be there from then on. */
  const answers = async () =>
    (await scene.ledger.read()).flatMap(({ answered, answeredAt }) =>
      outcomeOf(answered) === 'acknowledged' && answeredAt !== null ? [answeredAt] : [],
    );

  /** Cuts in their order, each compared with what clients knew; how many changes were not synced then. */
  const looked = async (model: DiskModel, steps: readonly Step[], cuts: readonly Cut[], look: (lost: string[], cut: Cut) => void) => {
    const target = join(scene.dataDir, '..', 'after');
    let undone = 0;
    for (const cut of [...cuts].sort((one, other) => one.at - other.at)) {
      if (isTimeUp()) break;
      const until = steps.findIndex(({ at }) => at > cut.at);
      model.take(steps, until < 0 ? steps.length : until);
      undone += model.pending;
      model.write(model.cut(cut.kept, chance), target);
      const { findings, text } = await scene.lookAt(target, cut.at);
      look(findings.length > 0 ? [text] : [], cut);
      rmSync(target, { recursive: true });
    }
    return undone;
  };

  it('loses nothing with SQLITE_SYNCHRONOUS=full', async () => {
    const run = record.case('P1', 'power cut, SQLITE_SYNCHRONOUS=full');
    const { model, steps, unknown } = await recorded('full');
    const told = await answers();
    const moved = steps.filter(({ kind, path }) => kind === 'write' && path.endsWith('/acervo.sqlite'));
    expect(moved.length).toBeGreaterThan(0);
    const moments = [() => chance.of(told), () => chance.of(steps).at, () => chance.of(moved).at];
    const cuts = Array.from({ length: CUTS }, (_, index): Cut => {
      const moment = moments[index % moments.length] as () => number;
      return { at: moment(), kept: index % 2 === 0 ? 'nothing' : 'some' };
    });
    const undone = await looked(model, steps, cuts, (lost, cut) => {
      run.runs++;
      run.lost = (run.lost ?? 0) + lost.length;
      expect([cut, lost]).toEqual([cut, []]);
    });
    // With all that was recorded, the files are those that are there: nothing that was written is missing in the recording.
    model.take(steps);
    const isKnown = (path: string) => !unknown.includes(join(scene.dataDir, path));
    const files = new Map([...model.cut('all', chance)].filter(([path]) => isKnown(path)));
    expect([...files.keys()].sort()).toEqual(filesOf(scene.dataDir).filter(isKnown));
    for (const [path, bytes] of files) expect([path, bytes.equals(readFileSync(join(scene.dataDir, path)))]).toEqual([path, true]);
    run.operations = told.length;
    run.note = `${steps.length} recorded steps; ${undone} changes not synced at the cuts`;
    process.stdout.write(`full: ${run.runs} cuts, ${run.note}\n`);
    expect(undone).toBeGreaterThan(0);
    run.result = 'passed';
  });

  it('loses what was acknowledged last with SQLITE_SYNCHRONOUS=normal, which shows that this test would see it', async () => {
    const run = record.case('P2', 'power cut, SQLITE_SYNCHRONOUS=normal, which may lose the latest');
    const { model, steps } = await recorded('normal');
    const told = await answers();
    let losses = 0;
    const cuts = Array.from({ length: CONTROLS }, (): Cut => ({ at: chance.of(told), kept: 'nothing' }));
    await looked(model, steps, cuts, (lost) => {
      run.runs++;
      losses += lost.length;
    });
    run.note = `${losses} of ${run.runs} cuts lost acknowledged changes, as documented`;
    process.stdout.write(`normal: ${run.note}\n`);
    expect(losses).toBeGreaterThan(0);
    run.result = 'passed';
  });
});
