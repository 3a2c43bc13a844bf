import { FileRefused } from '#application/ports/text-extraction';
import { openPackage, type OfficePackage } from './office-package';
import { hasElement, Relationships } from './office-relationships';
import type { PageWriter } from './page-writer';
import { strictParser } from './read-markup';

const BYTES_OF_OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const MOST_SHARED_STRINGS = 200_000;
const MANIFEST = 'META-INF/manifest.xml';
/** With macros, which are not looked at, or as templates they are the same. */
const WORD = new Set(['docx', 'docm', 'dotx', 'dotm']);
const SLIDES = new Set(['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm']);
const SHEETS = new Set(['xlsx', 'xlsm', 'xltx', 'xltm']);

/** What elements of a part mean, by their names without prefix. */
interface Shape {
  /** Elements whose text counts; null: all. */
  texts: ReadonlySet<string> | null;
  /** What their start or end adds. */
  opens: ReadonlyMap<string, string>;
  closes: ReadonlyMap<string, string>;
  /** Elements that begin a page of their own. */
  pages?: ReadonlySet<string>;
}

/** Not a plain object, in which an element called `constructor` would be found. */
const adding = (texts: Record<string, string>): ReadonlyMap<string, string> => new Map(Object.entries(texts));

const WORDS: Shape = {
  texts: new Set(['t']),
  opens: adding({ tab: '\t', br: '\n', cr: '\n' }),
  closes: adding({ p: '\n', tc: '\t' }),
};
const OPEN_DOCUMENT: Shape = {
  texts: null,
  opens: adding({ tab: '\t', 'line-break': '\n', s: ' ' }),
  closes: adding({ p: '\n', h: '\n', 'table-cell': '\t', 'table-row': '\n' }),
  pages: new Set(['table', 'page']),
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
const numbered = (names: readonly string[], pattern: RegExp) =>
  names
    .flatMap((name) => {
      const match = pattern.exec(name);
      return match ? [{ name, number: Number(match[1]) }] : [];
    })
    .sort((a, b) => a.number - b.number)
    .map(({ name }) => name);

/** The text of what text processors, spreadsheets and presentations store: zip archives of XML. */
export async function readOffice(extension: string, bytes: Buffer, pages: PageWriter): Promise<void> {
  // What Office protects with a password is no zip archive any more.
  if (bytes.subarray(0, BYTES_OF_OLE.length).equals(BYTES_OF_OLE)) throw new FileRefused('encrypted');
  const archive = await openPackage(bytes);
  if (archive.names.includes('EncryptedPackage')) throw new FileRefused('encrypted');
  if (WORD.has(extension)) await readWords(archive, pages);
  else if (SLIDES.has(extension)) await readSlides(archive, pages);
  else if (SHEETS.has(extension)) await readSheets(archive, pages);
  else await readOpenDocument(archive, pages);
}

async function readWords(archive: OfficePackage, pages: PageWriter): Promise<void> {
  const related = await Relationships.of(archive);
  const main = related.main ?? 'word/document.xml';
  if (!archive.names.includes(main)) throw new FileRefused('damaged');
  const usual = archive.names.filter((name) => /^word\/(header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/.test(name)).sort();
  const said = related.of('header', 'footer', 'footnotes', 'endnotes', 'comments');
  const beside = said.length > 0 ? said : usual;
  for (const name of [main, ...beside]) await readPart(archive, name, WORDS, pages);
  pages.endFlow();
}

async function readSlides(archive: OfficePackage, pages: PageWriter): Promise<void> {
  const said = await (await Relationships.of(archive)).inOrder('slide', 'sldId');
  const slides = said.length > 0 ? said : numbered(archive.names, /^ppt\/slides\/slide(\d{1,6})\.xml$/);
  if (slides.length === 0) throw new FileRefused('damaged');
  for (const name of slides) {
    await readPart(archive, name, WORDS, pages);
    pages.endFlow();
  }
}

async function readOpenDocument(archive: OfficePackage, pages: PageWriter): Promise<void> {
  if (!archive.names.includes('content.xml')) throw new FileRefused('damaged');
  if (archive.names.includes(MANIFEST) && (await hasElement(archive, MANIFEST, 'encryption-data'))) throw new FileRefused('encrypted');
  await readPart(archive, 'content.xml', OPEN_DOCUMENT, pages);
  pages.endFlow();
}

async function readPart(archive: OfficePackage, name: string, { texts, opens, closes, pages: ofPages }: Shape, pages: PageWriter) {
  const sax = strictParser();
  let current = '';
  sax.onopentag = ({ name: full }) => {
    current = localName(full);
    if (ofPages?.has(current)) pages.endFlow();
    const text = opens.get(current);
    if (text !== undefined) pages.flow(text);
  };
  sax.onclosetag = (full) => {
    sax.leave();
    current = '';
    const text = closes.get(localName(full));
    if (text !== undefined) pages.flow(text);
  };
  sax.ontext = (text) => {
    if (texts ? texts.has(current) : text.trim() !== '') pages.flow(text);
  };
  await archive.read(name, (piece) => sax.write(piece), () => pages.isFull); // prettier-ignore
}

/** A row a line; texts are in a part of their own, which cells refer to. */
async function readSheets(archive: OfficePackage, pages: PageWriter): Promise<void> {
  const related = await Relationships.of(archive);
  const said = await related.inOrder('worksheet', 'sheet');
  const sheets = said.length > 0 ? said : numbered(archive.names, /^xl\/worksheets\/sheet(\d{1,6})\.xml$/);
  if (sheets.length === 0) throw new FileRefused('damaged');
  const strings = related.of('sharedStrings')[0] ?? 'xl/sharedStrings.xml';
  const shared = archive.names.includes(strings) ? await sharedStrings(archive, strings) : [];
  for (const name of sheets) {
    await readSheet(archive, name, shared, pages);
    pages.endFlow();
  }
}

async function sharedStrings(archive: OfficePackage, name: string): Promise<string[]> {
  const strings: string[] = [];
  const sax = strictParser();
  let [current, text] = ['', ''];
  sax.onopentag = ({ name }) => {
    current = localName(name);
    if (current === 'si') text = '';
  };
  sax.ontext = (part) => {
    if (current === 't') text += part;
  };
  sax.onclosetag = (name) => {
    sax.leave();
    current = '';
    if (localName(name) === 'si') strings.push(text);
  };
  await archive.read(name, (piece) => sax.write(piece), () => strings.length > MOST_SHARED_STRINGS); // prettier-ignore
  return strings;
}

async function readSheet(archive: OfficePackage, name: string, shared: readonly string[], pages: PageWriter): Promise<void> {
  const sax = strictParser();
  let [current, type, value] = ['', '', ''];
  sax.onopentag = ({ name: full, attributes }) => {
    current = localName(full);
    if (current !== 'c') return;
    type = typeof attributes.t === 'string' ? attributes.t : '';
    value = '';
  };
  sax.ontext = (text) => {
    if (current === 'v' || current === 't') value += text;
  };
  sax.onclosetag = (full) => {
    sax.leave();
    current = '';
    const closed = localName(full);
    if (closed === 'row') pages.flow('\n');
    if (closed === 'c' && value !== '') pages.flow(`${type === 's' ? (shared[Number(value)] ?? '') : value}\t`);
  };
  await archive.read(name, (piece) => sax.write(piece), () => pages.isFull); // prettier-ignore
}
