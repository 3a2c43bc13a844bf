/** What `bench:ingest` measures, and what the design asks of it (ratios to the floor; RSS over idle in MiB; event loop in ms). */
const MB = 1_000_000;
const LOOP_MS = 50;

/** `count` times in a row by each of `parallel` clients make one measurement; `rounds` of them are compared in pairs. */
export const CASES = [
  { name: '1', title: 'create, 1 MB', kind: 'upload', size: MB, count: 50, rounds: 9, targets: { ratio: 0.75 } },
  { name: '10', title: 'create, 10 MB', kind: 'upload', size: 10 * MB, count: 10, rounds: 9, targets: { ratio: 0.8, loopMs: LOOP_MS } },
  { name: '100', title: 'create, 100 MB', kind: 'upload', size: 100 * MB, count: 2, rounds: 9, targets: { ratio: 0.85, loopMs: LOOP_MS } },
  {
    name: '1000',
    title: 'create, 1000 MB',
    kind: 'upload',
    size: 1000 * MB,
    rounds: 5,
    targets: { ratio: 0.9, rssMiB: 64, loopMs: LOOP_MS },
  },
  {
    name: '8x100',
    title: 'create, 8 × 100 MB at once',
    kind: 'upload',
    size: 100 * MB,
    parallel: 8,
    rounds: 3,
    targets: { rssMiB: 160, loopMs: LOOP_MS },
  },
  {
    name: 'answer',
    title: 'answer 2.5 as JSON, 100 MB',
    kind: 'download',
    size: 100 * MB,
    count: 2,
    rounds: 9,
    targets: { ratio: 0.9, rssMiB: 64, loopMs: LOOP_MS },
  },
].map((entry) => ({ count: 1, parallel: 1, ...entry }));
