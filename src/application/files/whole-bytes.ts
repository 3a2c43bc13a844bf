import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import type { ByteRange, FileStorage } from '#application/ports/file-storage';
import type { NewFile } from '#domain/files/document-file';

/** The store has other bytes than were given to it. */
export class AlteredObject extends Error {}

const altered = () => new AlteredObject('the content of a stored file has changed');

/** Lets the last bytes through only when all of them are what was stored. Of a range the hash is not known, its length is. */
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

/** The bytes of a file for a reader who takes a complete answer for a right one: ends with `AlteredObject` before it is complete otherwise. */
export async function wholeBytes(
  storage: Pick<FileStorage, 'read'>,
  { key, size, sha256 }: Pick<NewFile, 'key' | 'size' | 'sha256'>,
  range?: ByteRange,
): Promise<Readable> {
  const source = await storage.read(key, range);
  const whole = range ? new WholeBytes(range.end - range.start + 1, null) : new WholeBytes(size, sha256);
  // Whichever ends first takes the other with it; what went wrong is seen by whoever reads.
  pipeline(source instanceof Readable ? source : Readable.from(source, { objectMode: false }), whole, () => undefined);
  return whole;
}
