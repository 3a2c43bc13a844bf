import { asBuffer } from './as-buffer';
import { IngestError } from './ingest-error';
import { completeLimits, type IngestOptions } from './ingest-options';
import type { LiftedFile } from './lifted-file';
import { Pace } from './pace';
import { Scanner } from './scanner';

/** A chunk may be of any size; what is scanned without a pause is not. */
const PIECE_BYTES = 64 * 1024;
/** Bytes of file text between two turns of the event loop: a few milliseconds. */
const TURN_BYTES = 4 * 1024 * 1024;
/** How much more a byte of plain JSON costs than one of file text. */
const JSON_WEIGHT = 16;
/** And how much a value, whatever its length. */
const VALUE_WEIGHT = 1024;

/** Feeds a scanner chunk by chunk: counts, waits for sinks, and lets the event loop turn. */
export class BodyReader {
  /** Bytes read so far. */
  bodyBytes = 0;

  readonly #limit: number;
  readonly #scanner: Scanner;
  readonly #pace = new Pace(TURN_BYTES);

  constructor(options: IngestOptions) {
    const limits = completeLimits(options.limits);
    this.#limit = limits.bodyBytes;
    this.#scanner = new Scanner(options, limits);
  }

  /** @throws IngestError BODY_TOO_LARGE after what is within the limit has been read, or what the scanner finds */
  async read(chunk: Uint8Array): Promise<void> {
    const bytes = asBuffer(chunk);
    const end = Math.min(bytes.length, this.#limit - this.bodyBytes);
    for (let from = 0; from < end; from += PIECE_BYTES) {
      const to = Math.min(end, from + PIECE_BYTES);
      await this.#readPiece(to - from === bytes.length ? bytes : bytes.subarray(from, to));
    }
    if (end < bytes.length) throw new IngestError('BODY_TOO_LARGE', this.bodyBytes);
  }

  finish(): { json: unknown; files: LiftedFile[] } {
    return this.#scanner.finish(this.bodyBytes);
  }

  async #readPiece(piece: Buffer): Promise<void> {
    const { skeletonBytes: kept, values } = this.#scanner;
    for (let at = 0; at < piece.length;) {
      at = this.#scanner.read(piece, at, this.bodyBytes);
      const waiting = this.#scanner.takeWaiting();
      if (waiting) await waiting;
    }
    this.bodyBytes += piece.length;
    const work = JSON_WEIGHT * (this.#scanner.skeletonBytes - kept) + VALUE_WEIGHT * (this.#scanner.values - values);
    const turn = this.#pace.spend(piece.length + work);
    if (turn) await turn;
  }
}
