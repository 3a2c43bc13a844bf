import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '..', '..');
const CATALOGUE = { A: 26, B: 7, D: 13, E: 11, X: 12, H: 10, G: 8, U: 9, W: 6, M: 13 };

interface Facts {
  cases: { id: string; applies?: boolean; note?: string }[];
  tests: Record<string, string[]>;
  expected: string;
}

/** Jest cannot import a module of scripts; Node can. */
const facts = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { readCases, securityPage, testsByCase } from ${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/security/cases.mjs')).href)};
       const [root] = process.argv.slice(1);
       const tests = Object.fromEntries([...testsByCase(root)].map(([id, files]) => [id, [...files]]));
       console.log(JSON.stringify({ cases: readCases(root), tests, expected: securityPage(root) }));`,
      ROOT,
    ],
    { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  ),
) as Facts;

describe('the security cases', () => {
  it('are all of the catalogue, in order', () => {
    const numbers = Object.entries(CATALOGUE).flatMap(([group, last]) =>
      Array.from({ length: last }, (_, index) => `${group}${index + 1}`),
    );
    expect(facts.cases.map(({ id }) => id)).toEqual(numbers);
  });

  it('are each in the title of a test, or state why they do not apply', () => {
    const lacking = facts.cases.filter(({ id, applies = true, note }) => (applies ? facts.tests[id]!.length === 0 : !note));
    expect(lacking.map(({ id }) => id)).toEqual([]);
    expect(facts.cases.filter(({ id, applies = true }) => !applies && facts.tests[id]!.length > 0)).toEqual([]);
  });

  it('are listed in SECURITY.md with their tests, below the address (node scripts/security.mjs writes it)', () => {
    expect(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')).toBe(facts.expected);
  });

  it('mentioned in SECURITY.md exist', () => {
    const [text] = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').split('<!-- cases') as [string];
    const known = new Set(facts.cases.map(({ id }) => id));
    const named = [...text.matchAll(/\b[ABDEGHMUWX]\d{1,2}\b/g)].map(([id]) => id);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });
});
