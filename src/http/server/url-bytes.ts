import { isUtf8 } from 'node:buffer';

const PERCENT_BYTES = /(?:%[0-9a-f]{2})+/gi;
const STRAY_PERCENT = /%(?![0-9a-f]{2})/gi;
/** U+FFFD: no identifier, token or code has it. */
const REPLACED = '%EF%BF%BD';

const inUtf8 = (run: string) => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'));

/** Whether the percent-bytes of a part of a URL are UTF-8: characters of other encodings would find nothing, without a word. */
export const saysUtf8 = (encoded: string): boolean => !encoded.match(PERCENT_BYTES)?.some((run) => !inUtf8(run));

/**
 * A URL whose path the router can decode, so that the caller is authenticated first and a wrong segment is refused as the value of its
 * parameter.
 */
export function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split(/(?=\?)/);
  const readable = path.replace(STRAY_PERCENT, '%25').replace(PERCENT_BYTES, (run) => (inUtf8(run) ? run : REPLACED));
  return [readable, ...query].join('');
}
