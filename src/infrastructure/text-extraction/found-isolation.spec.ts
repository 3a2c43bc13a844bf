import { FoundIsolation } from './found-isolation';
import { ISOLATIONS, type Isolation, type Program } from './isolation';

const [BEST] = ISOLATIONS as [Isolation];
const WEAKER: Isolation = { name: 'permissions', isOwnUser: !BEST.isOwnUser };
const MINUTE_MS = 60_000;

/** What is found by one search after the other. */
function found(...answers: (Isolation | null)[]) {
  const known: (Isolation | null)[] = [];
  let now = 0;
  const search = (_: Program, weaker: Isolation | null = null) => {
    known.push(weaker);
    return Promise.resolve(answers.shift() ?? null);
  };
  const isolation = new FoundIsolation(
    () => ({}) as Program,
    search,
    () => now,
  );
  const after = async (minutes: number) => {
    now += minutes * MINUTE_MS;
    await isolation.get();
    // A search that is begun by a question answers the next one.
    await new Promise(setImmediate);
    return isolation.get();
  };
  return { after, known };
}

it('searches once where the strictest works', async () => {
  const { after, known } = found(BEST);
  expect([await after(0), await after(1000), known]).toEqual([BEST, BEST, [null]]);
});

it('searches again a minute after it has found none', async () => {
  const { after, known } = found(null, null, BEST);
  expect([await after(0), await after(0.9), known.length]).toEqual([null, null, 1]);
  expect([await after(0.1), await after(1), await after(1000), known]).toEqual([null, BEST, BEST, [null, null, null]]);
});

it('searches for a stricter one than it has found, which is used meanwhile', async () => {
  const { after, known } = found(WEAKER, null, BEST);
  expect([await after(0), await after(9), known]).toEqual([WEAKER, WEAKER, [null]]);
  expect([await after(1), await after(10), await after(1000), known]).toEqual([WEAKER, BEST, BEST, [null, WEAKER, WEAKER]]);
});
