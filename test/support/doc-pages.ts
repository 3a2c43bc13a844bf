import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');
export const LANGUAGES = ['pt', 'en'] as const;

export interface Block {
  language: string;
  /** What stands behind the language, such as `refused=422`. */
  words: string;
  text: string;
  line: number;
  /** The reason of `<!-- not run: … -->` above the block. */
  notRun: string | null;
  /** The test of `<!-- run by: … -->` above the block, which takes the commands from the page. */
  runBy: string | null;
}

const FENCE = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```$/gm;
const NOT_RUN = /<!-- not run: (.+?) -->\s*$/;
const RUN_BY = /<!-- run by: (.+?) -->\s*$/;
/** Written by a script, and in English alone. */
const GENERATED = /^Made by `npm run/m;

export const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(FENCE)].map(({ 1: language = '', 2: words = '', 3: text = '', index }) => {
    const before = markdown.slice(0, index);
    const mark = (pattern: RegExp) => pattern.exec(before)?.[1] ?? null;
    return { language, words: words.trim(), text, line: before.split('\n').length, notRun: mark(NOT_RUN), runBy: mark(RUN_BY) };
  });
}

export const isShell = ({ language }: Block) => ['sh', 'bash', 'shell', 'console'].includes(language);

const namesIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .sort();

/** In both languages by itself; for engineers, in English alone. */
const OTHERS = ['glossary.md', 'house.md', 'releasing.md'];

/** Pages for operators: in English in `docs`, in Portuguese in `docs/pt`. */
export const operatorPages = () => namesIn('docs').filter((name) => !OTHERS.includes(name) && !GENERATED.test(read(`docs/${name}`)));

/** Pages in Portuguese of what a script writes in English: they explain its tables, or are written by it too. */
export const EXPLAINED = ['configuration.md', 'performance.md'];

/** Names of the pages of the guide; each is there in every language. */
export const guide = (language: (typeof LANGUAGES)[number]) => {
  const others = [...operatorPages(), ...EXPLAINED];
  return namesIn(`docs/${language}`).filter((name) => language === 'en' || !others.includes(name));
};

/** Both editions of a page; nothing says that they are there. */
export const editions = (): [portuguese: string, english: string][] => [
  ...guide('en').map((name): [string, string] => [`docs/pt/${name}`, `docs/en/${name}`]),
  ...operatorPages().map((name): [string, string] => [`docs/pt/${name}`, `docs/${name}`]),
];

/** What a reader types, without what explains it. */
export const commandsOf = ({ text }: Block) =>
  text
    .split('\n')
    .map((line) => line.replace(/(^|\s)# .*$/, '').trimEnd())
    .filter(Boolean);

/** Every page of the project: beside the code, and below `docs`. */
export const pages = (): string[] =>
  ['.', 'docs']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: folder === 'docs' }).map((name) => join(folder, String(name))))
    .filter((name) => name.endsWith('.md'))
    .sort();

export const runnable = (page: string) =>
  blocksOf(read(page)).filter((block) => isShell(block) && block.notRun === null && block.runBy === null);
