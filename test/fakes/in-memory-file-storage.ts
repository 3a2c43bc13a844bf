import { createHash } from 'node:crypto';
import { DependencyDown, WriteConflict } from '#application/support/errors';
import { FileStorage, ObjectMissing, type ByteRange, type FileWriter } from '#application/ports/files';

const ROOM_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

class InMemoryWriter implements FileWriter {
  private readonly parts: Uint8Array[] = [];
  private region = new Uint8Array(ROOM_BYTES);
  private ending: Promise<string> | undefined;
  private isOver = false;

  constructor(
    private readonly storage: InMemoryFileStorage,
    private readonly key: string,
  ) {
    storage.open.add(key);
  }

  room(): Uint8Array {
    return this.region;
  }

  commit(length: number): void {
    if (this.isOver) throw new Error('the writer has been closed or given up');
    this.parts.push(this.region.slice(0, length));
    this.region.fill(0xff);
  }

  close(): Promise<string> {
    this.ending = this.end();
    return this.ending;
  }

  async abort(): Promise<void> {
    this.isOver = true;
    await this.ending?.catch(() => undefined);
    this.storage.open.delete(this.key);
    this.storage.objects.delete(this.key);
  }

  private async end(): Promise<string> {
    if (this.isOver) throw new Error('the writer has been closed or given up');
    this.isOver = true;
    // The store takes its time.
    await new Promise((resolve) => setImmediate(resolve));
    this.storage.refuseWhenGone();
    if (!this.storage.open.has(this.key)) throw new WriteConflict('the upload is no longer there');
    const bytes = Buffer.concat(this.parts);
    this.storage.objects.set(this.key, bytes);
    this.storage.open.delete(this.key);
    return createHash('sha256').update(bytes).digest('hex');
  }
}

export class InMemoryFileStorage extends FileStorage {
  readonly objects = new Map<string, Buffer>();
  /** Keys that are being written. */
  readonly open = new Set<string>();
  isGone = false;

  create(key: string): FileWriter {
    return new InMemoryWriter(this, key);
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    this.refuseWhenGone();
    const bytes = this.objects.get(key);
    if (!bytes) throw new ObjectMissing(key);
    return chunksOf(range ? bytes.subarray(range.start, range.end + 1) : bytes);
  }

  async readAtOnce(key: string, size: number): Promise<Buffer> {
    this.refuseWhenGone();
    const bytes = this.objects.get(key);
    if (!bytes) throw new ObjectMissing(key);
    return bytes.subarray(0, size + 1);
  }

  async size(key: string): Promise<number | null> {
    this.refuseWhenGone();
    return this.objects.get(key)?.length ?? null;
  }

  async remove(key: string): Promise<void> {
    this.refuseWhenGone();
    this.open.delete(key);
    this.objects.delete(key);
  }

  async *keys(): AsyncIterable<string> {
    this.refuseWhenGone();
    yield* [...this.objects.keys()];
  }

  async temporaryUrl(): Promise<null> {
    return null;
  }

  async probe(): Promise<void> {
    this.refuseWhenGone();
  }

  refuseWhenGone(): void {
    if (this.isGone) throw new DependencyDown('the file store');
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}
