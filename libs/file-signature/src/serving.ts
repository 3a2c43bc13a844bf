import { normaliseExtension } from './extension';
import { formatOf } from './formats';

const UNKNOWN = 'application/octet-stream';

/** Formats that browsers display without running scripts: no SVG, HTML or XML. */
const INLINE: ReadonlySet<string> = new Set(['pdf', 'png', 'apng', 'jpg', 'jpeg', 'jpe', 'jfif', 'gif', 'webp', 'bmp', 'avif']);

/**
 * The content type to serve a stored file of this extension with; never take the one that a client sent.
 * @param extension with or without a dot, in any case
 * @returns `application/octet-stream` for what is not in our table
 */
export function contentTypeOf(extension: string): string {
  const name = normaliseExtension(extension);
  return (name === null ? undefined : formatOf(name)?.contentType) ?? UNKNOWN;
}

/**
 * May be shown inside a browser without running anything: PDF and raster images.
 * @param extension with or without a dot, in any case
 */
export function isInlineSafe(extension: string): boolean {
  const name = normaliseExtension(extension);
  return name !== null && INLINE.has(name);
}
