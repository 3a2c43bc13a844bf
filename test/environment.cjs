const { TestEnvironment } = require('jest-environment-node');

/** Jest goes on when the time of a test is up, and so does what the test has started: `endsWithTest` (test/support/ends-with-test.ts) ends it. */
module.exports = class extends TestEnvironment {
  handleTestEvent({ name, error }) {
    if (name === 'test_fn_failure' && /^(Error: )?(thrown: )?"?Exceeded timeout/.test(String(error?.message ?? error))) {
      this.global.isTimeUp = true;
    }
  }
};
