import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts/reliability.mjs');

const KILLED = {
  suite: 'faults-kill',
  title: 'The service is killed',
  command: 'npm run test:faults -- kill',
  date: '2026-11-22',
  seconds: 7265.4,
  seeds: [1, 2],
  cases: [
    { id: 'F2', title: 'SIGKILL at random moments', runs: 200, operations: 12345, unknown: 37, lost: 0, result: 'passed', note: 'on a|b' },
    { id: 'F3', title: 'Power cut', result: 'not run', note: 'needs a machine of its own' },
  ],
  found: [
    { what: 'A killed upload stayed.', fixed: true },
    { what: 'A lease is kept.', fixed: false },
  ],
};
const FUZZED = {
  ...KILLED,
  suite: 'fuzz',
  title: 'Bad input',
  command: 'npm run test:fuzz',
  seconds: 42,
  seeds: [],
  cases: [{ id: '4.4', title: 'Search', inputs: 1000000, answers5xx: 0, result: 'passed' }],
  found: [{ what: 'A killed upload stayed.', fixed: true }],
};

describe('docs/reliability.md', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'acervo-records-'));
    mkdirSync(join(folder, 'docs/reliability'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const record = (file: string, content: unknown) => writeFileSync(join(folder, 'docs/reliability', file), JSON.stringify(content));
  const findings = (...options: string[]) => spawnSync(process.execPath, [SCRIPT, ...options, folder], { encoding: 'utf8' }).stderr.trim();

  it('lists each suite, the totals, each defect once, and what was not run', () => {
    record('faults-kill.json', KILLED);
    record('fuzz.json', FUZZED);
    expect(findings()).toBe('');
    const text = readFileSync(join(folder, 'docs/reliability.md'), 'utf8').replace(/ +\|/g, ' |').replace(/\| +/g, '| ');
    for (const wanted of [
      '| Faults injected | 200 |',
      '| Operations | 12 345 |',
      '| Invalid and random inputs | 1 000 000 |',
      '`npm run test:faults -- kill`, 2026-11-22, 121 min 5 s. Seeds: 1, 2. Record: [faults-kill.json](reliability/faults-kill.json).',
      '| F2 | SIGKILL at random moments | 200 | 12 345 | 37 | 0 | passed | on a\\|b |',
      '`npm run test:fuzz`, 2026-11-22, 42 s. Record: [fuzz.json](reliability/fuzz.json).\n',
      '| 4.4 | Search | 1 000 000 | 0 | passed |',
      '1. A killed upload stayed.\n2. **Open:** A lease is kept.\n\n',
      '## Not run\n\n- F3, Power cut (`npm run test:faults -- kill`): needs a machine of its own\n',
    ]) {
      expect(text).toContain(wanted);
    }
  });

  it('is reported when older than its records', () => {
    record('fuzz.json', FUZZED);
    expect(findings('--check')).toContain('`npm run reliability` writes it');
    expect(findings()).toBe('');
    expect(findings('--check')).toBe('');
    record('fuzz.json', { ...FUZZED, seconds: 43 });
    expect(findings('--check')).toContain('`npm run reliability` writes it');
  });

  const withCase = (changes: object) => ({ cases: [{ ...FUZZED.cases[0], ...changes }] });

  it('is not written from invalid or contradictory records', () => {
    const wrong: [changes: object, finding: string][] = [
      [{ author: 'me' }, 'the record must NOT have additional properties author'],
      [withCase({ failures: 3 }), '/cases/0 must NOT have additional properties failures'],
      [{ seeds: undefined }, "the record must have required property 'seeds'"],
      [withCase({ result: 'ok' }), '/cases/0/result must be equal to one of the allowed values'],
      [withCase({ lost: -1 }), '/cases/0/lost must be >= 0'],
      [{ date: '22/11/2026' }, '/date must match pattern'],
      [{ suite: 'other' }, 'the suite other belongs into other.json'],
      [withCase({ lost: 1 }), '4.4 lost or failed something and says that it passed'],
      [withCase({ answers5xx: 1 }), '4.4 lost or failed something and says that it passed'],
      [withCase({ inputs: 0 }), '4.4 passed, but counts nothing'],
      [withCase({ result: 'not run' }), '4.4 was not run, but counts something'],
      [{ cases: [FUZZED.cases[0], FUZZED.cases[0]] }, 'there are two cases 4.4'],
    ];
    wrong.forEach(([changes], index) => record(`fuzz-${index}.json`, { ...FUZZED, suite: `fuzz-${index}`, ...changes }));
    const found = findings();
    expect(wrong.filter(([, finding], index) => !found.includes(`fuzz-${index}.json: ${finding}`))).toEqual([]);
    expect(existsSync(join(folder, 'docs/reliability.md'))).toBe(false);
  });
});
