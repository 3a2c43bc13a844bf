const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest. Jest knows by itself only on a machine that has run them; begun last, one of them keeps the other workers waiting. */
const LONGEST = [
  'e2e/histories',
  'e2e/8.2-report-streaming',
  'contracts/file-storage',
  'e2e/authorization-matrix',
  'e2e/apply-archive-rows',
  'e2e/2.2-add-files',
  'e2e/create-uploads',
  'e2e/docs.spec',
  'e2e/2.3-upload-files',
  'e2e/2.6-sign-large',
  'contracts/billing.spec',
  'contracts/audit-trail',
];
const rankOf = ({ path }) => {
  const rank = LONGEST.findIndex((name) => path.includes(`/${name}`));
  return rank < 0 ? LONGEST.length : rank;
};

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rankOf(one) - rankOf(other));
  }
};
