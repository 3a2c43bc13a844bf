const { basename, join, relative } = require('node:path');
const { readFileSync, writeFileSync } = require('node:fs');

const root = join(__dirname, '..');
const FILE = join(__dirname, 'times.json');
const read = () => JSON.parse(readFileSync(FILE, 'utf8'));
/** Files that are quicker are not worth a line. */
const LEAST_SECONDS = 2;

/** Jest's reporter: with `npm test -- --times` the run records how long each file took, and each spec file of a group. */
class Times {
  onRunStart() {
    this.asked = process.env.ACERVO_TIMES;
    this.seconds = new Map();
    this.last = new Map();
  }

  onTestFileStart({ path }) {
    this.last.set(path, Date.now());
  }

  /** Hooks are told with the test that they came before. */
  onTestCaseResult({ path }, { ancestorTitles: [first = ''] }) {
    this.add(path, first.endsWith('.spec.ts') ? first : null);
  }

  onTestFileResult({ path }) {
    this.add(path, null);
  }

  onRunComplete() {
    if (!this.asked) return;
    const found = [...this.seconds].map(([name, ms]) => [name, Math.round(ms / 1000)]).filter(([, seconds]) => seconds >= LEAST_SECONDS);
    const all = { ...read(), [this.asked]: Object.fromEntries(found.sort(([, one], [, other]) => other - one)) };
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(Object.entries(all).sort()), null, 2)}\n`);
  }

  add(path, spec) {
    const now = Date.now();
    const passed = now - this.last.get(path);
    this.last.set(path, now);
    for (const name of [relative(root, path), ...(spec ? [`${basename(path)} > ${spec}`] : [])])
      this.seconds.set(name, (this.seconds.get(name) ?? 0) + passed);
  }
}

let recorded;
/** The longest that a file took in any stage, in seconds. */
function longest(path) {
  recorded ??= read();
  const name = relative(root, path);
  return Math.max(0, ...Object.values(recorded).map((stage) => stage[name] ?? 0));
}

module.exports = Times;
module.exports.longest = longest;
