const { default: Sequencer } = require('@jest/test-sequencer');
const { longest } = require('./times.cjs');

/** The files that take longest: Jest knows by itself only on a machine that has run them, and begun last, one of them keeps the other workers waiting. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => longest(other.path) - longest(one.path));
  }
};
