import { close, constants, open as openFile, read as readFile } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { WriteConflict } from '#application/support/errors';
import { FileStorage, ObjectMissing, type ByteRange, type FileWriter } from '#application/ports/files';
import { failpoint } from '../support/failpoints';
import { keepPrivate } from '../support/private-files';
import { diskFailureAsOutage, isDiskFailure } from '../support/failing-disk';
import { PartDigests } from '../workers/part-digests';
import { BufferPool, PartWriter } from '../support/part-writer';
import { returnable } from '../support/returnable';
import { StoreTelemetry } from '../telemetry/store-telemetry';

const PART_BYTES = 1024 * 1024;
const READ_BYTES = 64 * 1024;
/** Where large objects lie until they are complete. */
const INCOMING = 'incoming';
/** A key begins with the name of its folder. */
const FOLDERS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
const KEY = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/** Without the `FileHandle` of promises, which costs as much as all three together. */
const descriptors = { open: promisify(openFile), read: promisify(readFile), close: promisify(close) };

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Several parts are written under a temporary name, so that an object which is not complete cannot be seen. A small object is written at
 * once under its own name, which is never used twice: what a crash leaves of it is in the journal. Either is on the disk when it is stored.
 *
 * Not rows of SQLite, measured with groups in one transaction: objects of 10 KB cost a tenth of the CPU time, those of 100 KB the same.
 */
class LocalFileWriter extends PartWriter {
  private handle: Promise<FileHandle> | undefined;
  private order: Promise<void> = Promise.resolve();

  constructor(
    pool: BufferPool,
    digests: PartDigests,
    private readonly temporary: string,
    private readonly target: string,
    private readonly fails: (error: unknown) => never,
    stored: (bytes: number) => void,
  ) {
    super(pool, digests, 1, stored);
  }

  protected send(part: Buffer): Promise<void> {
    this.order = this.order
      .then(() => this.append(part))
      .then(() => failpoint('part-stored'))
      .catch(this.fails);
    return this.order;
  }

  protected finishWhole(part: Buffer): Promise<void> {
    this.handle = open(this.target, 'wx', 0o600);
    return this.append(part)
      .then(() => this.complete())
      .catch(this.fails);
  }

  protected finish(): Promise<void> {
    const named = async () =>
      rename(this.temporary, this.target).catch((error: unknown) => {
        // The sweeper has taken it away: its lease was over.
        throw isMissing(error) ? new WriteConflict('the upload is no longer there', { cause: error }) : error;
      });
    return this.complete(named).catch(this.fails);
  }

  private async complete(named?: () => Promise<void>): Promise<void> {
    const handle = await this.file();
    await handle.sync();
    await handle.close();
    this.handle = undefined;
    await named?.();
    await syncFolder(dirname(this.target));
    failpoint('object-stored');
  }

  protected async discard(): Promise<void> {
    await (await this.handle?.catch(() => undefined))?.close().catch(() => undefined);
    await rm(this.temporary, { force: true });
    await rm(this.target, { force: true });
  }

  private async append(part: Buffer): Promise<void> {
    const handle = await this.file();
    for (let from = 0; from < part.length;) from += (await handle.write(part, from)).bytesWritten;
  }

  private file(): Promise<FileHandle> {
    this.handle ??= open(this.temporary, 'wx', 0o600);
    return this.handle;
  }
}

/** Objects as files below one folder, for the embedded mode. */
export class LocalFileStorage extends FileStorage {
  private readonly pool = new BufferPool(PART_BYTES, 16);
  private readonly digests: PartDigests;
  /** Why the disk failed last, until it is written to again. */
  private failure: unknown;

  private constructor(
    private readonly root: string,
    private readonly telemetry: StoreTelemetry,
  ) {
    super();
    this.digests = new PartDigests(telemetry.onFault);
  }

  static async open(root: string, telemetry = new StoreTelemetry()): Promise<LocalFileStorage> {
    await mkdir(join(root, INCOMING), { recursive: true, mode: 0o700 });
    // What is below it was perhaps copied in.
    keepPrivate(root);
    const known = new Set(await readdir(root));
    for (const folder of FOLDERS) if (!known.has(folder)) await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
    // Whoever made them may not have come so far.
    await syncFolder(root);
    return new LocalFileStorage(root, telemetry);
  }

  create(key: string): FileWriter {
    return new LocalFileWriter(this.pool, this.digests, this.temporary(key), this.path(key), this.failed, this.telemetry.stored);
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const handle = await open(this.path(key), 'r').catch((error: unknown) => this.unopened(key, error));
    const stream = handle.createReadStream({ highWaterMark: READ_BYTES, ...range });
    return returnable(stream.on('error', this.noted));
  }

  async readAtOnce(key: string, size: number): Promise<Buffer> {
    const file = await descriptors.open(this.path(key), 'r').catch((error: unknown) => this.unopened(key, error));
    const bytes = Buffer.allocUnsafeSlow(size + 1);
    try {
      let length = 0;
      let read: number;
      do {
        ({ bytesRead: read } = await descriptors.read(file, bytes, length, bytes.length - length, length));
        length += read;
      } while (read > 0 && length < size);
      return bytes.subarray(0, length);
    } catch (error) {
      return this.failed(error);
    } finally {
      await descriptors.close(file).catch(() => undefined);
    }
  }

  async size(key: string): Promise<number | null> {
    try {
      return (await stat(this.path(key))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      return this.failed(error);
    }
  }

  /** What a broken-off upload left half written goes, too: the journal knows its key like any other. */
  async remove(key: string): Promise<void> {
    failpoint('before-removal');
    const removed = async () => {
      await rm(this.path(key), { force: true });
      await rm(this.temporary(key), { force: true });
    };
    await removed().catch(this.failed);
    failpoint('after-removal');
  }

  async *keys(): AsyncIterable<string> {
    for await (const folder of await opendir(this.root)) {
      if (folder.name === INCOMING) continue;
      if (!folder.isDirectory()) yield folder.name;
      else for await (const file of await opendir(join(this.root, folder.name))) yield `${folder.name}/${file.name}`;
    }
  }

  async temporaryUrl(): Promise<null> {
    return null;
  }

  /** A folder that can be seen is no disk that can be written to. */
  async probe(): Promise<void> {
    await stat(join(this.root, INCOMING));
    if (this.failure === undefined) return;
    const path = join(this.root, INCOMING, 'probe');
    const file = await open(path, 'w', 0o600);
    try {
      await file.write('.');
      await file.sync();
    } finally {
      await file.close();
    }
    await rm(path);
    await syncFolder(this.root);
    this.failure = undefined;
  }

  private readonly noted = (error: unknown): unknown => {
    if (isDiskFailure(error)) this.failure = error;
    return error;
  };

  private unopened(key: string, error: unknown): never {
    if (isMissing(error)) throw new ObjectMissing(key);
    return this.failed(error);
  }

  private readonly failed = (error: unknown): never => diskFailureAsOutage(this.noted(error));

  private temporary(key: string): string {
    return join(this.root, INCOMING, this.path(key).slice(-36));
  }

  /** Keys are ours, never a client's; the form is checked all the same before one becomes a path. */
  private path(key: string): string {
    if (!KEY.test(key)) throw new Error('not an object key');
    return join(this.root, key);
  }
}
