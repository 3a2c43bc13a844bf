import { wordsOf } from '#domain/documents/words';

/** Of one file; more is cut. */
export const MOST_TEXT_BYTES = 1024 ** 2;
export const MOST_PAGES = 2000;
const MOST_PAGE_CHARACTERS = 64 * 1024;
/** A page of what has none of its own. */
const FLOW_CHARACTERS = 4000;

/** Control characters that no text needs. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const tidy = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** A word that a line ends within. */
const BROKEN = /(\p{L}{2,})[-\u00ad\u2010]\n[ \t]*(\p{Ll}{2,})/gu;

/** The words of a page; one that is divided at the end of a line also as a whole. */
export function wordsOfPage(page: string): string[] {
  const whole = Array.from(page.matchAll(BROKEN), ([, start = '', end = '']) => start + end);
  return wordsOf(whole.length === 0 ? page : `${page}\n${whole.join(' ')}`);
}

/** Hands the text of a file on as pages, as much as is kept. */
export class PageWriter {
  private bytes = 0;
  private pages = 0;
  private flowing = '';
  /** Nothing more is kept. */
  isFull = false;
  /** There was more than is kept. */
  isCut = false;

  constructor(private readonly send: (page: string) => void) {}

  /** One page of the file, which may be empty: pages keep their numbers. */
  page(text: string): void {
    if (this.isFull) return;
    const tidied = tidy(text);
    const page = tidied.slice(0, MOST_PAGE_CHARACTERS).toWellFormed();
    this.bytes += Buffer.byteLength(page);
    if (++this.pages > MOST_PAGES || this.bytes > MOST_TEXT_BYTES) {
      this.isFull = this.isCut = true;
      return;
    }
    if (page.length < tidied.length) this.isCut = true;
    this.send(page);
  }

  /** Text without pages: cut at the ends of lines, where there are any. */
  flow(text: string): void {
    // What is not kept must not grow: a spreadsheet can name one long text in each of its cells.
    if (this.isFull) return;
    this.flowing += text;
    this.cut(2 * FLOW_CHARACTERS);
  }

  /** The end of a sheet, a slide or the file. */
  endFlow(): void {
    this.cut(FLOW_CHARACTERS);
    this.filled(this.flowing);
    this.flowing = '';
  }

  private cut(longest: number): void {
    while (this.flowing.length > longest && !this.isFull) {
      const end = this.flowing.lastIndexOf('\n', FLOW_CHARACTERS) + 1 || FLOW_CHARACTERS;
      this.filled(this.flowing.slice(0, end));
      this.flowing = this.flowing.slice(end);
    }
  }

  private filled(text: string): void {
    if (text.trim() !== '') this.page(text);
  }
}
