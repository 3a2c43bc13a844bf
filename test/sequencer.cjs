const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest. Jest knows by itself only on a machine that has run them; begun last, one of them keeps the other workers waiting. */
const LONGEST = [
  'groups/console',
  'groups/programs',
  'groups/limits',
  'groups/signatures',
  'groups/creates',
  'groups/reports',
  'groups/files',
  'groups/bags',
  'groups/http',
  'groups/lists',
  'groups/documents',
  'groups/pages',
  'groups/archives',
  'groups/workflows',
  'groups/accounts',
  'contracts/groups/verification',
  'contracts/groups/stores',
  'contracts/groups/finding',
  'contracts/groups/searching',
  'contracts/groups/trail',
  'contracts/groups/archives',
  'contracts/groups/files',
  'faults/kill',
  'faults/migrate',
  'faults/reading',
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
