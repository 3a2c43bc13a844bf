// Two slow cores with two servers beside them: a test waits for a condition, and what never comes is told only here.
/* global jest, afterEach */
const { endWhatIsLeft } = require('./support/ends-with-test');

jest.setTimeout(240_000);
afterEach(async () => {
  // Set by environment.cjs.
  if (!globalThis.isTimeUp) return;
  globalThis.isTimeUp = false;
  await endWhatIsLeft();
});
