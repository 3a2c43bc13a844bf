import { TEXT_KINDS } from './detect';
import { normaliseExtension } from './extension';
import { formatOf } from './formats';
import { takeSample } from './sample';

/**
 * - `fits`: the content is what the extension says;
 * - `differs`: it is not; `found` is the extension that its magic bytes speak for, if they speak for any;
 * - `unknown-extension`: nothing is known about the extension, and nothing in the content contradicts it.
 */
export type Verdict = { verdict: 'fits' } | { verdict: 'differs'; found?: string } | { verdict: 'unknown-extension' };

const FITS: Verdict = { verdict: 'fits' };
const UNKNOWN: Verdict = { verdict: 'unknown-extension' };

/**
 * Does the content fit the extension that is claimed for it?
 * @param extension with or without a dot, in any case
 * @param head the first `SIGNATURE_BYTES` bytes of the file, or all of it when it is shorter
 * @param size of the whole file, in bytes: tells a short file from a cut head
 */
export async function checkExtension(extension: string, head: Uint8Array, size: number): Promise<Verdict> {
  const name = normaliseExtension(extension);
  if (name === null) return UNKNOWN;
  const sample = await takeSample(head, size);
  const format = formatOf(name);
  if (format) return format.fits(sample) ? FITS : differs(sample.found);
  if (sample.found === name) return FITS;
  // Many formats are XML: text content does not contradict an unknown extension.
  if (sample.found === undefined || TEXT_KINDS.has(sample.found)) return UNKNOWN;
  return differs(sample.found);
}

function differs(found: string | undefined): Verdict {
  return found === undefined ? { verdict: 'differs' } : { verdict: 'differs', found };
}
