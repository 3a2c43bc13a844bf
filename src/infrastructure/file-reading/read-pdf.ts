import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { FileRefused, type ReadOrder } from '#application/ports/file-reader';
import { importPackage, pathOf } from './optional-packages';
import type { Made } from './messages';
import { MOST_PAGES, type PageWriter } from './page-writer';

type PdfJs = typeof import('pdfjs-dist');
const PROGRAM = 'pdfjs-dist/legacy/build/pdf.mjs';
const MOST_PIXELS = 1e8;

/** Of the canvas that pdf.js makes with `@napi-rs/canvas`. */
interface DrawnPage {
  canvas: { encode(format: 'webp', quality: number): Promise<Uint8Array> };
}

/** Runs no scripts, fetches nothing, and uses no fonts of the system. */
export async function readPdf({ wantsText, previewSize }: ReadOrder, bytes: Uint8Array<ArrayBuffer>, pages: PageWriter): Promise<Made> {
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
    if (wantsText) await readPages(document, pages);
    const preview = previewSize === null ? null : await draw(document, previewSize).catch(() => null);
    return { engine: `pdf.js ${pdfjs.version}`, preview };
  } finally {
    await task.destroy();
  }
}

async function readPages(document: PDFDocumentProxy, pages: PageWriter): Promise<void> {
  let damaged = 0;
  const count = Math.min(document.numPages, MOST_PAGES + 1);
  for (let number = 1; number <= count && !pages.isFull; number++) {
    try {
      const page = await document.getPage(number);
      pages.page(await textOf(page));
      page.cleanup();
    } catch {
      // The others may be whole.
      damaged++;
      pages.page('');
    }
  }
  if (damaged === count) throw new FileRefused('damaged');
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}

async function draw(document: PDFDocumentProxy, size: number): Promise<Uint8Array> {
  const page = await document.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: size / Math.max(width, height) });
  const factory = document.canvasFactory as { create(width: number, height: number): DrawnPage };
  const { canvas } = factory.create(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  await page.render({ canvas: canvas as never, viewport, background: 'white' }).promise;
  return canvas.encode('webp', 80);
}
