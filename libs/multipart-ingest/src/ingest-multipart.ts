import { isUtf8 } from 'node:buffer';
import { DelimitedBytes } from './delimited-bytes';
import { MultipartError } from './multipart-error';
import { readPartHead } from './part-headers';

/** Where the bytes of one file go. */
export interface FileSink {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

export interface MultipartOptions {
  /** Called for every file, in the order in which they come. */
  openFile(): Promise<FileSink>;
  /** Bytes, but for `fields`. */
  limits: { body: number; field: number; fields: number };
}

export interface FilePart {
  name: string;
  fileName: string;
}

export interface MultipartBody {
  /** In the order in which they came. */
  files: FilePart[];
  fields: { name: string; value: string }[];
}

const HEADERS_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const LAST = Buffer.from('--');
const LONGEST_PREAMBLE = 4096;
const LONGEST_HEADERS = 16 * 1024;
/** RFC 2046 5.1.1. */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?])"|([\w'+\-.]{1,70}))\s*(?:;|$)/i;

/** The boundary that a `Content-Type` names; undefined when it names none that may be. */
export function boundaryOf(contentType: string): string | undefined {
  const match = BOUNDARY.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/** Reads a `multipart/form-data` body (RFC 7578) as it arrives: files go to their sinks, texts are collected. */
export async function ingestMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  { openFile, limits }: MultipartOptions,
): Promise<MultipartBody> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may stand at the very beginning, without a line before it.
  const bytes = new DelimitedBytes(chunks, limits.body, '\r\n');
  const body: MultipartBody = { files: [], fields: [] };
  try {
    await bytes.allUntil(delimiter, LONGEST_PREAMBLE, 'MALFORMED');
    while (!(await bytes.takes(LAST))) {
      const padding = await bytes.allUntil(LINE_END, 100, 'MALFORMED');
      if (!/^[ \t]*$/.test(padding.toString('latin1'))) throw new MultipartError('MALFORMED', bytes.position);
      const head = readPartHead(await bytes.allUntil(HEADERS_END, LONGEST_HEADERS, 'HEADERS_TOO_LARGE'));
      if (!head) throw new MultipartError('MALFORMED', bytes.position);
      if (head.fileName === undefined) {
        if (body.fields.length === limits.fields) throw new MultipartError('TOO_MANY_FIELDS', bytes.position);
        const value = await bytes.allUntil(delimiter, limits.field, 'FIELD_TOO_LARGE');
        if (!isUtf8(value)) throw new MultipartError('MALFORMED', bytes.position);
        body.fields.push({ name: head.name, value: value.toString('utf8') });
      } else {
        const sink = await openFile();
        for await (const piece of bytes.until(delimiter)) await sink.write(piece);
        await sink.end();
        body.files.push({ name: head.name, fileName: head.fileName });
      }
    }
    return body;
  } finally {
    await bytes.leave();
  }
}
