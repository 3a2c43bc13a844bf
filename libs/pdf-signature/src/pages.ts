import type { PdfDocument } from './document';
import { integerOf, isDict, isName, numberOf, PdfRef, type PdfDict, type PdfValue } from './objects';
import { damaged, tooComplex } from './pdf-refused';

/** Left, bottom, right, top. */
export type Box = readonly [number, number, number, number];

export interface Page {
  ref: PdfRef;
  dict: PdfDict;
  /** The part of it that is shown. */
  box: Box;
  rotate: 0 | 90 | 180 | 270;
}

const NODES_LOOKED_AT = 10_000;
const LETTER: Box = [0, 0, 612, 792];
const INHERITED = ['MediaBox', 'CropBox', 'Rotate'];

/** The last page, found from the end: the other pages are not read. */
export async function lastPage(document: PdfDocument): Promise<Page> {
  const search = newSearch();
  const found = await lastUnder(document, document.catalog.get('Pages'), new Map(), search, 0);
  if (!found) throw damaged('no page');
  const shown = await boxOf(document, found.inherited.get('CropBox'));
  const media = (await boxOf(document, found.inherited.get('MediaBox'))) ?? LETTER;
  const turn = (((numberOf((await document.resolve(found.inherited.get('Rotate'))) as PdfValue) ?? 0) % 360) + 360) % 360;
  const rotate = turn === 90 || turn === 180 || turn === 270 ? turn : 0;
  return { ref: found.ref, dict: found.dict, box: shown ? intersection(shown, media) : media, rotate };
}

interface Found {
  ref: PdfRef;
  dict: PdfDict;
  inherited: Map<string, PdfValue>;
}

async function lastUnder(
  document: PdfDocument,
  ref: PdfValue | undefined,
  above: Map<string, PdfValue>,
  search: Search,
  depth: number,
): Promise<Found | undefined> {
  if (!(ref instanceof PdfRef)) throw damaged('the page tree');
  if (search.looked >= NODES_LOOKED_AT) throw tooComplex('a page tree of nodes without pages');
  const dict = await treeNode(document, ref, search, depth);
  const inherited = new Map(above);
  for (const key of INHERITED) if (dict.has(key)) inherited.set(key, dict.get(key)!);
  if (!dict.has('Kids')) {
    await expectPage(document, dict);
    return { ref, dict, inherited };
  }
  for (const kid of (await document.list(dict.get('Kids'))).toReversed()) {
    const found = await lastUnder(document, kid, inherited, search, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/**
 * The root of the page tree, which is to get a page: every node under it is what its place says, and every count is right, as far as so
 * many nodes go. Viewers find pages by these counts: a page that is added to wrong ones may hide the others.
 */
export async function checkedRoot(document: PdfDocument): Promise<{ ref: PdfRef; dict: PdfDict; kids: PdfValue[]; count: number }> {
  const ref = document.catalog.get('Pages');
  const search = newSearch();
  const dict = await treeNode(document, ref, search, 0);
  const kids = await document.listIfAny(dict.get('Kids'), 'the list of pages');
  if (!(ref instanceof PdfRef) || !kids) throw damaged('the page tree');
  await countUnder(document, dict, search, 0);
  return { ref, dict, kids, count: await countOf(document, dict) };
}

async function countOf(document: PdfDocument, node: PdfDict): Promise<number> {
  const count = integerOf((await document.resolve(node.get('Count'))) as PdfValue);
  if (count === undefined || count < 0) throw damaged('the number of pages');
  return count;
}

/** Of pages; undefined: there are more nodes than are looked at. */
async function countUnder(document: PdfDocument, node: PdfDict, search: Search, depth: number): Promise<number | undefined> {
  const kids = await document.listIfAny(node.get('Kids'), 'the list of pages');
  if (!kids) {
    await expectPage(document, node);
    return 1;
  }
  await document.expectType(node, 'Pages', 'a node of the page tree');
  let pages = 0;
  for (const kid of kids) {
    if (search.looked >= NODES_LOOKED_AT) return undefined;
    const found = await countUnder(document, await treeNode(document, kid, search, depth + 1), search, depth + 1);
    if (found === undefined) return undefined;
    pages += found;
  }
  if ((await countOf(document, node)) !== pages) throw damaged('the number of pages');
  return pages;
}

async function expectPage(document: PdfDocument, node: PdfDict): Promise<void> {
  if (!isName((await document.resolve(node.get('Type'))) as PdfValue, 'Page')) throw damaged('a page of another type');
}

interface Search {
  /** Nodes with others under them. A page may be in its tree twice. */
  seen: Set<number>;
  looked: number;
}

const newSearch = (): Search => ({ seen: new Set(), looked: 0 });

async function treeNode(document: PdfDocument, ref: PdfValue | undefined, search: Search, depth: number): Promise<PdfDict> {
  if (!(ref instanceof PdfRef)) throw damaged('the page tree');
  if (depth > document.limits.depth) throw tooComplex('levels of the page tree');
  search.looked += 1;
  const node = await document.dictionary(ref, 'the page tree');
  if (search.seen.has(ref.number)) throw damaged('the page tree goes in a circle');
  if (node.has('Kids')) search.seen.add(ref.number);
  return node;
}

async function boxOf(document: PdfDocument, value: PdfValue | undefined): Promise<Box | undefined> {
  const numbers = [];
  for (const item of await document.list(value)) numbers.push(numberOf((await document.resolve(item)) as PdfValue));
  const [a, b, c, d] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box.every(Number.isFinite) && box[2] - box[0] > 0 && box[3] - box[1] > 0 ? box : undefined;
}

function intersection(inner: Box, outer: Box): Box {
  const box: Box = [Math.max(inner[0], outer[0]), Math.max(inner[1], outer[1]), Math.min(inner[2], outer[2]), Math.min(inner[3], outer[3])];
  return box[2] > box[0] && box[3] > box[1] ? box : outer;
}

export const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Where the page's annotations are; undefined when there are more than are worth looking at. */
export async function annotationBoxes(document: PdfDocument, page: Page, most: number): Promise<Box[] | undefined> {
  const boxes: Box[] = [];
  const annotations = await document.list(page.dict.get('Annots'));
  if (annotations.length > most) return undefined;
  for (const annotation of annotations) {
    const dict = await document.resolve(annotation);
    const box = isDict(dict) ? await boxOf(document, dict.get('Rect')) : undefined;
    if (box) boxes.push(box);
  }
  return boxes;
}

/** The size as it is seen. */
export function shownSize({ box, rotate }: Page): { width: number; height: number } {
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** A place on the page as it is seen (from its lower left corner), in the page's own coordinates. */
export function onPage({ box: [left, bottom, right, top], rotate }: Page, [u0, v0, u1, v1]: Box): Box {
  if (rotate === 90) return [right - v1, bottom + u0, right - v0, bottom + u1];
  if (rotate === 180) return [right - u1, top - v1, right - u0, top - v0];
  if (rotate === 270) return [left + v0, top - u1, left + v1, top - u0];
  return [left + u0, bottom + v0, left + u1, bottom + v1];
}
