import { parse } from 'content-disposition';
import { fromHeader } from './headers';

const MAX_LENGTH = 255;

/** What must not be in a name: control and format characters (directions of writing among them), line ends, halves of pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A name for the file: the one that the server proposes, else the last part of the path.
 * @param disposition the header `Content-Disposition`
 * @returns 1 to 255 characters without directories; still the remote side's words, so check the extension
 */
export function fileNameOf(disposition: string | undefined, url: URL): string | undefined {
  return baseName(proposed(disposition)) ?? baseName(decoded(url.pathname));
}

function proposed(disposition: string | undefined): string {
  try {
    return fromHeader(parse(disposition ?? '').parameters.filename ?? '');
  } catch {
    return '';
  }
}

function decoded(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function baseName(text: string): string | undefined {
  const name = text
    .slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
    .replace(INVISIBLE, '')
    .trim();
  if (/^\.*$/.test(name)) return undefined;
  if (name.length <= MAX_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,20}$/.exec(name)?.[0] ?? '';
  // A cut in the middle of a pair would leave half of it.
  return name.slice(0, MAX_LENGTH - extension.length).replace(/\p{Cs}/gu, '') + extension;
}
