// Writes docs/licences.md: every package that the service runs with or that is in the scripts of the console, and its licence. `--check` compares instead. A licence that is not allowed fails.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { conclude, deliveredPackages, readJson, textOf } from './supply/packages.mjs';

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** libvips, a library in a file of its own that can be exchanged, and what sharp links it into. */
const LGPL_BY_NAME = /^@img\/sharp-/;
/** Packages whose package.json has no `license` of the form that npm copies into the lock file: read from their LICENSE or README files. */
const READ_BY_HAND = { 'busboy@1.6.0': 'MIT', 'passport-strategy@1.0.0': 'MIT', 'pause@0.0.1': 'MIT', 'streamsearch@1.1.0': 'MIT' };

/** Of `(A OR B)` one is enough, of `(A AND B)` all are needed; a mixture of both is for a person to read. */
function isAllowed(expression, name) {
  const allows = (licence) => ALLOWED.has(licence) || (licence === 'LGPL-3.0-or-later' && LGPL_BY_NAME.test(name));
  const [any, all] = [' OR ', ' AND '].map((word) => expression.replace(/^\(|\)$/g, '').split(word));
  if (any.length > 1 && all.length > 1) return false;
  return any.length > 1 ? any.some(allows) : all.every(allows);
}

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const folder = positionals[0] ?? '.';

const production = new Map(
  deliveredPackages(readJson(folder, 'package-lock.json')).map(({ name, version, license }) => [
    `${name}@${version}`,
    { name, version, licence: license ?? READ_BY_HAND[`${name}@${version}`] },
  ]),
);
const packages = [...production.keys()].sort().map((key) => production.get(key));
const licences = [...new Set(packages.map(({ licence }) => licence))].sort();

const page = `# Licences

Made by \`npm run licences\` from \`package-lock.json\`, checked by \`npm run lint\`: the ${packages.length} packages that the service runs with, on any platform, or that are in the scripts of the console. The service itself is MIT.
A licence that \`scripts/licences.mjs\` does not allow fails the check.

| Licence | Packages |
| --- | ---: |
${licences.map((licence) => `| ${licence} | ${packages.filter((each) => each.licence === licence).length} |`).join('\n')}

| Package | Version | Licence |
| --- | --- | --- |
${packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`;

const refused = packages
  .filter(({ name, licence }) => !licence || !isAllowed(licence, name))
  .map(({ name, version, licence }) => `${name} ${version} is under ${licence ?? 'no licence that it names'}, which is not allowed`);
const stale =
  values.check && textOf(folder, 'docs/licences.md') !== page ? ['not what the lock file says; `npm run licences` writes it'] : [];
if (!values.check && refused.length === 0) writeFileSync(join(folder, 'docs/licences.md'), page);
conclude('docs/licences.md', [...refused, ...stale], `${packages.length} packages under allowed licences`);
