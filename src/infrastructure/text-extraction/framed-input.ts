const LF = 0x0a;

/** Lines and byte counts, one after the other, of one stream. */
export class FramedInput {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Null: the stream has ended. */
  async line(): Promise<string | null> {
    for (let end = this.rest.indexOf(LF); ; end = this.rest.indexOf(LF)) {
      if (end >= 0) {
        const line = this.rest.toString('utf8', 0, end);
        this.rest = this.rest.subarray(end + 1);
        return line;
      }
      const more = await this.more();
      if (!more) return null;
      this.rest = Buffer.concat([this.rest, more]);
    }
  }

  /** A buffer of its own, which its reader may hand over. */
  async take(size: number): Promise<Buffer<ArrayBuffer>> {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size;) {
      const chunk = this.rest.length > 0 ? this.rest : await this.more();
      if (!chunk) throw new Error('the input ends within a file');
      const part = chunk.subarray(0, size - at);
      bytes.set(part, at);
      at += part.length;
      this.rest = chunk.subarray(part.length);
    }
    return bytes;
  }

  private async more(): Promise<Buffer<ArrayBuffer> | null> {
    const { done, value } = await this.chunks.next();
    return done === true ? null : (value as Buffer<ArrayBuffer>);
  }
}
