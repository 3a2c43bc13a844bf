import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGE_LANGUAGES, withErrorTables } from '../../scripts/docs/errors-table';
import { acervo } from '#src/cli/program';
import {
  blocksOf,
  commandsOf,
  editions,
  EXPLAINED,
  guide,
  isShell,
  LANGUAGES,
  operatorPages,
  pages,
  read,
  ROOT,
  runnable,
  type Block,
} from '../support/doc-pages';

const PACKAGE = JSON.parse(read('package.json')) as { version: string; scripts: Record<string, string> };
/** Pages whose commands are run. */
const GUIDE = LANGUAGES.flatMap((language) => guide(language).map((name) => `docs/${language}/${name}`));
const OPERATORS = operatorPages()
  .flatMap((name) => [`docs/pt/${name}`, `docs/${name}`])
  .filter((page) => existsSync(join(ROOT, page)));
const RUN = ['README.md', ...GUIDE, ...OPERATORS];

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found as string);
const at = (page: string, { line }: Block) => `${page}, line ${line}`;
const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '');
/** As web pages of repositories name a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

describe('the guide', () => {
  const [portuguese, english] = LANGUAGES;

  it('has the same pages in both languages', () => {
    expect(guide(portuguese)).toEqual(guide(english));
  });

  it('contains only commands and their output', () => {
    const strange = GUIDE.flatMap((page) => {
      const blocks = blocksOf(read(page));
      const isAnswer = (index: number) => {
        const before = blocks[index - 1];
        return ['json', 'text'].includes(blocks[index]?.language ?? '') && before && isShell(before) && before.notRun === null;
      };
      return blocks.filter((block, index) => !isShell(block) && !isAnswer(index)).map((block) => at(page, block));
    });
    expect(strange).toEqual([]);
  });

  it.each(PAGE_LANGUAGES)('lists every error of the code (%s; npm run operations writes it)', (language) => {
    const page = read(`docs/${language}/errors.md`);
    expect(page).toBe(withErrorTables(page, language));
  });

  it.each(LANGUAGES)('states the default limits (%s)', (language) => {
    const settings = new Map([...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
    const rows = [...read(`docs/${language}/limits.md`).matchAll(/^\| [^|]+ \| +(\S+) +\|[^|]*\| +`([A-Z_]+)` +\|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(([, value, name]) => `${name}=${value}`)).toEqual(rows.map(([, , name]) => `${name}=${settings.get(name)}`));
  });
});

describe('both languages', () => {
  const shown = (page: string) =>
    blocksOf(read(page)).map((block) => ({
      kind: `${block.language} ${block.words}`,
      // What explains a line stands behind it, in the language of the page.
      text: isShell(block) || block.language === 'yaml' ? commandsOf(block) : block.text,
      notRun: block.notRun,
      runBy: block.runBy,
    }));
  const outline = (page: string) => matches(withoutBlocks(read(page)), /^(#+) /gm);
  const explained = EXPLAINED.map((name): [string, string] => [`docs/pt/${name}`, `docs/${name}`]);

  it.each(editions())('%s has the same commands and answers as %s', (portuguese, english) => {
    expect(shown(portuguese)).toEqual(shown(english));
  });

  it.each([...editions(), ...explained])('%s has the sections of %s', (portuguese, english) => {
    expect(outline(portuguese)).toEqual(outline(english));
  });
});

describe('tables', () => {
  /** Of each row, its figures; a comma is the point of a Portuguese one. */
  const figures = (page: string) =>
    matches(withoutBlocks(read(page)), /^(\|.*\|)$/gm)
      .filter((row) => !/^[|\s:-]+$/.test(row))
      .map((row) => matches(row, /(\d+(?:[.,]\d+)*)/g).map((figure) => figure.replaceAll(',', '.')));

  it.each(['billing.md', 'scaling.md'])('of %s have the same figures in both languages', (name) => {
    expect(figures(`docs/${name}`).flat().length).toBeGreaterThan(30);
    expect(figures(`docs/pt/${name}`)).toEqual(figures(`docs/${name}`));
  });
});

describe('a block run by another test', () => {
  const taken = OPERATORS.flatMap((page) => blocksOf(read(page)).flatMap(({ runBy }) => (runBy === null ? [] : [[page, runBy] as const])));

  it.each(taken)('%s: is read by %s', (page, runBy) => {
    expect(read(runBy)).toContain(page.replace('docs/pt/', 'docs/'));
  });
});

describe('a block that is not run', () => {
  const kept = RUN.flatMap((page) =>
    blocksOf(read(page)).flatMap((block) => (block.notRun === null ? [] : [[at(page, block), block] as const])),
  );

  it.each(kept.map(([where, block]) => [where, block.notRun, block] as const))('%s: %s', (_, reason, block) => {
    expect(reason).toMatch(/\w{3}/);
    expect(commandsOf(block).filter((line) => !/\bnpm (start|test|run)\b|^(export|docker|helm|kubectl) /.test(line))).toEqual([]);
  });

  it('is absent in most pages', () => {
    expect(RUN.filter((page) => runnable(page).length > 0).length).toBeGreaterThan(RUN.length / 2);
  });
});

const COMMANDS = [...acervo({ archive: fail, outside: fail }).commands.map((command) => command.name()), 'help'];
function fail(): never {
  throw new Error('nothing is run');
}

describe('all pages', () => {
  it.each(pages())('%s: its commands exist', (page) => {
    const text = read(page);
    const scripts = matches(text, /\bnpm run (?:-s |--silent )?([\w:-]+)/g).filter((name) => !(name in PACKAGE.scripts));
    const commands = matches(text, /\bnpm run (?:-s |--silent )?acervo -- ([\w-]+)/g).filter((name) => !COMMANDS.includes(name));
    const programs = matches(text, /\bnode ((?:scripts|bench|test)\/\S+?\.[cm]?js)/g).filter((file) => !existsSync(join(ROOT, file)));
    expect([...scripts, ...commands, ...programs]).toEqual([]);
  });

  it.each(pages())('%s: its links resolve', (page) => {
    const links = matches(read(page), /\]\((?!\w+:)([^)\s]+)\)/g);
    const broken = links.filter((link) => {
      const [path = '', fragment] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return (
        fragment !== undefined && target.endsWith('.md') && !matches(read(target), /^#+ (.+)$/gm).some((it) => anchor(it) === fragment)
      );
    });
    expect(broken).toEqual([]);
  });
});

describe('the first call', () => {
  const page = read('docs/first-call.md');
  const shown = blocksOf(read('README.md').split('\n## Clients\n')[0] as string)
    .filter((block) => isShell(block) && !block.text.startsWith('PORT='))
    .flatMap(commandsOf);

  it('was measured with the README, in time (npm run first-call -- --cold)', () => {
    expect(shown.length).toBeGreaterThan(6);
    expect(shown.filter((line) => !page.includes(line))).toEqual([]);
    expect(page).toContain('target ≤ 300: met');
  });

  it('contains no machine details or secrets', () => {
    expect(page).not.toMatch(/\/(tmp|home|root|Users|var|work)\/|\beyJ[\w-]{8}|\/compartilhado\/\w/);
  });
});

describe('the changelog', () => {
  it('has an entry for the current version', () => {
    expect(matches(read('CHANGELOG.md'), /^## \[([^\]]+)\]/gm)).toContain(PACKAGE.version);
  });
});
