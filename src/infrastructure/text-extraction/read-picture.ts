import { createRequire } from 'node:module';
import { FileRefused, type ReadOrder } from '#application/ports/text-extraction';
import type { Made } from './messages';
import type { PageWriter } from './page-writer';
import { MOST_OCR_PAGES, OCR_PIXELS, ocrEngine, recogniseText } from './recognise-text';

type Sharp = typeof import('sharp');

const MOST_PIXELS = 1e8;
/** Black and white, as scanners make plans: A0 with 300 dpi, and some more. */
const MOST_BILEVEL_PIXELS = 2e8;
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

/** Its first page is drawn, turned as its camera said; text in it is recognised. Never SVG, whatever the extension says: only these loaders are there. */
export async function readPicture({ wantsText, wantsOcr, previewSize }: ReadOrder, bytes: Uint8Array, pages: PageWriter): Promise<Made> {
  const sharp = createRequire(__filename)('sharp') as Sharp;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  const engine = `sharp ${sharp.versions.sharp}`;
  // Looks at the head alone, whatever size that says.
  const { width, height, format, bitsPerSample, pages: count = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(() => {
    throw new FileRefused('damaged');
  }); // prettier-ignore
  const most = bitsPerSample === 1 ? MOST_BILEVEL_PIXELS : MOST_PIXELS;
  if (width * height > most) throw new FileRefused('too-many-pixels');
  const page = (number: number, size: number) =>
    sharp(bytes, { limitInputPixels: most, failOn: 'error', page: number, pages: 1 })
      .rotate()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true });
  const preview = previewSize === null ? null : await page(0, previewSize).webp({ quality: 80 }).toBuffer().catch(() => {
    throw new FileRefused('damaged');
  }); // prettier-ignore
  if (!wantsText || !wantsOcr) return { engine, preview };
  // Scans of several pages are TIFF; what moves is no text.
  const scanned = format === 'tiff' ? count : 1;
  for (let number = 0; number < Math.min(scanned, MOST_OCR_PAGES) && !pages.isFull; number++) {
    // The others may be whole.
    const scan = await page(number, OCR_PIXELS).flatten({ background: 'white' }).greyscale().png().toBuffer().catch(() => null); // prettier-ignore
    pages.page(scan ? await recogniseText(scan) : '');
  }
  if (scanned > MOST_OCR_PAGES) pages.isCut = true;
  return { engine: `${engine}, ${ocrEngine()}`, preview };
}
