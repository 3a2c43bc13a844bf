import type { PDFPageProxy } from 'pdfjs-dist';

type PdfJs = typeof import('pdfjs-dist');

const MOST_ANNOTATIONS = 5000;
const HIDDEN = 0x02 | 0x20;
/** Between two letters, in thousandths of their size: more is a blank. */
const BLANK = -200;

/** Of what pdf.js says of an annotation. */
interface Annotation {
  id: string;
  subtype: string;
  annotationFlags: number;
  fieldType?: string;
  fieldValue?: unknown;
  hasAppearance?: boolean;
  textContent?: readonly string[];
  contentsObj?: { str?: string };
}

/** What people have put on a page: values of its form, notes that are seen as text, and what is seen of signatures. */
export async function annotationText({ OPS }: PdfJs, page: PDFPageProxy): Promise<string> {
  const all = ((await page.getAnnotations({ intent: 'display' })) as Annotation[]).slice(0, MOST_ANNOTATIONS);
  const shown = all.filter(({ annotationFlags }) => (annotationFlags & HIDDEN) === 0);
  const texts = shown.map(textOf);
  const signatures = new Set(shown.filter(({ fieldType, hasAppearance }) => fieldType === 'Sig' && hasAppearance).map(({ id }) => id));
  // Their appearance is drawn as the page is: pages without them need not be.
  if (signatures.size > 0) texts.push(await drawnText(OPS, page, signatures));
  return texts.filter((text) => text.trim() !== '').join('\n');
}

function textOf({ subtype, fieldType, fieldValue, textContent, contentsObj }: Annotation): string {
  const seen = textContent?.join('\n') ?? '';
  if (seen.trim() !== '') return seen;
  if (subtype === 'FreeText') return contentsObj?.str ?? '';
  if (subtype !== 'Widget' || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  return (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string').join('\n');
}

/** Of these annotations, as the operators of the page write it. */
async function drawnText(OPS: PdfJs['OPS'], page: PDFPageProxy, ids: ReadonlySet<string>): Promise<string> {
  const { fnArray, argsArray } = await page.getOperatorList({ intent: 'display' });
  let [text, isWanted] = ['', false];
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] as unknown[] | null;
    if (operator === OPS.beginAnnotation) isWanted = ids.has(String(args?.[0]));
    else if (operator === OPS.endAnnotation) isWanted = false;
    else if (isWanted && operator === OPS.showText) text += glyphsOf(args?.[0]);
    else if (isWanted && LINES.some((name) => OPS[name] === operator)) text += '\n';
  }
  return text.replace(/\n+/g, '\n');
}

const LINES = ['beginText', 'moveText', 'setLeadingMoveText', 'nextLine', 'setTextMatrix'] as const;

function glyphsOf(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  return glyphs
    .map((glyph: { unicode?: string } | number | null) => (typeof glyph === 'number' ? (glyph < BLANK ? ' ' : '') : (glyph?.unicode ?? '')))
    .join('');
}
