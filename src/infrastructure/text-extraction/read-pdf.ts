import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api';
import { FileRefused } from '#application/ports/text-extraction';
import { refuseInflated } from './inflated-streams';
import { importPackage, pathOf } from './optional-packages';
import type { ChildOrder, Made } from './messages';
import { annotationText } from './pdf-annotations';
import { MOST_PAGES, type PageWriter } from './page-writer';
import { pagesByProgram } from './pdf-text-program';
import { MOST_OCR_PAGES, OCR_DPI, OCR_PIXELS, ocrEngine, recogniseText } from './recognise-text';

type PdfJs = typeof import('pdfjs-dist');
const PROGRAM = 'pdfjs-dist/legacy/build/pdf.mjs';
/** Of one picture: pdf.js holds twelve bytes for each. A4 with 600 dpi has 35 million. */
const MOST_PIXELS = 4e7;
/** Of a page, and of its characters: more of it is left out. Whole pages of small print have some ten thousand. */
const MOST_PAGE_ITEMS = 100_000;
const MOST_PAGE_TEXT = 256 * 1024;
/** Of processor time, after which no further page is begun, and no picture of the first: what was read is kept. */
const LONGEST_TEXT_MS = 30_000;
const LONGEST_DRAWING_MS = 15_000;
/** Of the process: the canvas keeps each letter and line that is drawn until it is a picture. */
const MOST_DRAWING_KILOBYTES = 512 * 1024;
const SOME_KILOBYTES = 64 * 1024;
/** pdf.js says it nowhere else: the page is drawn without such a picture. */
const LEFT_OUT = /Image exceeded maximum allowed size/;

/** Of the canvas that pdf.js makes with `@napi-rs/canvas`. */
interface DrawnPage {
  canvas: { encode(format: 'webp' | 'png', quality?: number): Promise<Uint8Array> };
}

/** The whole process reads one file. */
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export async function readPdf(order: ChildOrder, bytes: Uint8Array<ArrayBuffer>, pages: PageWriter): Promise<Made> {
  refuseInflated(bytes);
  if (!(await readByProgram(order, bytes, pages))) return readByPdfJs(order, bytes, pages);
  const preview = order.previewSize === null ? null : await previewOf(order, bytes, pages);
  return { engine: 'pdftotext', preview };
}

/** False: pdf.js has to. */
async function readByProgram({ wantsText, wantsOcr, pdfToText }: ChildOrder, bytes: Uint8Array, pages: PageWriter): Promise<boolean> {
  const found = wantsText && pdfToText !== null ? await pagesByProgram(pdfToText, bytes) : null;
  // Pages without text may have a picture that is too large to be looked at, which is to be said.
  if (!found || found.every((page) => page.trim() === '') || (wantsOcr && found.some((page) => page.trim() === ''))) return false;
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
    verbosity: pdfjs.VerbosityLevel.WARNINGS,
  });
  const { warn } = console;
  let isLeftOut = false;
  console.warn = (message: unknown) => void (isLeftOut ||= LEFT_OUT.test(String(message)));
  try {
    const document = await task.promise.catch((error: unknown) => {
      throw new FileRefused((error as Error).name === 'PasswordException' ? 'encrypted' : 'damaged');
    });
    const { recognised, hasText } = wantsText ? await readPages(pdfjs, document, pages, wantsOcr) : { recognised: 0, hasText: true };
    const drawn = previewSize === null ? null : await draw(document, previewSize).catch(() => null);
    if (isLeftOut && !hasText) throw new FileRefused('too-many-pixels');
    // A white page would be shown for what is on it.
    const preview = isLeftOut ? null : drawn;
    const engine = `pdf.js ${pdfjs.version}`;
    return { engine: recognised > 0 ? `${engine}, ${ocrEngine()}` : engine, preview };
  } finally {
    console.warn = warn;
    await task.destroy();
  }
}

/** Also the number of pages whose text was recognised in their picture. */
async function readPages(
  pdfjs: PdfJs,
  document: PDFDocumentProxy,
  pages: PageWriter,
  wantsOcr: boolean,
): Promise<{ recognised: number; hasText: boolean }> {
  let [damaged, recognised, hasText] = [0, 0, false];
  const begun = processorMs();
  const count = Math.min(document.numPages, MOST_PAGES + 1);
  for (let number = 1; number <= count && !pages.isFull; number++) {
    // Those that are pictures have a limit of their own for each.
    if (!wantsOcr && processorMs() - begun > LONGEST_TEXT_MS) {
      pages.isCut = true;
      break;
    }
    try {
      const page = await document.getPage(number);
      let text = await textOf(page, pages);
      if (wantsOcr && text.trim() === '') {
        if (recognised < MOST_OCR_PAGES) text = await recogniseText(await pictureOf(document, page));
        else pages.isCut = true;
        recognised++;
      }
      // A page of its own text or picture does not depend on what has been put on it.
      const more = await annotationText(pdfjs, page).catch(() => '');
      hasText ||= text.trim() !== '' || more !== '';
      pages.page(more === '' ? text : `${text}\n${more}`);
      page.cleanup();
    } catch {
      // The others may be whole.
      damaged++;
      pages.page('');
    }
  }
  if (damaged === count) throw new FileRefused('damaged');
  return { recognised, hasText };
}

/** As it comes: a page may say the same a million times. */
async function textOf(page: PDFPageProxy, pages: PageWriter): Promise<string> {
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  let [text, items] = ['', 0];
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    for (const item of value!.items) if ('str' in item) text += `${item.str}${item.hasEOL ? '\n' : ''}`;
    items += value!.items.length;
    if (items <= MOST_PAGE_ITEMS && text.length <= MOST_PAGE_TEXT) continue;
    pages.isCut = true;
    await reader.cancel(new Error('the page is too long'));
    break;
  }
  return text;
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
  const [begun, kilobytes] = [processorMs(), process.resourceUsage().maxRSS];
  const most = Math.max(MOST_DRAWING_KILOBYTES, kilobytes + SOME_KILOBYTES);
  const task = page.render({ canvas: canvas as never, viewport, background: 'white' });
  task.onContinue = (goOn: () => void) => {
    if (processorMs() - begun > LONGEST_DRAWING_MS || process.resourceUsage().maxRSS > most) task.cancel();
    else goOn();
  };
  await task.promise;
  return canvas;
}
