import { inflateSync } from 'node:zlib';
import { FileRefused } from '#application/ports/text-extraction';

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
/** Of a stream whose filters are not read: one that unpacks to itself would never end. */
const MOST_FILTERS = 8;
const START = Buffer.from('stream');
const END = Buffer.from('endstream');
const [RETURN, LINE_FEED] = [0x0d, 0x0a];
const PICTURE = [/\/Subtype\s*\/Image\b/, /\/Width\b/, /\/Height\b/];
/** pdf.js knows the short names, too, and of equal keys the last one. */
const FILTER_KEYS = /\/(?:Filter|F)\b/g;
const DIRECT = /\/(?:Filter|F)\b\s*(?:\/\w+|\[(?:\s*\/\w+)*\s*\])/;
const FLATE = /\/(?:FlateDecode|Fl)\b/g;
/** Of a character of a name. */
const CODE = /#([0-9a-f]{2})/gi;
/** What is written in a string or a comment is no key. */
const STRING_OR_COMMENT = /[(%]/;

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
    const from = contentAfter(file, at + START.length);
    const end = file.indexOf(END, from);
    const packed = file.subarray(from, end < 0 ? file.length : end);
    const most = Math.max(SMALL_BYTES, packed.length * MOST_RATIO);
    if (packed.length * BEST_RATIO ** filters > most) looked += inflated(packed, filters, most);
    if (end < 0) return;
    at = end + END.length - START.length;
  }
}

/** The next line, as pdf.js takes it. */
function contentAfter(file: Buffer, keyword: number): number {
  let at = keyword;
  while (at < file.length && file[at] !== RETURN && file[at] !== LINE_FEED) at++;
  return at + (file[at] === RETURN && file[at + 1] === LINE_FEED ? 2 : 1);
}

/**
 * How often it is packed, at most; 0: it is none of the streams that are looked at. Filters may stand elsewhere in the file: a stream whose
 * dictionary does not plainly say them is unpacked as often as it can be, which for one that is not packed is not at all.
 */
function filtersOf(before: string): number {
  const start = before.lastIndexOf('obj');
  const dictionary = before.slice(start + 1).replace(CODE, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  if (PICTURE.every((part) => part.test(dictionary)) || /\/EmbeddedFile\b/.test(dictionary)) return 0;
  const isSeenWhole = start >= 0 && !STRING_OR_COMMENT.test(dictionary);
  const isPlain = isSeenWhole && dictionary.match(FILTER_KEYS)?.length === 1 && DIRECT.test(dictionary);
  return isPlain ? (dictionary.match(FLATE)?.length ?? 0) : MOST_FILTERS;
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
