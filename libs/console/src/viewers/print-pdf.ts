import type { PDFDocumentProxy } from 'pdfjs-dist';
import { print } from './print';

/** Dots per point: 150 an inch. */
const SCALE = 150 / 72;
/** More pages are for a program of their own. */
export const MOST_PRINTED = 300;

async function pictureOf(pdf: PDFDocumentProxy, index: number): Promise<HTMLImageElement> {
  const page = await pdf.getPage(index);
  const viewport = page.getViewport({ scale: SCALE });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: viewport.width, height: viewport.height });
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  // Else it is kept until the canvas is collected.
  canvas.width = 0;
  const image = document.createElement('img');
  image.src = URL.createObjectURL(picture!);
  await image.decode();
  return image;
}

/** On paper of the size of the first page. */
export async function printPdf(pdf: PDFDocumentProxy, progress: (page: number) => void, signal: AbortSignal): Promise<void> {
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  const sheets = document.createElement('div');
  const forget = () => {
    for (const image of sheets.querySelectorAll('img')) URL.revokeObjectURL(image.src);
  };
  try {
    for (let index = 1; index <= pdf.numPages; index += 1) {
      progress(index);
      sheets.append(await pictureOf(pdf, index));
      signal.throwIfAborted();
    }
  } catch (problem) {
    forget();
    throw problem;
  }
  print(sheets, `size: ${width}pt ${height}pt; margin: 0`, forget);
}
