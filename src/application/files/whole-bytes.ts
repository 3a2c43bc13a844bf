import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import type { ByteRange, FileStorage } from '#application/ports/file-storage';
import type { NewFile } from '#domain/files/document-file';

/** The bytes in the store differ from the stored ones. */
export class AlteredObject extends Error {}

const altered = () => new AlteredObject('the content of a stored file has changed');

/** Releases the last bytes only if all of them match the stored hash. For a range only the length is checked. */
class WholeBytes extends Transform {
  private readonly hash = createHash('sha256');
  private last: Buffer | null = null;
  private length = 0;

  constructor(
    private readonly expected: number,
    private readonly sha256: string | null,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.length += chunk.length;
    if (this.length > this.expected) return done(altered());
    if (this.sha256 !== null) this.hash.update(chunk);
    const before = this.last;
    this.last = chunk;
    if (before) done(null, before);
    else done();
  }

  override _flush(done: TransformCallback): void {
    const right = this.length === this.expected && (this.sha256 === null || this.hash.digest('hex') === this.sha256);
    if (right) done(null, this.last);
    else done(altered());
  }
}

/** The bytes of a file for readers who treat a complete stream as valid: an altered object fails with `AlteredObject` before the end. */
export async function wholeBytes(
  storage: Pick<FileStorage, 'read'>,
  { key, size, sha256 }: Pick<NewFile, 'key' | 'size' | 'sha256'>,
  range?: ByteRange,
): Promise<Readable> {
  const source = await storage.read(key, range);
  const whole = range ? new WholeBytes(range.end - range.start + 1, null) : new WholeBytes(size, sha256);
  // If either stream ends, the other is closed; the reader receives the error.
  pipeline(source instanceof Readable ? source : Readable.from(source, { objectMode: false }), whole, () => undefined);
  return whole;
}
