import { drawCard, drawTile, type Card, type Drawing } from './card';
import type { PdfDocument } from './document';
import { isDict, isName, type PdfDict } from './objects';
import { annotationBoxes, onPage, overlap, shownSize, type Box, type Page } from './pages';

/** A widget's place on its page; without a drawing nothing is seen of it. */
export interface Placement {
  rect: Box;
  drawing?: Drawing;
}

export const CARD_PAGE = { owner: 'ACERVO', kind: 'SignatureCards' } as const;
export const MARGIN = 40;
const HEADING = 40;
const GAP = 10;
const FOOT = 72;
const LEAST_CARD = 70;
const TILE = { width: 170, height: 44, gap: 6, edge: 12, bottom: 8, rows: 3 } as const;
const ANNOTATIONS_LOOKED_AT = 2000;
const HIDDEN: Placement = { rect: [0, 0, 0, 0] };

const A4 = { width: 595.28, height: 841.89 };

/** As large as the document's last page, unless that is a poster or a receipt. */
export function cardPageSize(page: Page): { width: number; height: number } {
  const { width, height } = shownSize(page);
  const reads = width >= 400 && height >= 500 && width <= 1300 && height <= 1300;
  return reads ? { width, height } : A4;
}

/** The first card of a page of cards. */
export function firstPlacement(card: Card, { width, height }: { width: number; height: number }): Placement {
  return under(card, width, height - MARGIN - HEADING)!;
}

function under(card: Card, width: number, top: number): Placement | undefined {
  if (top - FOOT < LEAST_CARD) return undefined;
  const drawing = drawCard(card, width - 2 * MARGIN, top - FOOT);
  return { rect: [MARGIN, top - drawing.height, MARGIN + drawing.width, top], drawing };
}

/** On a document that is signed already nothing may change but forms: the card goes where there is room for it. */
export async function nextPlacement(document: PdfDocument, page: Page, card: Card): Promise<Placement> {
  const taken = await annotationBoxes(document, page, ANNOTATIONS_LOOKED_AT);
  if (!taken) return HIDDEN;
  return (await onCardPage(document, page, card, taken)) ?? atFoot(page, card, taken) ?? HIDDEN;
}

export const hiddenPlacement = HIDDEN;

async function onCardPage(document: PdfDocument, page: Page, card: Card, taken: readonly Box[]): Promise<Placement | undefined> {
  if (page.rotate !== 0 || page.box[0] !== 0 || page.box[1] !== 0 || !(await isCardPage(document, page.dict))) return undefined;
  const { width, height } = shownSize(page);
  const cards = taken.filter((box) => box[1] >= FOOT - 1);
  const lowest = Math.min(height - MARGIN - HEADING + GAP, ...cards.map((box) => box[1]));
  return under(card, width, lowest - GAP);
}

async function isCardPage(document: PdfDocument, page: PdfDict): Promise<boolean> {
  const pieces = await document.resolve(page.get('PieceInfo'));
  const piece = isDict(pieces) ? await document.resolve(pieces.get(CARD_PAGE.owner)) : null;
  return isDict(piece) && isName(piece.get('Private'), CARD_PAGE.kind);
}

function atFoot(page: Page, card: Card, taken: readonly Box[]): Placement | undefined {
  const { width, height } = shownSize(page);
  const tileWidth = Math.min(TILE.width, width - 2 * TILE.edge);
  if (tileWidth < 60 || height < 3 * TILE.height) return undefined;
  for (let row = 0; row < TILE.rows; row += 1) {
    const v = TILE.bottom + row * (TILE.height + TILE.gap);
    for (let u = TILE.edge; u + tileWidth <= width - TILE.edge + 0.01; u += tileWidth + TILE.gap) {
      const rect = onPage(page, [u, v, u + tileWidth, v + TILE.height]);
      if (!taken.some((box) => overlap(box, rect))) return { rect, drawing: drawTile(card, tileWidth, TILE.height) };
    }
  }
  return undefined;
}
