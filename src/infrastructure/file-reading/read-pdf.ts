import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { FileRefused } from '#application/ports/file-reader';
import { importPackage, pathOf } from './optional-packages';
import type { ChildOrder, Made } from './messages';
import { annotationText } from './pdf-annotations';
import { MOST_PAGES, type PageWriter } from './page-writer';
import { pagesByProgram } from './pdf-text-program';
import { MOST_OCR_PAGES, OCR_DPI, OCR_PIXELS, ocrEngine, recogniseText } from './recognise-text';

type PdfJs = typeof import('pdfjs-dist');
const PROGRAM = 'pdfjs-dist/legacy/build/pdf.mjs';
const MOST_PIXELS = 1e8;

/** Of the canvas that pdf.js makes with `@napi-rs/canvas`. */
interface DrawnPage {
  canvas: { encode(format: 'webp' | 'png', quality?: number): Promise<Uint8Array> };
}

export async function readPdf(order: ChildOrder, bytes: Uint8Array<ArrayBuffer>, pages: PageWriter): Promise<Made> {
  if (!(await readByProgram(order, bytes, pages))) return readByPdfJs(order, bytes, pages);
  const preview = order.previewSize === null ? null : await previewOf(order, bytes, pages);
  return { engine: 'pdftotext', preview };
}

/** False: pdf.js has to. */
async function readByProgram({ wantsText, wantsOcr, pdfToText }: ChildOrder, bytes: Uint8Array, pages: PageWriter): Promise<boolean> {
  const found = wantsText && pdfToText !== null ? await pagesByProgram(pdfToText, bytes) : null;
  if (!found || (wantsOcr && found.some((page) => page.trim() === ''))) return false;
  for (const page of found) pages.page(page);
  return true;
}

async function previewOf(order: ChildOrder, bytes: Uint8Array<ArrayBuffer>, pages: PageWriter): Promise<Uint8Array | null> {
  try {
    return (await readByPdfJs({ ...order, wantsText: false }, bytes, pages)).preview;
  } catch {
    return null;
  }
}

/** Runs no scripts, fetches nothing, and uses no fonts of the system. */
async function readByPdfJs(order: ChildOrder, bytes: Uint8Array<ArrayBuffer>, pages: PageWriter): Promise<Made> {
  const { wantsText, wantsOcr, previewSize } = order;
  const pdfjs = await importPackage<PdfJs>(PROGRAM);
  const folder = join(dirname(pathOf(PROGRAM)), '../..');
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes.buffer),
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: MOST_PIXELS,
    cMapUrl: join(folder, 'cmaps/'),
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise.catch((error: unknown) => {
      throw new FileRefused((error as Error).name === 'PasswordException' ? 'encrypted' : 'damaged');
    });
    const recognised = wantsText ? await readPages(pdfjs, document, pages, wantsOcr) : 0;
    const preview = previewSize === null ? null : await draw(document, previewSize).catch(() => null);
    const engine = `pdf.js ${pdfjs.version}`;
    return { engine: recognised > 0 ? `${engine}, ${ocrEngine()}` : engine, preview };
  } finally {
    await task.destroy();
  }
}

/** Answers the number of pages whose text was recognised in their picture. */
async function readPages(pdfjs: PdfJs, document: PDFDocumentProxy, pages: PageWriter, wantsOcr: boolean): Promise<number> {
  let [damaged, recognised] = [0, 0];
  const count = Math.min(document.numPages, MOST_PAGES + 1);
  for (let number = 1; number <= count && !pages.isFull; number++) {
    try {
      const page = await document.getPage(number);
      let text = await textOf(page);
      if (wantsOcr && text.trim() === '') {
        if (recognised < MOST_OCR_PAGES) text = await recogniseText(await pictureOf(document, page));
        else pages.isCut = true;
        recognised++;
      }
      // A page of its own text or picture does not depend on what has been put on it.
      const more = await annotationText(pdfjs, page).catch(() => '');
      pages.page(more === '' ? text : `${text}\n${more}`);
      page.cleanup();
    } catch {
      // The others may be whole.
      damaged++;
      pages.page('');
    }
  }
  if (damaged === count) throw new FileRefused('damaged');
  return recognised;
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}

async function draw(document: PDFDocumentProxy, size: number): Promise<Uint8Array> {
  const page = await document.getPage(1);
  const drawn = await canvasOf(document, page, size / longestOf(page));
  return drawn.encode('webp', 80);
}

async function pictureOf(document: PDFDocumentProxy, page: PDFPageProxy): Promise<Uint8Array> {
  const drawn = await canvasOf(document, page, Math.min(OCR_DPI / 72, OCR_PIXELS / longestOf(page)));
  return drawn.encode('png');
}

function longestOf(page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 });
  return Math.max(width, height);
}

async function canvasOf(document: PDFDocumentProxy, page: PDFPageProxy, scale: number): Promise<DrawnPage['canvas']> {
  const viewport = page.getViewport({ scale });
  const factory = document.canvasFactory as { create(width: number, height: number): DrawnPage };
  const { canvas } = factory.create(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  await page.render({ canvas: canvas as never, viewport, background: 'white' }).promise;
  return canvas;
}
