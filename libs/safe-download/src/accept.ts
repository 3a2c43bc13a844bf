import type { Deadline } from './deadline';
import { DownloadError } from './download-error';
import { fileNameOf } from './file-name';
import { fromHeader, single } from './headers';
import { LimitedBody } from './limited-body';
import type { Settings } from './options';
import type { Answer } from './request';

/** An answer that passed every check, with its body still to be read. */
export interface Download {
  /** `type/subtype` in lower case; the remote side's claim, parameters left out. */
  contentType?: string;
  /** Bytes announced. The body fails if it does not have exactly these. */
  contentLength?: number;
  /** From Content-Disposition or the URL; no directories, no invisible characters. */
  fileName?: string;
  /** Can be read once. Fails with a `DownloadError` when a limit is passed or when it is incomplete. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection. Needed only when the body is not read: to leave its loop is enough. */
  close(): Promise<void>;
}

const MEDIA_TYPE = /^([a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127})(?:\s*;|\s*$)/i;

/**
 * Takes the last answer if it is a plain and complete 200 that can be small enough.
 * @throws DownloadError `STATUS`, `ENCODING`, `TOO_LARGE`; the connection is left to the caller then
 */
export function accept(answer: Answer, url: URL, settings: Settings, deadline: Deadline): Download {
  const { status, headers } = answer;
  // A 206 is a part, a 204 is nothing, and neither was asked for.
  if (status !== 200) throw new DownloadError('STATUS', String(status));
  if (headers['content-encoding'] !== undefined) throw new DownloadError('ENCODING');
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && String(transfer).trim().toLowerCase() !== 'chunked') throw new DownloadError('ENCODING');
  const contentLength = lengthOf(single(headers, 'content-length'));
  if (contentLength !== undefined && contentLength > settings.maxBytes) throw new DownloadError('TOO_LARGE');

  const { maxBytes, idleTimeoutMs } = settings;
  const body = new LimitedBody(answer, { maxBytes, idleTimeoutMs, expected: contentLength }, deadline);
  const contentType = MEDIA_TYPE.exec(single(headers, 'content-type') ?? '')?.[1]?.toLowerCase();
  const fileName = fileNameOf(single(headers, 'content-disposition'), url);
  return { contentType, contentLength, fileName, body, close: () => body.close() };
}

/**
 * Where the answer sends us.
 * @returns the text to check like any URL; null when the answer is no redirect
 * @throws DownloadError `STATUS` for a redirect to nowhere
 */
export function redirectOf({ status, headers }: Answer, url: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  const location = fromHeader(single(headers, 'location') ?? '');
  if (location === '') throw new DownloadError('STATUS', String(status));
  if (!URL.canParse(location, url.href)) throw new DownloadError('URL_INVALID');
  return new URL(location, url).href;
}

function lengthOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
