const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest. Jest knows by itself only on a machine that has run them; begun last, one of them keeps the other workers waiting. */
const LONGEST = [
  'groups/console',
  'groups/programs',
  'groups/limits',
  'groups/pages',
  'groups/reports',
  'groups/workflows',
  'groups/documents',
  'groups/creates',
  'groups/bags',
  'groups/files',
  'groups/accounts',
  'groups/archives',
  'contracts/store-clock',
  'contracts/file-storage',
  'contracts/level-merge',
  'contracts/audit-trail',
  'faults/kill',
  'faults/migrate',
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
