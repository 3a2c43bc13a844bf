import { createHash, hash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange, FileStorage } from '#application/ports/files';
import type { NewFile } from '#domain/files/document-file';

/** The bytes in the store differ from the stored ones. */
export class AlteredObject extends Error {}

/** A file of so few bytes is read, hashed and sent at once: streams would cost more. */
const SMALL_BYTES = 256 * 1024;

const altered = () => new AlteredObject('the content of a stored file has changed');

/**
 * Releases the last bytes only if all of them match the stored hash. For a range only the length is checked. One stream over the source:
 * a Transform behind a pipeline costs more than the hash of a small file.
 */
class WholeBytes extends Readable {
  private readonly hash: Hash | null;
  private last: Buffer | null = null;
  private length = 0;
  private isOver = false;

  constructor(
    private readonly source: Readable,
    private readonly expected: number,
    private readonly sha256: string | null,
  ) {
    super();
    this.hash = sha256 === null ? null : createHash('sha256');
    // A reader that begins late finds the error.
    this.on('error', () => undefined);
    source
      .on('data', (chunk: Buffer) => this.accept(chunk))
      .on('end', () => this.finish())
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.isOver || this.destroy(new Error('the source of a stored file closed before its end')));
  }

  override _read(): void {
    this.source.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.source.destroy();
    done(error);
  }

  private accept(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length > this.expected) return void this.destroy(altered());
    this.hash?.update(chunk);
    const before = this.last;
    this.last = chunk;
    if (before && !this.push(before)) this.source.pause();
  }

  private finish(): void {
    this.isOver = true;
    const isRight = this.length === this.expected && (!this.hash || this.hash.digest('hex') === this.sha256);
    if (!isRight) return void this.destroy(altered());
    if (this.last) this.push(this.last);
    this.push(null);
  }
}

/** The bytes of a file for readers who treat a complete stream as valid: an altered object fails with `AlteredObject` before the end. */
export async function wholeBytes(
  storage: Pick<FileStorage, 'read'>,
  { key, size, sha256 }: Pick<NewFile, 'key' | 'size' | 'sha256'>,
  range?: ByteRange,
): Promise<Readable> {
  const source = await storage.read(key, range);
  const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
  return range ? new WholeBytes(stream, range.end - range.start + 1, null) : new WholeBytes(stream, size, sha256);
}

/** The same for an answer. What is not right fails when it is read, small or not: the answer has begun by then, and breaks off. */
export async function bytesToSend(
  storage: Pick<FileStorage, 'read' | 'readAtOnce'>,
  file: Pick<NewFile, 'key' | 'size' | 'sha256'>,
  range?: ByteRange,
): Promise<Buffer | Readable> {
  const { key, size, sha256 } = file;
  const bytes = range || size > SMALL_BYTES ? null : await storage.readAtOnce(key, size);
  if (bytes === null) return wholeBytes(storage, file, range);
  const isRight = bytes.length === size && hash('sha256', bytes) === sha256;
  return isRight ? bytes : new Readable({ read() { this.destroy(altered()); } }); // prettier-ignore
}
