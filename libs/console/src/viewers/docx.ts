import { parseAsync, renderDocument, type HElement } from 'docx-preview';
import { unpacksWithin } from './unpacked';
import { extensionOf, IMAGE_TYPES } from './which';

/** In bytes; and nodes, of which a page of text has some hundred. */
const ALLOWED = { markup: 20_000_000, others: 100_000_000 };
const MOST_NODES = 100_000;

/** What docx-preview makes of text, drawings and formulas. */
const ELEMENTS = new Set(
  [
    'a article br col colgroup del div footer header img ins li ol p section span sub sup table td tr wbr',
    'ellipse foreignObject g image line rect svg',
    'math mfrac mn mo mover mroot mrow ms msqrt msub msubsup msup mtable mtd mtr munder munderover',
  ].flatMap((names) => names.split(' ')),
);
const LINK = /^(https?|mailto):/i;

/** More than a page can show. */
export class TooLarge extends Error {}

export interface Shown {
  pages: readonly Node[];
  styles: string;
  /** Of the pictures within. */
  addresses: readonly string[];
}

function isLanguage(tag: unknown): tag is string {
  try {
    return typeof tag === 'string' && Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * Makes nodes one by one, for the policy of the page allows no style elements, and a document may ask for anything: only known elements
 * without further attributes, styles set by script, links to other sites alone.
 */
function nodeMaker(styles: string[]) {
  let made = 0;
  return function make(wanted: HElement | Node | string): Node {
    if (wanted instanceof Node) return wanted;
    made += 1;
    if (made > MOST_NODES) throw new TooLarge();
    if (typeof wanted === 'string') return document.createTextNode(wanted);
    const { ns = 'http://www.w3.org/1999/xhtml', tagName, className, style, children, lang, colSpan, href } = wanted;
    if (tagName === 'style') styles.push(...(children as string[]));
    if (!ELEMENTS.has(tagName)) return document.createComment('');
    const link = tagName === 'a' && LINK.test(String(href)) ? String(href) : null;
    const element = document.createElementNS(ns, tagName === 'a' && link === null ? 'span' : tagName) as HTMLElement;
    if (className) element.setAttribute('class', className);
    if (typeof style === 'string') element.style.cssText = style;
    else Object.assign(element.style, style);
    if (isLanguage(lang)) element.lang = lang;
    if (element instanceof HTMLTableCellElement && colSpan) element.colSpan = Number(colSpan);
    // Pictures have no description that can be read.
    if (element instanceof HTMLImageElement) element.alt = '';
    if (element instanceof HTMLAnchorElement)
      Object.assign(element, { href: link, title: link, target: '_blank', rel: 'noopener noreferrer' });
    for (const child of children ?? []) element.append(make(child));
    return element;
  };
}

/** The part of docx-preview's document that says where its pictures are. */
interface Pictures {
  blobToURL: (content: Blob | null, path: string) => string;
  loadDocumentImage: (id: string, part?: unknown) => Promise<string | null>;
}

/** Throws for what cannot be read. */
export async function readDocx(file: Blob): Promise<Shown> {
  const bytes = await file.arrayBuffer();
  if (!(await unpacksWithin(bytes, ALLOWED))) throw new TooLarge();
  const styles: string[] = [];
  const addresses: string[] = [];
  const options = { ignoreFonts: true, renderAltChunks: false, h: nodeMaker(styles) };
  const word = (await parseAsync(bytes, options)) as Pictures;
  const load = word.loadDocumentImage.bind(word);
  Object.assign(word, {
    // Under the type that its name says: opened by itself it is a picture, too.
    blobToURL(content, path) {
      if (!content) return '';
      addresses.push(URL.createObjectURL(new Blob([content], { type: IMAGE_TYPES[extensionOf(path)] ?? 'application/octet-stream' })));
      return addresses.at(-1)!;
    },
    // Without an address it would be asked for under the name "null".
    loadDocumentImage: async (id, part) => (await load(id, part)) ?? '',
  } satisfies Pictures);
  const pages = await renderDocument(word, options);
  return { pages, styles: styles.join('\n'), addresses };
}
