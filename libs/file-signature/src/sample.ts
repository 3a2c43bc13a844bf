import { SIGNATURE_BYTES, detect } from './detect';
import { readText } from './text';
import { entryNames } from './zip-names';

/** What the rules look at. */
export interface Sample {
  /** At most `SIGNATURE_BYTES` bytes. */
  head: Uint8Array;
  /** Of the whole file, in bytes. */
  size: number;
  /** Extension that the magic bytes speak for. */
  found: string | undefined;
  /** Of the entries of a zip, as far as they are known. */
  names: readonly string[];
  /** The head as text, or null when it is not text. */
  text: string | null;
}

/** Whether a sample has a certain format. */
export type Rule = (sample: Sample) => boolean;

export async function takeSample(bytes: Uint8Array, size: number): Promise<Sample> {
  const head = bytes.subarray(0, SIGNATURE_BYTES);
  const found = (await detect(head))?.extension;
  return { head, size, found, names: entryNames(head), text: readText(head, size > head.length) };
}

/** The magic bytes name one of these. */
export function is(...extensions: string[]): Rule {
  return ({ found }) => found !== undefined && extensions.includes(found);
}
