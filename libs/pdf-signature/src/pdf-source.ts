import { damaged } from './pdf-refused';

/** Random access to a file, which is never read as a whole. */
export interface PdfSource {
  readonly size: number;
  /** All of `length` bytes from `offset`; the caller asks for nothing behind the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

const BLOCK = 64 * 1024;
const BLOCKS_KEPT = 32;

/** Many small reads from few large ones, in bounded memory. */
export class BufferedSource {
  private readonly blocks = new Map<number, Buffer>();

  constructor(private readonly source: PdfSource) {}

  get size(): number {
    return this.source.size;
  }

  /** At most `length` bytes: fewer at the end of the file. */
  async at(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.size);
    if (offset < 0 || offset >= end) return Buffer.alloc(0);
    if (end - offset > BLOCK) return this.direct(offset, end - offset);
    const parts: Buffer[] = [];
    for (let at = offset; at < end;) {
      const index = Math.floor(at / BLOCK);
      const block = await this.block(index);
      const part = block.subarray(at - index * BLOCK, Math.min(end - index * BLOCK, BLOCK));
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  private async block(index: number): Promise<Buffer> {
    const known = this.blocks.get(index);
    const block = known ?? (await this.direct(index * BLOCK, Math.min(BLOCK, this.size - index * BLOCK)));
    // Read again last, thrown out last.
    this.blocks.delete(index);
    this.blocks.set(index, block);
    if (this.blocks.size > BLOCKS_KEPT) this.blocks.delete(this.blocks.keys().next().value!);
    return block;
  }

  private async direct(offset: number, length: number): Promise<Buffer> {
    const bytes = await this.source.read(offset, length);
    if (bytes.length !== length) throw damaged('the file is shorter than it was said to be');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}
