import * as fc from 'fast-check';
import { swept } from '../e2e/support/adding-files';
import { STORAGE } from '../e2e/support/service';
import { Coverage } from './support/coverage';
import type { DescribedOperation } from './support/document';
import { Judge } from './support/judge';
import { inputsOf, type Input } from './support/mutations';
import { writeRecord } from './support/record';
import { RUNS, SECONDS, SEED } from './support/settings';
import { fuzzTitles, World } from './support/world';

jest.setTimeout(180_000 + SECONDS * 1000);

const titles = fuzzTitles();
const coverage = new Coverage();
const failed = new Set<string>(titles);
const start = performance.now();
let world: World;
let judge: Judge;
beforeAll(async () => {
  world = await World.open();
  judge = new Judge(world, coverage);
});
afterAll(async () => {
  process.stderr.write(
    `[fuzz on ${STORAGE}] ACERVO_SEED=${SEED}, a bystander called ${world.bystander.calls} times\n${coverage.table()}\n`,
  );
  writeRecord('openapi', 'Valid, near-valid and hostile calls from the OpenAPI document', start, coverage, failed);
  await swept(world.scene.service);
  await world.scene.service.stop();
});

it('describes every route', () => {
  expect([...world.operations.keys()].sort()).toEqual([...titles].sort());
});

async function check(operation: DescribedOperation, inputs: fc.Arbitrary<Input>, seed: number, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(inputs, async (input) => {
    const problems = await judge.problemsOf(operation, input);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  const result = await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false });
  if (!result.failed) return;
  throw new Error(
    `${(result.errorInstance as Error).message}\nACERVO_SEED=${SEED}, ${result.numRuns} inputs, path ${result.counterexamplePath}`,
  );
}

it.each(titles)('%s conforms to its declaration for any input', async (title) => {
  const operation = world.operations.get(title) as DescribedOperation;
  const inputs = inputsOf(world.document, operation);
  // A seed of its own, lest all operations get alike inputs.
  const seed = SEED + titles.indexOf(title);
  await check(operation, inputs, seed, RUNS);
  // Chance may have made none that is valid, or only such as the archive refuses.
  const valid = inputs.filter(({ kind }) => kind === 'valid');
  for (let more = 0; coverage.served(title) === 0 && more < 10; more++) await check(operation, valid, seed + more, 5);
  expect(coverage.served(title)).toBeGreaterThan(0);
  failed.delete(title);
});
