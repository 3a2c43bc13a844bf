import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { contentTypeOf, isInlineSafe } from '#libs/file-signature';
import type { ReadableFile } from '#application/files/file-readings';
import { DomainError } from '#domain/errors';
import { fileNameOf } from '#domain/files/file-name';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { ifMatch } from '../server/document-etag';
import { ifNoneMatch } from '../server/if-none-match';

const RANGE = /^bytes=(?:(\d{1,40})-(\d{0,40})|-(\d{1,40}))$/i;

interface Span {
  start: number;
  end: number;
}

/** One range (RFC 9110 14.1); undefined if the whole file is the answer. */
function readRange(header: string | undefined, size: number): Span | undefined {
  const match = header === undefined ? null : RANGE.exec(header.trim());
  if (!match) return undefined;
  const [, first, last, suffix] = match;
  const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
  const end = suffix === undefined && last !== '' ? Math.min(Number(last), size - 1) : size - 1;
  const backwards = suffix === undefined && last !== '' && Number(last) < Number(first);
  if (backwards) return undefined;
  if (start >= size || suffix === '0') throw new DomainError('RANGE_NOT_SATISFIABLE');
  return { start, end };
}

/**
 * Sends a file, whole or one range. Data from clients never decides how a browser treats a file: the type comes from our
 * table, only PDFs and raster images open in the browser, and no scripts run in them.
 */
export async function sendBytes(
  request: HttpRequest,
  response: HttpResponse,
  { file, bytes }: ReadableFile,
  inline = isInlineSafe(file.extension),
): Promise<void> {
  const etag = `"${file.sha256}"`;
  if (!ifMatch(request.headers['if-match'])(etag)) throw new DomainError('FILE_DIFFERS');
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Disposition', contentDisposition(fileNameOf(file), { type: inline ? 'inline' : 'attachment' }));
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('X-Robots-Tag', 'noindex');
  if (ifNoneMatch(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    return void response.end();
  }
  const span = rangeAsked(request, response, file.size, etag);
  const length = span ? span.end - span.start + 1 : file.size;
  if (span) response.setHeader('Content-Range', `bytes ${span.start}-${span.end}/${file.size}`);
  response.statusCode = span ? 206 : 200;
  response.setHeader('Content-Type', contentTypeOf(file.extension));
  response.setHeader('Content-Length', length);
  if (request.method === 'HEAD' || length === 0) return void response.end();
  await pour(await bytes(span), response);
}

/** What `pipeline` does, whose bookkeeping costs as much as the hash of a small file. */
function pour(bytes: Buffer | Readable, response: HttpResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      if (!Buffer.isBuffer(bytes)) bytes.destroy();
      response.destroy();
      reject(error);
    };
    const closed = () => fail(Object.assign(new Error('the client left before the end of a file'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }));
    if (response.destroyed) return closed();
    const sent = () => {
      response.off('close', closed);
      resolve();
    };
    response.once('finish', sent).once('close', closed).once('error', fail);
    if (Buffer.isBuffer(bytes)) response.end(bytes);
    else bytes.once('error', fail).pipe(response);
  });
}

function rangeAsked(request: HttpRequest, response: HttpResponse, size: number, etag: string): Span | undefined {
  if (request.method === 'HEAD') return undefined;
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  try {
    return readRange(request.headers.range, size);
  } catch (error) {
    response.setHeader('Content-Range', `bytes */${size}`);
    response.removeHeader('Content-Disposition');
    response.removeHeader('ETag');
    throw error;
  }
}
