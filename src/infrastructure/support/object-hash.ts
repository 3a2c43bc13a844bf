import { createHash } from 'node:crypto';
import type { PartDigest, PartDigests } from '../workers/part-digests';

/** SHA-256 of an object in several buffers: by another thread while they come, or here when the second one is the last. */
export class ObjectHash {
  private first: { bytes: Buffer; release: () => void } | undefined;
  private digest: PartDigest | undefined;

  constructor(private readonly digests: PartDigests) {}

  /** The bytes stay as they are until the promise settles. */
  add(bytes: Buffer): Promise<void> {
    const digest = (this.digest ??= this.digests.open());
    if (this.first) {
      const { first } = this;
      this.first = undefined;
      digest.part(first.bytes).then(first.release, first.release);
    }
    return digest.part(bytes);
  }

  /** For the first buffer: waits until it is known whether there is a third one. */
  addFirst(bytes: Buffer): Promise<void> {
    return new Promise((release) => (this.first = { bytes, release }));
  }

  /** @param last may be empty. @returns the hash of all in hex */
  async end(last: Buffer): Promise<string> {
    if (this.digest) {
      if (last.length > 0) await this.digest.part(last);
      return this.digest.end();
    }
    // The last part goes to the store first, which has to be waited for.
    await new Promise(setImmediate);
    const hash = createHash('sha256');
    if (this.first) hash.update(this.first.bytes);
    this.release();
    return hash.update(last).digest('hex');
  }

  /** Idempotent; may be called after the end. */
  drop(): void {
    this.digest?.drop();
    this.release();
  }

  private release(): void {
    this.first?.release();
    this.first = undefined;
  }
}
