import { isHash, type Hash } from './hash';
import { checkCount } from './tree';

/** The head of a tree: what a log signs. */
export interface Checkpoint {
  /** The name of the log; best a URL without its scheme. */
  origin: string;
  size: number;
  root: Hash;
  /** Further lines that are signed along. */
  extensions?: readonly string[];
}

const SIZE = /^(?:0|[1-9]\d{0,15})$/;

/**
 * The text to sign.
 * @throws RangeError for what does not fit into it
 */
export function formatCheckpoint({ origin, size, root, extensions = [] }: Checkpoint): string {
  checkCount(size, 'The size');
  if (!isHash(root)) throw new RangeError('A root has 32 bytes');
  if ([origin, ...extensions].some((line) => line === '' || /[\r\n]/.test(line)))
    throw new RangeError('A line must be one line, not empty');
  return [origin, String(size), Buffer.from(root).toString('base64'), ...extensions].map((line) => `${line}\n`).join('');
}

/**
 * @param text of a note that has been opened: a checkpoint by itself proves nothing
 * @throws RangeError for a text that is no checkpoint
 */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', base64 = '', ...extensions] = text.split('\n').slice(0, -1);
  const root = Buffer.from(base64, 'base64');
  const isProper = text.endsWith('\n') && origin !== '' && SIZE.test(size) && Number.isSafeInteger(Number(size));
  if (!isProper || root.length !== 32 || root.toString('base64') !== base64 || extensions.includes('')) {
    throw new RangeError('The text is not a checkpoint');
  }
  return { origin, size: Number(size), root, extensions };
}
