import { swept } from '../e2e/support/adding-files';
import { STORAGE } from '../e2e/support/service';
import { missingOnEveryConnection } from './support/connections';
import { Coverage } from './support/coverage';
import type { DescribedOperation } from './support/document';
import { Judge } from './support/judge';
import { writeRecord } from './support/record';
import { IS_LONG, SEED } from './support/settings';
import { confusionsOf } from './support/types';
import { fuzzTitles, World } from './support/world';

jest.setTimeout(600_000);

/** The short form takes one of so many, which ones the seed says. */
const EVERY = IS_LONG ? 1 : 16;
const POOL = 4;

const titles = fuzzTitles();
const coverage = new Coverage();
const failed = new Set<string>(titles);
const start = performance.now();
let world: World;
let judge: Judge;
beforeAll(async () => {
  world = await World.open({ DATABASE_POOL: String(POOL) });
  judge = new Judge(world, coverage);
});
afterAll(async () => {
  process.stderr.write(`[types on ${STORAGE}] ACERVO_SEED=${SEED}\n${coverage.table()}\n`);
  writeRecord(
    'types',
    'Type confusion in every field, parameter and header, then unknown routes on every connection',
    start,
    coverage,
    failed,
  );
  await swept(world.scene.service);
  await world.scene.service.stop();
});

it.each(titles)('%s accepts no value of a wrong type', async (title) => {
  const operation = world.operations.get(title) as DescribedOperation;
  const found: string[] = [];
  const chosen = confusionsOf(operation).filter((_, index) => (index + SEED + titles.indexOf(title)) % EVERY === 0);
  for (const { name, change } of chosen) {
    const problems = await judge.problemsOf(operation, { kind: 'near', caller: 'right', changes: [change] });
    if (problems.length > 0) found.push(`${name}: ${problems.join('\n')}`);
  }
  expect(found).toEqual([]);
  failed.delete(title);
});

it('leaves unknown ids unknown on every connection', async () => {
  const { ids, found } = await missingOnEveryConnection(world, POOL);
  expect(found).toEqual([]);
  expect(new Set(ids).size).toBe(STORAGE === 'servers' ? POOL : 1);
});
