/** The pages of the site: those of docs in each language, with links that hold there, and the reference of the API. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryOf } from '../release/names.mjs';
import { referencePages } from './reference.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const PAGES = join(ROOT, '.cache/site-pages');
export const SITE = join(ROOT, '.cache/site');
export const LANGUAGES = ['pt', 'en'];

const namesIn = (folder) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
/** Operators' pages are in English beside the guide, and in Portuguese with it. */
const english = namesIn('docs/en');
const SOURCES = {
  pt: namesIn('docs/pt').map((name) => `docs/pt/${name}`),
  en: [...english.map((name) => `docs/en/${name}`), ...namesIn('docs/pt').filter((name) => !english.includes(name)).map((name) => `docs/${name}`)], // prettier-ignore
};
const placeOf = (language, source) => `${language}/${posix.basename(source).replace('README.md', 'index.md')}`;
const PLACES = new Map(LANGUAGES.flatMap((language) => SOURCES[language].map((source) => [source, placeOf(language, source)])));
/** The reference has the table of operations. */
const reference = (language) => `${language}/api/index.md`;

const FENCED = /^```[\s\S]*?^```$/gm;
const LINK = /\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]+)?\)/g;
const EDITION = /^\[(Português|English)\]\([^)]+\)\n+/m;
const COMMENT = /<!--[\s\S]*?-->\n*/g;

/** What is not in the site is in the repository. */
function leadingThere(source, place, path, fragment = '') {
  const target = posix.join(posix.dirname(source), path);
  if (!existsSync(join(ROOT, target))) throw new Error(`${source}: there is no ${target}`);
  const there = target === 'docs/operations.md' ? reference(place.slice(0, 2)) : (PLACES.get(target) ?? (target.startsWith('docs/img/') && target.slice('docs/'.length))); // prettier-ignore
  if (there) return `](./${posix.relative(posix.dirname(place), there)}${fragment})`;
  const kind = statSync(join(ROOT, target)).isDirectory() ? 'tree' : 'blob';
  return `](${repositoryOf(ROOT).url}/${kind}/main/${target}${fragment})`;
}

function pageOf(source, place) {
  const text = readFileSync(join(ROOT, source), 'utf8');
  const blocks = text.match(FENCED) ?? [];
  const prose = text
    .replace(FENCED, '```')
    .replace(COMMENT, '')
    .replace(EDITION, '')
    .replace(LINK, (_, path, fragment) => leadingThere(source, place, path, fragment));
  return prose.replace(/^```$/gm, () => blocks.shift());
}

const FIRST = `---
layout: home
hero:
  name: Acervo
  text: Documentação · Documentation
  actions:
    - { text: Português, link: /pt/, theme: brand }
    - { text: English, link: /en/, theme: alt }
---
`;

function write(place, text) {
  mkdirSync(dirname(join(PAGES, place)), { recursive: true });
  writeFileSync(join(PAGES, place), text);
}

export async function writePages() {
  rmSync(PAGES, { recursive: true, force: true });
  write('index.md', FIRST);
  for (const [source, place] of PLACES) write(place, pageOf(source, place));
  for (const language of LANGUAGES) for (const [place, text] of await referencePages(language)) write(place, text);
  cpSync(join(ROOT, 'docs/img'), join(PAGES, 'img'), { recursive: true });
  return relative(ROOT, PAGES);
}

/** The heading of a page. */
export const titleOf = (place) => /^# (.+)$/m.exec(readFileSync(join(PAGES, place), 'utf8'))?.[1] ?? place;
export const pagesIn = (folder) => readdirSync(join(PAGES, folder)).filter((name) => name.endsWith('.md'));
