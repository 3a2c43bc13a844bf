import { createHash, randomBytes } from 'node:crypto';
import { PartDigests } from '../workers/part-digests';
import { BufferPool, PartWriter } from './part-writer';

const PART_BYTES = 64 * 1024;
const DIGESTS = new PartDigests();

/** A store that takes a part when it is told to. */
class SlowWriter extends PartWriter {
  private readonly under: { resolve: () => void; reject: (error: Error) => void }[] = [];
  /** Bytes of each part. */
  readonly sent: number[] = [];
  discarded = false;
  isQuick = false;

  constructor(pool: BufferPool, partBytes?: number) {
    super(pool, DIGESTS, 1, () => undefined, partBytes);
  }

  /** Writes one whole part. */
  part(): Promise<void> | void {
    return this.commit(this.room().length);
  }

  async take(): Promise<void> {
    await this.sendingAtOnce(1);
    this.under.shift()?.resolve();
  }

  async refuse(error: Error): Promise<void> {
    await this.sendingAtOnce(1);
    this.under.shift()?.reject(error);
  }

  async sendingAtOnce(count: number): Promise<void> {
    while (this.under.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  protected send(part: Buffer): Promise<void> {
    this.sent.push(part.length);
    if (this.isQuick) return Promise.resolve();
    return new Promise((resolve, reject) => this.under.push({ resolve, reject }));
  }

  protected finishWhole(): Promise<void> {
    return Promise.resolve();
  }

  protected finish(): Promise<void> {
    return Promise.resolve();
  }

  protected discard(): Promise<void> {
    this.discarded = true;
    return Promise.resolve();
  }
}

describe('PartWriter', () => {
  const pool = () => new BufferPool(PART_BYTES, 16);

  it('fills one part while another is sent, and delays a third', async () => {
    const writer = new SlowWriter(pool());
    expect(writer.part()).toBeUndefined();
    const waiting = writer.part();
    expect(waiting).toBeInstanceOf(Promise);
    await writer.take();
    await waiting;
  });

  it('sends the last part concurrently with the one before', async () => {
    const writer = new SlowWriter(pool());
    expect(writer.part()).toBeUndefined();
    await writer.commit(writer.room().length / 2);
    const closed = writer.close();
    await writer.sendingAtOnce(2);
    for (let part = 0; part < 2; part++) await writer.take();
    expect(await closed).toMatch(/^[0-9a-f]{64}$/);
  });

  it('uses no further memory for a waiting object', async () => {
    const counting = pool();
    const [taken, given] = [jest.spyOn(counting, 'take'), jest.spyOn(counting, 'give')];
    const writer = new SlowWriter(counting);
    const waiting = [writer.part(), writer.part()];
    expect(taken).toHaveBeenCalledTimes(2);
    for (let part = 0; part < 2; part++) await writer.take();
    await Promise.all(waiting);
    await writer.close();
    expect([taken, given].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it('lets no object fill a second part while its first is sent, with many objects', async () => {
    const shared = pool();
    const others = Array.from({ length: 4 }, () => new SlowWriter(shared));
    for (const other of others) expect(other.part()).toBeUndefined();
    const writer = new SlowWriter(shared);
    const waiting = writer.part();
    expect(waiting).toBeInstanceOf(Promise);
    await writer.take();
    await waiting;
    for (const other of others) await other.take();
    await new Promise(setImmediate);
    expect(shared.sending).toBe(0);
    expect(writer.part()).toBeUndefined();
  });

  describe('sends a large object', () => {
    const content = randomBytes(12 * PART_BYTES + 1000);
    const written = async (writer: SlowWriter, bytes: Buffer) => {
      writer.isQuick = true;
      for (let from = 0; from < bytes.length;) {
        const room = writer.room();
        const part = bytes.subarray(from, from + room.length);
        room.set(part);
        from += part.length;
        await writer.commit(part.length);
      }
      return writer.close();
    };
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

    it('in equally large parts but the last', async () => {
      const writer = new SlowWriter(pool());
      expect(await written(writer, content)).toBe(hashOf(content));
      expect(writer.sent).toEqual([...Array<number>(12).fill(PART_BYTES), 1000]);
    });

    it('in larger parts, and is counted until it ends', async () => {
      const shared = pool();
      const writer = new SlowWriter(shared, 2 * PART_BYTES);
      expect(shared.large).toBe(1);
      expect(await written(writer, content)).toBe(hashOf(content));
      expect([shared.large, ...writer.sent]).toEqual([0, ...Array<number>(6).fill(2 * PART_BYTES), 1000]);
      const other = new SlowWriter(shared, 2 * PART_BYTES);
      await other.abort();
      await other.abort();
      expect(shared.large).toBe(0);
    });

    it.each([1, 1.5, 2, 2.5, 3, 5, 6.5])('of %d buffers with the right hash, and has all of them back', async (buffers) => {
      const counting = new BufferPool(PART_BYTES, 16, 1);
      const bytes = content.subarray(0, buffers * PART_BYTES);
      expect(await written(new SlowWriter(counting), bytes)).toBe(hashOf(bytes));
      await new Promise(setImmediate);
      expect(counting.isAmple).toBe(true);
    });

    it.each([0.5, 1, 1.5, 5.5])('and has all buffers back of one that is given up after %d of them', async (buffers) => {
      const counting = new BufferPool(PART_BYTES, 16, 1);
      const writer = new SlowWriter(counting);
      writer.isQuick = true;
      for (let filled = 0; filled + 1 <= buffers; filled++) await writer.part();
      if (buffers % 1 > 0) await writer.commit(writer.room().length / 2);
      await writer.abort();
      await new Promise(setImmediate);
      expect(counting.isAmple).toBe(true);
    });
  });

  const full = new Error('full');

  it('does not send the last part of a failed object', async () => {
    const writer = new SlowWriter(pool());
    expect(writer.part()).toBeUndefined();
    await writer.commit(writer.room().length / 2);
    await writer.refuse(full);
    await new Promise(setImmediate);
    await expect(writer.close()).rejects.toBe(full);
    expect(writer.sent).toEqual([PART_BYTES]);
  });

  it.each(['first', 'last'])('ends all parts before discarding the object, when the %s one fails', async (which) => {
    const counting = pool();
    const given = jest.spyOn(counting, 'give');
    const writer = new SlowWriter(counting);
    expect(writer.part()).toBeUndefined();
    await writer.commit(writer.room().length / 2);
    const closed = writer.close().catch((error: unknown) => error);
    await writer.sendingAtOnce(2);
    if (which === 'last') await writer.take();
    await writer.refuse(full);
    const aborted = writer.abort();
    await new Promise(setImmediate);
    if (which === 'first') {
      expect(writer.discarded).toBe(false);
      await writer.take();
    }
    await aborted;
    expect([await closed, writer.discarded]).toEqual([full, true]);
    expect([counting.sending, new Set(given.mock.calls.flat()).size, given.mock.calls.length]).toEqual([0, 2, 2]);
  });
});
