import { parser as createParser, type SAXOptions } from 'sax';
import { FileRefused } from '#application/ports/text-extraction';
import { readableTextOf } from '#libs/text-encoding';
import { refuseRepeated } from '../xml/repeated-attributes';
import { decoderOf } from '../xml/xml-encoding';
import type { PageWriter } from './page-writer';

const PIECE = 64 * 1024;
const DEEPEST = 1000;
const MOST_KEYS = 10_000;
/** What a browser does not show. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript']);
const BLOCKS = new Set(
  'p div br tr li h1 h2 h3 h4 h5 h6 table ul ol dl dt dd section article header footer blockquote pre title option'.split(' '),
);
const CELLS = new Set(['td', 'th']);

/** HTML as browsers show it, as far as lines go; faults in it are passed over, as browsers do. */
export function readHtml(bytes: Uint8Array, pages: PageWriter): void {
  const sax = createParser(false, { lowercase: true, position: false } as SAXOptions);
  const hidden: string[] = [];
  sax.onerror = () => void sax.resume();
  sax.onopentag = ({ name, isSelfClosing }) => {
    if (HIDDEN.has(name) && !isSelfClosing) hidden.push(name);
    if (BLOCKS.has(name)) pages.flow('\n');
    if (CELLS.has(name)) pages.flow('\t');
  };
  sax.onclosetag = (name) => {
    if (hidden.at(-1) === name) hidden.pop();
    if (BLOCKS.has(name)) pages.flow('\n');
  };
  sax.ontext = (text) => {
    if (hidden.length === 0) pages.flow(text.replace(/\s+/g, ' '));
  };
  inPieces(readableTextOf(bytes), (piece) => sax.write(piece), pages);
  sax.close();
  pages.endFlow();
}

/**
 * Identifiers of tax documents, with what stands in front of the key, as `NFe`; of an event its kind, too. Since 2026 keys have letters
 * where the number of a company is.
 */
const KEYS = /^(?:ID\d{6}(\d{6}[\dA-Z]{12}\d{26})\d{1,3}|(?:[A-Za-z]{2,4})?(\d{6}[\dA-Z]{12}\d{26}|\d{42}|\d{50}))$/;

/** The texts of an XML document, one a line. It may declare nothing: entities could grow without end, or name files of ours. */
export function readXml(bytes: Uint8Array, pages: PageWriter): void {
  const decoder = decoderOf(bytes);
  if (!decoder) throw new FileRefused('damaged');
  const sax = strictParser();
  const line = (text: string) => {
    if (text.trim() !== '') pages.flow(`${text.trim()}\n`);
  };
  sax.ontext = line;
  sax.oncdata = line;
  const keys = new Set<string>();
  sax.onattribute = ({ value }) => {
    const [, ofEvent, own] = KEYS.exec(value) ?? [];
    const key = ofEvent ?? own;
    if (key === undefined || keys.has(key) || keys.size >= MOST_KEYS) return;
    keys.add(key);
    line(key);
  };
  inPieces(textOf(decoder, bytes), (piece) => sax.write(piece), pages);
  if (!pages.isFull) sax.close();
  pages.endFlow();
}

/** Refuses what is not well formed, and every declaration. */
export function strictParser() {
  const sax = createParser(true, { position: false, strictEntities: true } as SAXOptions);
  let depth = 0;
  const refuse = (fault: 'damaged' | 'doctype') => (): never => {
    throw new FileRefused(fault);
  };
  sax.onerror = refuse('damaged');
  sax.ondoctype = refuse('doctype');
  sax.onsgmldeclaration = refuse('doctype');
  sax.onopentagstart = (tag) => {
    refuseRepeated(tag.attributes, refuse('damaged'));
    if (++depth > DEEPEST) refuse('damaged')();
  };
  sax.onclosetag = () => void depth--;
  return Object.assign(sax, { leave: () => void depth-- });
}

function textOf(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FileRefused('damaged');
  }
}

function inPieces(text: string, write: (piece: string) => void, pages: PageWriter): void {
  for (let from = 0; from < text.length && !pages.isFull; from += PIECE) write(text.slice(from, from + PIECE));
}
