import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { OpenAPIOverlayOptions } from 'openapi-format';

type Overlay = OpenAPIOverlayOptions['overlaySet'];

/** Beside this module, built or not. */
const PORTUGUESE = join(__dirname, 'portuguese.overlay.json');

/** The Portuguese texts as an OpenAPI Overlay 1.0. `x-english` is a digest of the translated English text: a test compares it. */
export const portugueseOverlay = async () => JSON.parse(await readFile(PORTUGUESE, 'utf8')) as Overlay;

export async function withOverlay(document: OpenAPIObject, overlaySet: Overlay): Promise<void> {
  // Loaded on the first use.
  const { openapiOverlay } = await import('openapi-format');
  await openapiOverlay(document as object, { overlaySet });
}
