import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];
const PART_CHARACTERS = 64 * 1024;
/** A part is one page at least; more can only be damaged. */
const MOST_PART_BYTES = 8 * 1024 ** 2;
const END_OF_PAGE = '\f';

export interface TextPart {
  firstPage: number;
  pages: Buffer;
}

/** Whole pages together, so that small ones share what deflating gains, and a page is found without the others' parts. */
export async function toParts(pages: readonly string[]): Promise<TextPart[]> {
  const parts: { firstPage: number; texts: string[]; length: number }[] = [];
  for (const [index, text] of pages.entries()) {
    const last = parts.at(-1);
    if (last && last.length + text.length <= PART_CHARACTERS) {
      last.texts.push(text);
      last.length += text.length;
    } else parts.push({ firstPage: index + 1, texts: [text], length: text.length });
  }
  return Promise.all(
    parts.map(async ({ firstPage, texts }) => ({
      firstPage,
      pages: await deflate(texts.map((text) => text.replaceAll(END_OF_PAGE, '\n') + END_OF_PAGE).join('')),
    })),
  );
}

/** Null: the part has no such page. */
export async function pageOf({ firstPage, pages }: { firstPage: number; pages: Uint8Array }, page: number): Promise<string | null> {
  return (await pagesOf(pages))[page - firstPage] ?? null;
}

export async function pagesOf(pages: Uint8Array): Promise<string[]> {
  const text = (await inflate(pages, { maxOutputLength: MOST_PART_BYTES })).toString();
  // What follows the last mark is no page.
  return text.split(END_OF_PAGE).slice(0, -1);
}
