/** The named security cases, and which tests show them: a test's title begins with the numbers of its cases. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repositoryOf } from '../release/names.mjs';

/** The title of a test, after `(` or, where it is broken, on a line of its own. */
const TITLE = /(?:\(|^)\s*(['"`])((?:[A-Z]\d{1,2} )+)/gm;

export const readCases = (root) => JSON.parse(readFileSync(join(root, 'scripts/security/cases.json'), 'utf8'));

const specsIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** File names without their ending, by case. */
export function testsByCase(root) {
  const known = new Map(readCases(root).map(({ id }) => [id, new Set()]));
  for (const file of ['test', 'libs', 'src'].flatMap((folder) => specsIn(join(root, folder))).sort()) {
    for (const [, , numbers] of readFileSync(file, 'utf8').matchAll(TITLE)) {
      for (const id of numbers.trim().split(' ')) known.get(id)?.add(relative(root, file).replace(/\.spec\.ts$/, ''));
    }
  }
  return known;
}

const short = (file) => file.replace(/^test\/e2e\//, '').replace(/^(libs\/[^/]+)\/src\//, '$1/');

/** The table of SECURITY.md. */
export function casesTable(root) {
  const tests = testsByCase(root);
  const rows = readCases(root).map(({ id, title, note, applies = true }) => {
    const shownBy = applies ? [...tests.get(id)].map((file) => `\`${short(file)}\``).join(', ') : 'not applicable';
    return `| ${id} | ${note ? `${title}. ${note}` : title} | ${shownBy} |`;
  });
  return ['| Case | What is tried | Shown by |', '| --- | --- | --- |', ...rows].join('\n');
}

/** SECURITY.md as it should be: its address and its table are written here. */
export function securityPage(root) {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  return withPart(withPart(text, 'address', addressText(root)), 'cases', casesTable(root));
}

/** Where vulnerabilities are reported. */
const addressText = (root) =>
  `Report a problem in the code at **<${repositoryOf(root).url}/security/advisories/new>**, GitHub's form for private reports: only maintainers read it.`;

function withPart(text, name, part) {
  const [begin, end] = [`<!-- ${name}: made by node scripts/security.mjs -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`SECURITY.md has lost the marks around its ${name}`);
  return `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`;
}
