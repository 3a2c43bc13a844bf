import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

const ENOUGH = 64 * 1024;

/** A file of lines, counted and hashed while they are written. */
export class LineWriter {
  private readonly hash = createHash('sha256');
  private waiting: string[] = [];
  private length = 0;
  bytes = 0;

  private constructor(private readonly handle: FileHandle) {}

  static async create(path: string): Promise<LineWriter> {
    return new LineWriter(await open(path, 'wx', 0o600));
  }

  async add(line: string): Promise<void> {
    this.waiting.push(line, '\n');
    this.length += line.length;
    if (this.length > ENOUGH) await this.flush();
  }

  /** Answers the hash of all that was written, which is on the disk. */
  async end(): Promise<string> {
    await this.flush();
    await this.handle.sync();
    await this.handle.close();
    return this.hash.digest('hex');
  }

  async abandon(): Promise<void> {
    await this.handle.close().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.from(this.waiting.join(''));
    [this.waiting, this.length] = [[], 0];
    this.hash.update(bytes);
    this.bytes += bytes.length;
    for (let from = 0; from < bytes.length;) from += (await this.handle.write(bytes, from)).bytesWritten;
  }
}
