import { Utf8Scan, type BytePlace } from './utf8-scan';

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface Verdict {
  encoding: Encoding;
  /** The first byte that is not of this encoding, although the others are: the text is damaged, or of two encodings. */
  bad: BytePlace | null;
}

/** What the bytes of a text say about its encoding. */
export class EncodingEvidence {
  private readonly utf8 = new Utf8Scan();
  private head = '';
  /** Zero bytes at even and at odd places. */
  private readonly zeros = [0, 0];

  add(bytes: Uint8Array): void {
    const from = this.utf8.length;
    if (this.head.length < 6) this.head += Buffer.from(bytes.subarray(0, 3)).toString('hex');
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) this.zeros[(from + at) % 2]!++;
    this.utf8.add(bytes);
  }

  /** After the last byte. Without valid characters of several bytes nothing speaks for UTF-8, and every byte is one of Windows. */
  verdict(named?: Encoding): Verdict {
    this.utf8.end();
    const { characters, firstBad } = this.utf8;
    const isMarked = this.head.startsWith('efbbbf');
    const encoding = named ?? this.wide() ?? (firstBad && characters === 0 && !isMarked ? 'windows-1252' : 'utf-8');
    if (!firstBad || encoding !== 'utf-8') return { encoding, bad: null };
    // The mark is no character that anybody sees.
    return { encoding, bad: { ...firstBad, column: firstBad.column - (isMarked && firstBad.line === 1 ? 1 : 0) } };
  }

  /** Whether nearly all that is not ASCII contradicts UTF-8: the rest then does so by accident (`CAFÉ”`). */
  get isHardlyUtf8(): boolean {
    return this.utf8.badBytes > 20 * this.utf8.characters;
  }

  /** With its mark, or because every other byte of a text in Latin letters is zero there. */
  private wide(): Encoding | null {
    if (this.head.startsWith('fffe')) return 'utf-16le';
    if (this.head.startsWith('feff')) return 'utf-16be';
    const [even, odd] = this.zeros as [number, number];
    const most = Math.max(even, odd);
    if (most === 0 || most * 4 < this.utf8.length || Math.min(even, odd) * 4 > most) return null;
    return odd > even ? 'utf-16le' : 'utf-16be';
  }
}
