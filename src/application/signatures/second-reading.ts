import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Diagnostics } from '#application/ports/unit-of-work';
import { FileReader, FileRefused, type ReadOrder } from '#application/ports/text-extraction';
import { PdfRefusal, type PdfContent, type SignedContent } from '#application/ports/signatures';
import { Semaphore } from '#application/support/semaphore';
import type { FileFault } from '#domain/files/file-reading';

/** A larger file is in the reader's memory as a whole: the signer's own checks of its structure have to do. */
const MOST_BYTES = 64 * 1024 ** 2;
/** Each may take as much memory as the reading of a file for the archive. */
const AT_ONCE = 2;
/** Of the time that a call has. */
const LONGEST_MS = 30_000;
const MOST_WAITING = 200;
/** Of the reader, which files without fault pass over, too. */
const LIMITS: ReadonlySet<FileFault> = new Set<FileFault>(['inflated', 'too-many-pixels']);

/**
 * Whoever opens the signed file must see what was signed: a reader other than the signer finds the same pages with the same text in it.
 * The signer adds to structures that each reader understands in a way of its own where they are not what they should be.
 */
@Injectable()
export class SecondReading {
  private readonly turns = new Semaphore(AT_ONCE, MOST_WAITING);

  constructor(
    private readonly reader: FileReader,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Rejects with `PdfRefusal`. The first `original` bytes are the file before. */
  async check(original: number, signed: SignedContent, signal: AbortSignal): Promise<void> {
    if (signed.size > MOST_BYTES || !this.reader.canRead('pdf')) return;
    const readings = await this.turns.run(() => this.readings(original, signed, signal), signal);
    if (readings && !isWhole(...readings, signed.addedPages)) throw new PdfRefusal('PDF_DAMAGED');
  }

  /** Null: it takes more than it may, or fails for a reason that is not the file. */
  private async readings(original: number, signed: SignedContent, over: AbortSignal): Promise<[before: Reading, after: Reading] | null> {
    const signal = AbortSignal.any([over, AbortSignal.timeout(LONGEST_MS)]);
    try {
      const [before, after] = [await this.pages({ ...signed, size: original }, signal), await this.pages(signed, signal)];
      if (before instanceof FileRefused) throw before;
      if (after instanceof FileRefused) throw after;
      return [before, after];
    } catch (error) {
      over.throwIfAborted();
      if (error instanceof PdfRefusal) throw error;
      this.diagnostics.problem('second reading of a signed file', error);
      return null;
    }
  }

  /** A refusal: the file is more than the reader takes on, which does not say that it is damaged. */
  private async pages({ size, bytes }: Omit<PdfContent, 'sha256'>, signal: AbortSignal): Promise<Reading | FileRefused> {
    const order: ReadOrder = { kind: 'pdf', extension: 'pdf', size, wantsText: true, wantsOcr: false, previewSize: null, isAwaited: true };
    try {
      return await this.reader.read(order, Readable.from(firstOf(await bytes(), size)), signal);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      if (LIMITS.has(error.fault)) return error;
      throw new PdfRefusal('PDF_DAMAGED');
    }
  }
}

interface Reading {
  pages: readonly string[];
  isCut: boolean;
}

/** What is seen of a signature may be text of a page that was there before. Of two readings of a long file each may end elsewhere, as limits go by time. */
function isWhole(before: Reading, after: Reading, added: number): boolean {
  const count = before.pages.length + added;
  // A reading that was cut knows the least number of pages alone.
  if (!after.isCut && after.pages.length < count) return false;
  if (!before.isCut && after.pages.length > count) return false;
  return before.pages.every((page, index) => holds(after.pages[index] ?? (after.isCut ? page : ''), page));
}

const wordsOf = (page: string) => page.split(/\s+/).filter((word) => word !== '');

/** All words, as often. */
function holds(page: string, part: string): boolean {
  if (page.startsWith(part)) return true;
  const counts = new Map<string, number>();
  for (const word of wordsOf(page)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return wordsOf(part).every((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left > 0;
  });
}

async function* firstOf(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of bytes) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
