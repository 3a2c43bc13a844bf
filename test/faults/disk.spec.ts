import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from '../e2e/support/chance';
import { until } from './kit/until';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import { LONG, size, STORAGE } from './support/size';

jest.setTimeout(size({ short: 180_000, long: 1_800_000 }));

const DISK = '48m';
const STEPS = size({ short: 20, long: 200 });
const TIMES = size({ short: 1, long: 10 });

/** A disk of its own, or why this machine gives none. */
function smallDisk(): { folder: string; whyNot?: string } {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { encoding: 'utf8' });
  return status === 0 ? { folder } : { folder, whyNot: stderr?.trim() || 'no mount on this machine' };
}

const wanted = LONG || STORAGE === 'embedded';
const disk = wanted ? smallDisk() : null;
if (disk?.whyNot !== undefined) process.stderr.write(`[faults] a full disk: NOT RUN, ${disk.whyNot}\n`);

(disk && disk.whyNot === undefined ? describe : describe.skip)('a disk without room', () => {
  const record = new RunRecord('faults-disk', 'Full disk of the embedded archive', 'npm run test:faults -- disk');
  const folder = disk?.folder ?? '';
  const ballast = join(folder, 'ballast');
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open({ storage: 'embedded', environment: { DATA_DIR: join(folder, 'data') } });
    record.seed(scene.seed);
    await scene.start();
  });
  afterEach(() => record.write());
  afterAll(async () => {
    await scene?.close();
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Takes all the room but so much; less where the service has taken some meanwhile. */
  const fill = (leave: number) => {
    const { bavail, bsize } = statfsSync(folder);
    try {
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };
  const statusesSince = async (call: number) => (await scene.ledger.read()).slice(call).map(({ answered }) => answered.status);

  it('F14: answers 503 without disk space, leaves nothing, and works again when there is space', async () => {
    const recorded = record.case('F14', 'disk of database and files full, repeatedly');
    const chance = new Chance(scene.seed);
    const habits = { largest: 150_000, large: 0 };
    let [full, operations] = [0, 0];
    for (let time = 0; time < TIMES; time++) {
      const before = (await scene.ledger.read()).length;
      fill(chance.whole(600_000));
      const traffic = scene.traffic({ name: `full${time}`, clients: 5, habits: { ...habits, repeats: 0 } }).start(STEPS);
      await traffic.done();
      const statuses = await statusesSince(before);
      rmSync(ballast);
      expect(statuses.filter((status) => status === null || (status >= 500 && status !== 503))).toEqual([]);
      full += statuses.filter((status) => status === 503).length;
      await until('there is room again', async () => (await fetch(`${await scene.door.url(0)}/saude/pronta`)).status === 200);
      const after = scene.traffic({ name: `room${time}`, clients: 3, habits }).start(8);
      await after.done();
      const { text, kinds, acknowledged, refused, unknown } = await scene.look({ onlyNew: true });
      expect([...traffic.misread, ...after.misread]).toEqual([]);
      expect([text, kinds]).toEqual([text, []]);
      operations = acknowledged + refused + unknown;
      recorded.unknown = unknown;
      recorded.runs++;
      await scene.archive.passLeases();
      await scene.archive.sweep();
    }
    expect(full).toBeGreaterThan(0);
    const { text, kinds, findings } = await scene.lookSwept({ onlyNew: true });
    expect([text, kinds]).toEqual([text, []]);
    expect(await readdir(join(folder, 'data', 'files', 'incoming'))).toEqual([]);
    Object.assign(recorded, { operations, lost: findings.length, note: `${full} calls found no room`, result: 'passed' });
  });
});
