import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveDefinition, LevelDefinition } from '#domain/provisioning/archive-definition';
import { Chance } from '../e2e/support/chance';
import { EmbeddedScene } from './support/embedded-scene';
import { Operations } from './support/operations';
import { RunRecord } from './support/record';
import { command } from './support/service-process';
import { isTimeUp, LONG, size, STORAGE } from './support/size';
import { injectionOf, ONE_THREAD, whereStrace, type Injection } from './support/strace';

jest.setTimeout(size({ short: 600_000, long: 7_200_000 }));

const CALLS = ['fsync', 'fdatasync', 'pwrite64', 'rename', 'ftruncate'];
/** The calls that it makes of these. */
const CALLED = ['fsync', 'ftruncate', 'pwrite64'];
const LEVEL = 'Notas Fiscais';
/** More than were counted: the changes of other rounds differ a little. */
const MORE = 12;

const { program, whyNot } = whereStrace();
const wanted = LONG || STORAGE === 'embedded';
if (wanted && whyNot !== undefined) process.stderr.write(`[faults] system calls that end apply: NOT RUN, ${whyNot}\n`);

const levelsOf = (levels: readonly LevelDefinition[] = []): LevelDefinition[] =>
  levels.flatMap((level) => [level, ...levelsOf(level.levels)]);
const levelIn = ({ clients }: Pick<ArchiveDefinition, 'clients'>) =>
  levelsOf(clients.flatMap(({ levels }) => levels ?? [])).find(({ name }) => name === LEVEL) as LevelDefinition;

(wanted && whyNot === undefined ? describe : describe.skip)('an apply that ends at a system call', () => {
  const record = new RunRecord('faults-calls', 'System calls that end the service or fail', 'npm run test:faults -- calls --embedded');
  const chance = Chance.fromEnvironment();
  let scene: EmbeddedScene;
  let operations: Operations;
  let fields = 0;
  /** As the archive was before the command. */
  let former: ArchiveDefinition;
  beforeAll(async () => {
    process.stdout.write(`ACERVO_SEED=${chance.seed}\n`);
    record.seed(chance.seed);
    scene = await EmbeddedScene.open(ONE_THREAD);
    operations = new Operations(scene);
    await scene.start();
    for (let document = 0; document < 3; document++) await operations.change(await operations.document());
    former = await definition();
    await scene.service.kill();
  });
  afterEach(() => record.write());
  afterAll(() => scene?.close());

  const definition = () => scene.inside((archive) => archive.definition());
  const log = () => join(scene.dataDir, '..', 'apply.log');

  /** One more field of a level, by the command under strace. */
  const applied = async (...options: string[]) => {
    const label = `Campo ${++fields}`;
    const { clients } = structuredClone(former);
    (levelIn({ clients }).fields as object[]).push({ label, type: 'text' });
    const file = join(scene.dataDir, '..', 'archive.yaml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ clients }));
    // The command writes to the database alone. No --seccomp-bpf: with it strace 6.1 sends no signal.
    const paths = ['', '-wal', '-journal'].flatMap((suffix) => ['-P', join(scene.dataDir, `acervo.sqlite${suffix}`)]);
    const under = [program, '-f', '-o', log(), ...paths, ...options];
    const ended = await command(scene.environment, ['apply', file], undefined, under);
    return { label, ...ended };
  };

  /** A service starts, nothing is lost, and the change is there or not, whole; it must be there if the command has said so. */
  const seen = async ({ label, code, text }: Awaited<ReturnType<typeof applied>>): Promise<string[]> => {
    await scene.start();
    const report = await scene.look();
    await operations.change(await operations.document());
    const now = await definition();
    await scene.service.kill();
    const without = structuredClone(now);
    const level = levelIn(without);
    const has = level.fields?.some((field) => field.label === label) ?? false;
    level.fields = level.fields?.filter((field) => field.label !== label) ?? [];
    expect([text, without]).toEqual([text, former]);
    former = now;
    if (code === 0) expect([text, has]).toEqual([text, true]);
    return report.findings.length > 0 ? [report.text] : [];
  };

  const counts: Record<string, number> = {};
  beforeAll(async () => {
    const made = await applied('-e', `trace=${CALLS.join()}`);
    expect([made.code, made.text]).toEqual([0, made.text]);
    for (const [, call = ''] of readFileSync(log(), 'utf8').matchAll(/^\d+ +(\w+)\(/gm)) counts[call] = (counts[call] ?? 0) + 1;
    expect(await seen(made)).toEqual([]);
  });

  it('makes the calls that are tried, and no others of them', () => {
    process.stdout.write(`apply: ${JSON.stringify(counts)}\n`);
    expect(Object.keys(counts).sort()).toEqual(CALLED);
  });

  const FAULTS: readonly { id: string; what: Injection['what']; title: string }[] = [
    { id: 'N5', what: 'signal=SIGKILL', title: 'is met by SIGKILL' },
    { id: 'N5 EIO', what: 'error=EIO', title: 'fails with EIO' },
  ];
  it.each(LONG ? FAULTS : FAULTS.slice(0, 1))('is there whole or not at all when a call $title', async ({ id, what, title }) => {
    const run = record.case(id, `a system call of apply that ${title}`);
    const notes: string[] = [];
    Object.assign(run, { operations: 0, lost: 0 });
    for (const call of CALLED) {
      const count = counts[call] as number;
      const runs = run.runs;
      // Another round may make fewer: the first call is made by each.
      const moments = LONG ? Array.from({ length: count + MORE }, (_, index) => index + 1) : [1 + chance.whole(count), 1];
      for (const at of moments) {
        if (isTimeUp()) break;
        const made = await applied(...injectionOf({ call, at, what }));
        run.operations!++;
        const struck = what === 'error=EIO' ? /\(INJECTED\)/.test(readFileSync(log(), 'utf8')) : made.signal === 'SIGKILL';
        if (struck) run.runs++;
        const lost = await seen(made);
        run.lost! += lost.length;
        expect([call, at, lost]).toEqual([call, at, []]);
        if (LONG ? !struck && at > count : struck) break;
      }
      notes.push(`${call} ${run.runs - runs} (${count} counted)`);
      expect([call, run.runs > runs || isTimeUp()]).toEqual([call, true]);
    }
    run.note = notes.join(', ');
    process.stdout.write(`apply, ${what}: ${run.note}\n`);
    run.result = 'passed';
  });
});
