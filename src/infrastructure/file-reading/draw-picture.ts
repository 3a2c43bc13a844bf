import { createRequire } from 'node:module';
import { FileRefused, type ReadOrder } from '#application/ports/file-reader';
import type { Made } from './messages';

const MOST_PIXELS = 1e8;
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

/** The first page of a picture, turned as its camera said. Never SVG, whatever the extension says: only these loaders are there. */
export async function drawPicture({ previewSize }: ReadOrder, bytes: Uint8Array): Promise<Made> {
  const sharp = createRequire(__filename)('sharp') as typeof import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  const engine = `sharp ${sharp.versions.sharp}`;
  // Looks at the head alone, whatever size that says.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(() => {
    throw new FileRefused('damaged');
  }); // prettier-ignore
  if (width * height > MOST_PIXELS) throw new FileRefused('too-many-pixels');
  if (previewSize === null) return { engine, preview: null };
  try {
    const preview = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: previewSize, height: previewSize, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    return { engine, preview };
  } catch {
    throw new FileRefused('damaged');
  }
}
