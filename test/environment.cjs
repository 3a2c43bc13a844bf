const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** Until it is disabled, Node copies it to each promise: those of files that have ended made the next ones slower and slower. */
const used = new Set();
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...given) {
    used.add(this);
    return original.apply(this, given);
  };
}

/** Jest goes on when the time of a test is up, and so does what the test has started: `endsWithTest` (test/support/ends-with-test.ts) ends it. */
module.exports = class extends TestEnvironment {
  handleTestEvent({ name, error }) {
    if (name === 'test_fn_failure' && /^(Error: )?(thrown: )?"?Exceeded timeout/.test(String(error?.message ?? error))) {
      this.global.isTimeUp = true;
    }
  }

  async teardown() {
    await super.teardown();
    used.forEach((storage) => storage.disable());
    used.clear();
  }
};
