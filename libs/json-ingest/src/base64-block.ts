/** A multiple of 3, so that blocks join without padding; its text of 64 KiB is about the longest that V8 makes at full speed. */
const BLOCK_BYTES = 48 * 1024;

/** Collects bytes and gives them out as Base64 text, one full block at a time. Tiny chunks so become large writes. */
export class Base64Block {
  readonly #bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #filled = 0;

  get full(): boolean {
    return this.#filled === BLOCK_BYTES;
  }

  /** Copies in what fits. @returns how many bytes of `source` that was */
  fill(source: Uint8Array): number {
    const count = Math.min(source.length, BLOCK_BYTES - this.#filled);
    this.#bytes.set(count === source.length ? source : source.subarray(0, count), this.#filled);
    this.#filled += count;
    return count;
  }

  /** The text of what was collected, padded unless it is a multiple of 3 bytes; empties the block. */
  take(): string {
    const text = this.#bytes.toString('base64', 0, this.#filled);
    this.#filled = 0;
    return text;
  }
}
