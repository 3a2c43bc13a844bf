import { inflateSync } from 'node:zlib';
import { FileRefused } from '#application/ports/file-reader';

/** Of one stream; smaller ones may be packed as well as they can be. */
const SMALL_BYTES = 4 * 1024 ** 2;
/** Unpacked to packed bytes: what pages say repeats itself, but never so. */
const MOST_RATIO = 200;
/** Deflate packs no better. */
const BEST_RATIO = 1032;
/** Of all together: the rest is left to the limits of the process. */
const MOST_LOOKED_AT = 256 * 1024 ** 2;
/** A dictionary stands right before its stream. */
const DICTIONARY_BYTES = 1024;
const START = Buffer.from('stream');
const END = Buffer.from('endstream');
const FLATE = /\/Filter\s*(?:\[\s*)?((?:\/(?:FlateDecode|Fl)\b\s*)+)/;

/**
 * Before pdf.js unpacks a stream, as far as it goes: one that unpacks to hundreds of times its size holds nothing that is to be read. Pictures
 * are bounded by what they say of their size, and attachments are not unpacked. Streams of encrypted files cannot be looked into.
 */
export function refuseInflated(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let looked = 0;
  for (let at = file.indexOf(START); at >= 0 && looked < MOST_LOOKED_AT; at = file.indexOf(START, at + START.length)) {
    if (file.subarray(at - 3, at).equals(END.subarray(0, 3))) continue;
    const filters = filtersOf(file.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at));
    if (filters === 0) continue;
    const from = at + START.length + (file[at + START.length] === 0x0d ? 2 : 1);
    const end = file.indexOf(END, from);
    const packed = file.subarray(from, end < 0 ? file.length : end);
    const most = Math.max(SMALL_BYTES, packed.length * MOST_RATIO);
    if (packed.length * BEST_RATIO ** filters > most) looked += inflated(packed, filters, most);
    if (end < 0) return;
    at = end + END.length - START.length;
  }
}

/** How often it is packed; 0: not so, or it is none of the streams that are looked at. */
function filtersOf(before: string): number {
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
  if (/\/Subtype\s*\/Image\b|\/EmbeddedFile\b/.test(dictionary)) return 0;
  return FLATE.exec(dictionary)?.[1]?.match(/\//g)?.length ?? 0;
}

function inflated(packed: Buffer, filters: number, most: number): number {
  let content = packed;
  let looked = 0;
  try {
    for (let filter = 0; filter < filters; filter++) {
      content = inflateSync(content, { maxOutputLength: most });
      looked += content.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new FileRefused('inflated');
    // Damaged or encrypted: pdf.js sees.
  }
  return looked;
}
