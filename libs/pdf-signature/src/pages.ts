import type { PdfDocument } from './document';
import { isDict, isName, numberOf, PdfRef, type PdfDict, type PdfValue } from './objects';
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
  const search = { seen: new Set<number>() };
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
  search: { seen: Set<number> },
  depth: number,
): Promise<Found | undefined> {
  if (!(ref instanceof PdfRef)) throw damaged('the page tree');
  if (depth > document.limits.depth) throw tooComplex('levels of the page tree');
  if (search.seen.has(ref.number)) throw damaged('the page tree goes in a circle');
  if (search.seen.size >= NODES_LOOKED_AT) throw tooComplex('a page tree of nodes without pages');
  search.seen.add(ref.number);
  const dict = await document.dictionary(ref, 'the page tree');
  const inherited = new Map(above);
  for (const key of INHERITED) if (dict.has(key)) inherited.set(key, dict.get(key)!);
  if (!dict.has('Kids')) {
    if (!isName(dict.get('Type'), 'Page')) throw damaged('the page tree');
    return { ref, dict, inherited };
  }
  for (const kid of (await document.list(dict.get('Kids'))).toReversed()) {
    const found = await lastUnder(document, kid, inherited, search, depth + 1);
    if (found) return found;
  }
  return undefined;
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
