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
}

const FENCE = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```$/gm;
const NOT_RUN = /<!-- not run: (.+?) -->\s*$/;

export const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(FENCE)].map(({ 1: language = '', 2: words = '', 3: text = '', index }) => {
    const before = markdown.slice(0, index);
    return { language, words: words.trim(), text, line: before.split('\n').length, notRun: NOT_RUN.exec(before)?.[1] ?? null };
  });
}

export const isShell = ({ language }: Block) => ['sh', 'bash', 'shell', 'console'].includes(language);

/** Names of the pages of the guide; each is there in every language. */
export const guide = (language: (typeof LANGUAGES)[number]) =>
  readdirSync(join(ROOT, 'docs', language))
    .filter((name) => name.endsWith('.md'))
    .sort();

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

export const runnable = (page: string) => blocksOf(read(page)).filter((block) => isShell(block) && block.notRun === null);
