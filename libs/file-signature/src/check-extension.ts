import { normaliseExtension } from './extension';
import { formatOf } from './formats';
import { takeSample, type Sample } from './sample';
import { directoryNames, type ReadBytes } from './zip-directory';
import { isZip } from './zip-rules';

/**
 * - `fits`: the content is what the extension says;
 * - `differs`: it is not; `found` is the extension that its magic bytes speak for, if they speak for any;
 * - `unknown-extension`: nothing is known about the extension, and nothing in the content contradicts it.
 */
export type Verdict = { verdict: 'fits' } | { verdict: 'differs'; found?: string } | { verdict: 'unknown-extension' };

/** Formats that are never called otherwise: pictures and programs. Most others (zip, compound files, PDF, TIFF) are what other formats are made of. */
const UNMISTAKABLE = new Set('png apng jpg gif webp bmp exe elf macho lnk alias swf wasm'.split(' '));

const FITS: Verdict = { verdict: 'fits' };
const UNKNOWN: Verdict = { verdict: 'unknown-extension' };

/**
 * Does the content fit the extension that is claimed for it?
 * @param extension with or without a dot, in any case
 * @param head the first `SIGNATURE_BYTES` bytes of the file, or all of it when it is shorter
 * @param size of the whole file, in bytes: tells a short file from a cut head
 * @param read reads more of the file; without it a zip is judged by the entries at its head
 */
export async function checkExtension(extension: string, head: Uint8Array, size: number, read?: ReadBytes): Promise<Verdict> {
  const name = normaliseExtension(extension);
  if (name === null) return UNKNOWN;
  const sample = await takeSample(head, size);
  const format = formatOf(name);
  if (format) {
    const fits = format.fits(sample) || (isZip(sample) && read && format.fits(await withDirectory(sample, read)));
    return fits ? FITS : differs(name, sample.found);
  }
  if (sample.found === name) return FITS;
  // Of an extension of which nothing is known, nothing else is a contradiction.
  return sample.found !== undefined && UNMISTAKABLE.has(sample.found) ? differs(name, sample.found) : UNKNOWN;
}

/** An office document may have anything at its head; what it has at all is said at its end. */
async function withDirectory(sample: Sample, read: ReadBytes): Promise<Sample> {
  return { ...sample, names: (await directoryNames(sample.size, read)) ?? sample.names };
}

function differs(name: string, found: string | undefined): Verdict {
  return found === undefined || found === name ? { verdict: 'differs' } : { verdict: 'differs', found };
}
