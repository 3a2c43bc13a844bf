import { createHash } from 'node:crypto';
import type { FileWriter } from '#application/ports/file-storage';
import type { Digested, PartDigest, PartDigests } from './workers/part-digests';

/** What an object grows through before it takes a whole part: a small one never does. */
const FIRST_BYTES = 64 * 1024;
const GROWTH = 4;
/** Of the small sizes, so much is kept. */
const SMALL_KEPT_BYTES = 8 * 1024 * 1024;
/** When more parts than these are on their way, of all objects together, no object fills a second one: memory is what many at once would take. */
const MANY_SENDING = 4;

/** Buffers that are lent out and come back: fresh memory costs more than writing to it. */
export class BufferPool {
  private readonly free = new Map<number, Buffer[]>();
  /** Parts on their way to the store. */
  sending = 0;

  constructor(
    /** Of a part. */
    readonly bytes: number,
    private readonly mostKept: number,
  ) {}

  take(bytes = this.bytes): Buffer {
    const kept = this.free.get(bytes)?.pop();
    // Parts are hashed by another thread, where they lie.
    return kept ?? (bytes === this.bytes ? Buffer.from(new SharedArrayBuffer(bytes)) : Buffer.allocUnsafeSlow(bytes));
  }

  give(buffer: Buffer): void {
    const { length } = buffer;
    const kept = this.free.get(length) ?? [];
    if (kept.length < (length === this.bytes ? this.mostKept : SMALL_KEPT_BYTES / length)) kept.push(buffer);
    this.free.set(length, kept);
  }
}

/**
 * Collects the bytes of one object in parts of the pool's size and hands each full part to the store while the next one
 * fills; asks the caller to wait when enough parts are on their way. A small object never takes a whole buffer, and is hashed
 * when it is complete; of a larger one each part is hashed by another thread before it is sent.
 */
export abstract class PartWriter implements FileWriter {
  /** None between two parts: of many objects that wait for the store, none waits with memory that it does not need yet. */
  private buffer: Buffer | undefined;
  private used = 0;
  private index = 0;
  private readonly sending = new Set<Promise<string>>();
  private failure: unknown;
  private failed = false;
  private over = false;
  private closing: Promise<string> | undefined;
  private digest: PartDigest | undefined;

  constructor(
    private readonly pool: BufferPool,
    private readonly digests: PartDigests,
    private readonly mostSending: number,
    /** Called when the object is durable. */
    private readonly stored: (bytes: number) => void,
  ) {}

  /** Stores one part of several, of which only the last is not full. Parts are numbered from 0. */
  protected abstract send(part: Buffer, index: number, crc32: number): Promise<void>;
  /** Makes an object of one part durable. */
  protected abstract finishWhole(part: Buffer, sha256: string): Promise<void>;
  /** Makes an object durable whose parts have all been sent. */
  protected abstract finish(size: number): Promise<void>;
  /** Takes back whatever was stored. */
  protected abstract discard(): Promise<void>;

  room(): Uint8Array {
    this.refuseWhenOver();
    this.buffer ??= this.index === 0 ? this.pool.take(FIRST_BYTES) : this.pool.take();
    if (this.used === this.buffer.length) this.buffer = this.larger(this.buffer);
    return this.buffer.subarray(this.used);
  }

  commit(length: number): Promise<void> | void {
    this.refuseWhenOver();
    if (this.failed) throw this.failure;
    this.used += length;
    if (this.used === this.pool.bytes) void this.dispatch((this.digest ??= this.digests.open()));
    if (this.areEnough) return this.untilFewer();
  }

  async close(): Promise<string> {
    this.refuseWhenOver();
    this.over = true;
    this.closing = this.finishing();
    return await this.closing;
  }

  /**
   * Waits for whatever is under way, so that nothing appears after the discarding. The last buffer is not lent again: its
   * region may still be in the hands of whoever was writing.
   */
  async abort(): Promise<void> {
    this.over = true;
    await Promise.allSettled([...this.sending, this.closing]);
    this.digest?.drop();
    await this.discard();
  }

  private async finishing(): Promise<string> {
    if (this.failed) throw this.failure;
    const size = this.index * this.pool.bytes + this.used;
    const sha256 = this.digest ? await this.finishParts(this.digest, size) : await this.finishOnly();
    this.stored(size);
    return sha256;
  }

  private async finishOnly(): Promise<string> {
    const part = this.buffer?.subarray(0, this.used) ?? Buffer.alloc(0);
    const sha256 = createHash('sha256').update(part).digest('hex');
    await this.finishWhole(part, sha256);
    if (this.buffer) this.pool.give(this.buffer);
    return sha256;
  }

  private async finishParts(digest: PartDigest, size: number): Promise<string> {
    const sha256 = this.dispatch(digest, true);
    await Promise.all(this.sending);
    if (this.failed) throw this.failure;
    await this.finish(size);
    return await sha256;
  }

  private refuseWhenOver(): void {
    if (this.over) throw new Error('this file was closed or aborted');
  }

  private larger(full: Buffer): Buffer {
    const bytes = full.length * GROWTH;
    // A size that is nearly a part would soon be copied into one.
    const larger = bytes * 2 > this.pool.bytes ? this.pool.take() : this.pool.take(bytes);
    full.copy(larger);
    this.pool.give(full);
    return larger;
  }

  private get areEnough(): boolean {
    return this.sending.size > (this.pool.sending > MANY_SENDING ? 0 : this.mostSending);
  }

  /** On its way, while others are. @returns the hash of all, with the last part; nothing when something failed, which is kept. */
  private dispatch(digest: PartDigest, isLast = false): Promise<string> {
    const [buffer, index] = [this.buffer, this.index];
    const part = buffer?.subarray(0, this.used) ?? Buffer.alloc(0);
    this.buffer = undefined;
    this.used = 0;
    this.index++;
    this.pool.sending++;
    const sent = this.store(part, index, isLast ? digest.last(part) : digest.part(part))
      .catch((error: unknown) => {
        if (!this.failed) this.failure = error;
        this.failed = true;
        return '';
      })
      .finally(() => {
        this.sending.delete(sent);
        this.pool.sending--;
        if (buffer) this.pool.give(buffer);
      });
    this.sending.add(sent);
    return sent;
  }

  private async store(part: Buffer, index: number, digested: Promise<Digested>): Promise<string> {
    const { crc32, sha256 } = await digested;
    // Of an object that has failed meanwhile nothing more is sent.
    if (part.length > 0 && !this.failed) await this.send(part, index, crc32);
    return sha256;
  }

  private async untilFewer(): Promise<void> {
    while (this.areEnough) await Promise.race(this.sending);
    if (this.failed) throw this.failure;
  }
}
