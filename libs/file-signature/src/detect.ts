import { fileTypeFromBuffer } from 'file-type';
import { readText } from './text';

/** Bytes to keep from the head of a file for detection. */
export const SIGNATURE_BYTES = 4100;

/** A format known by its magic bytes. */
export interface Detected {
  /** Lower case, without a dot; `file-type`'s name for the format: `jpg`, never `jpeg`; `cfb` for old Office files. */
  extension: string;
  /** Of the format, for information: serve files with `contentTypeOf` instead. */
  contentType: string;
}

/** Formats that are text themselves: they contradict no other text extension. */
export const TEXT_KINDS: ReadonlySet<string> = new Set(['xml', 'ics', 'vcf', 'vtt', 'reg', 'pgp']);

/** Signatures that do not occur at the start of a text by chance. */
const DELIBERATE = /^(?:%PDF-|\{\\rtf|%!PS|GIF8[79]a|!<arch>\n)/;

/**
 * What the magic bytes say.
 * @param head the first bytes of the file, `SIGNATURE_BYTES` of them or the whole file; what exceeds them is not looked at
 * @returns undefined when no format is recognised; never throws on account of the bytes
 */
export async function detect(head: Uint8Array): Promise<Detected | undefined> {
  const sample = head.subarray(0, SIGNATURE_BYTES);
  const found = (await magic(sample)) ?? tiff(sample);
  if (found === undefined || TEXT_KINDS.has(found.extension)) return found;
  // A signature of two to four letters in front of mere text is chance: "BMW;", "FORMULA;", "Tax free".
  const text = readText(sample, true);
  return text === null || DELIBERATE.test(text) ? found : undefined;
}

async function magic(sample: Uint8Array): Promise<Detected | undefined> {
  try {
    const type = await fileTypeFromBuffer(sample);
    return type && { extension: type.ext.toLowerCase(), contentType: type.mime };
  } catch {
    // A parser that stumbles over hostile bytes has not recognised them.
    return undefined;
  }
}

/** `file-type` follows the first directory of a TIFF, and scanners write it at the end of the file, outside the head. */
function tiff(sample: Uint8Array): Detected | undefined {
  const start = Buffer.from(sample.subarray(0, 4)).toString('latin1');
  return /^(?:II[*+]\0|MM\0[*+])$/.test(start) ? { extension: 'tif', contentType: 'image/tiff' } : undefined;
}
