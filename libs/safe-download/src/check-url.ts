import { isIP } from 'node:net';
import { DownloadError } from './download-error';

const MAX_LENGTH = 2048;

/** Control characters, blanks of all kinds, halves of surrogate pairs, and the backslash, which parsers disagree about. */
const FORBIDDEN = /[\p{Cc}\p{Z}\p{Cs}\\]/u;
/** `http:host` and `http:///host` mean `http://host` to the URL parser, and something else to other programs. */
const WITH_AUTHORITY = /^https?:\/\/[^/?#]/i;
const USER_INFO = /^[^/]*\/\/[^/?#]*@/;
const NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/**
 * The checks that need no network: length, characters, scheme, no credentials, and a host that is an IP address or a name with a
 * dot. It does not say whether the host may be connected to: `safeDownload` does, when it knows the addresses.
 * @returns the URL in its one spelling, without fragment
 * @throws DownloadError `URL_INVALID`, `SCHEME`, `CREDENTIALS`, or `ADDRESS_NOT_ALLOWED` for a name without a dot
 */
export function checkUrl(text: string): URL {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || FORBIDDEN.test(text) || !URL.canParse(text)) {
    throw new DownloadError('URL_INVALID');
  }
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new DownloadError('SCHEME');
  if (!WITH_AUTHORITY.test(text)) throw new DownloadError('URL_INVALID');
  if (USER_INFO.test(text) || url.username !== '' || url.password !== '') throw new DownloadError('CREDENTIALS');
  // The dot that marks a name as complete would hide `localhost.` from the checks, and certificates do not know it.
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  const host = hostOf(url);
  if (isIP(host) !== 0) return url;
  if (!NAME.test(host)) throw new DownloadError('URL_INVALID');
  if (!host.includes('.')) throw new DownloadError('ADDRESS_NOT_ALLOWED');
  return url;
}

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
