import { createHash } from 'node:crypto';
import type { FileWriter } from '#application/ports/files';
import { ObjectHash } from './object-hash';
import type { PartDigests } from '../workers/part-digests';

/** What an object grows through before it takes a whole part: a small one never does. */
const FIRST_BYTES = 64 * 1024;
const GROWTH = 4;
/** Of the small sizes, so much is kept. */
const SMALL_KEPT_BYTES = 8 * 1024 * 1024;
/** When more parts than these are on their way, of all objects together, no object fills a second one: memory is what many at once would take. */
const MANY_SENDING = 4;

/** Of larger buffers than whole ones so many are kept. */
const LARGE_KEPT = 3;

/** Buffers that are lent out and come back: fresh memory costs more than writing to it. */
export class BufferPool {
  private readonly free = new Map<number, Buffer[]>();
  /** Bytes of whole and larger buffers that are lent. */
  private lent = 0;
  /** Parts on their way to the store. */
  sending = 0;
  /** Objects that have larger buffers. */
  large = 0;

  constructor(
    /** Of a whole buffer. */
    readonly bytes: number,
    private readonly mostKept: number,
    /** When so many whole ones are lent, of all objects together, no object keeps one longer than it must. */
    private readonly budget = mostKept,
  ) {}

  take(bytes = this.bytes): Buffer {
    const kept = this.free.get(bytes)?.pop();
    if (bytes < this.bytes) return kept ?? Buffer.allocUnsafeSlow(bytes);
    this.lent += bytes;
    // They are hashed by another thread, where they lie.
    return kept ?? Buffer.from(new SharedArrayBuffer(bytes));
  }

  give(buffer: Buffer): void {
    const { length } = buffer;
    const kept = this.free.get(length) ?? [];
    this.drop(buffer);
    if (kept.length < this.mostKeptOf(length)) kept.push(buffer);
    this.free.set(length, kept);
  }

  /** It does not come back: somebody may still write to it. */
  drop({ length }: Buffer): void {
    if (length >= this.bytes) this.lent -= length;
  }

  get isAmple(): boolean {
    return this.lent < this.budget * this.bytes;
  }

  private mostKeptOf(bytes: number): number {
    if (bytes > this.bytes) return LARGE_KEPT;
    return bytes === this.bytes ? this.mostKept : SMALL_KEPT_BYTES / bytes;
  }
}

/** What is filled of a buffer, and when it is hashed. */
interface Part {
  bytes: Buffer;
  buffer: Buffer;
  hashed: Promise<void>;
}

/**
 * Collects the bytes of one object in parts, each a buffer, and hands each to the store while the next one fills; asks the caller to wait
 * when enough parts are on their way. A small object never takes a whole buffer, and is hashed when it is complete. Parts but the last
 * are equally large, as some stores demand.
 */
export abstract class PartWriter implements FileWriter {
  /** None between two parts: of many objects that wait for the store, none waits with memory that it does not need yet. */
  private buffer: Buffer | undefined;
  private used = 0;
  private size = 0;
  private index = 0;
  private readonly sending = new Set<Promise<unknown>>();
  private failure: unknown;
  private failed = false;
  private over = false;
  private closing: Promise<string> | undefined;
  private readonly hash: ObjectHash;

  constructor(
    private readonly pool: BufferPool,
    digests: PartDigests,
    private readonly mostSending: number,
    /** Called when the object is durable. */
    private readonly stored: (bytes: number) => void,
    private readonly partBytes = pool.bytes,
  ) {
    if (this.isLarge) pool.large++;
    this.hash = new ObjectHash(digests);
  }

  /** Stores one part of several, of which only the last may be smaller than a buffer. Parts are numbered from 0. */
  protected abstract send(part: Buffer, index: number): Promise<void>;
  /** Makes an object of one part durable. */
  protected abstract finishWhole(part: Buffer, sha256: string): Promise<void>;
  /** Makes an object durable whose parts have all been sent. */
  protected abstract finish(size: number): Promise<void>;
  /** Takes back whatever was stored. */
  protected abstract discard(): Promise<void>;

  room(): Uint8Array {
    this.refuseWhenOver();
    this.buffer ??= this.index === 0 ? this.pool.take(FIRST_BYTES) : this.pool.take(this.partBytes);
    if (this.used === this.buffer.length) this.buffer = this.larger(this.buffer);
    return this.buffer.subarray(this.used);
  }

  commit(length: number): Promise<void> | void {
    this.refuseWhenOver();
    if (this.failed) throw this.failure;
    this.used += length;
    if (this.used === this.partBytes) this.endPart();
    if (this.areEnough) return this.untilFewer();
  }

  async close(): Promise<string> {
    this.refuseWhenOver();
    this.end();
    this.closing = this.finishing();
    return await this.closing;
  }

  /**
   * Waits for whatever is under way, so that nothing appears after the discarding. What was not sent is not lent again: its
   * region may still be in the hands of whoever was writing, or of the thread that hashes.
   */
  async abort(): Promise<void> {
    this.end();
    await Promise.allSettled([...this.sending, this.closing]);
    this.hash.drop();
    if (this.buffer) this.pool.drop(this.buffer);
    this.buffer = undefined;
    await this.discard();
  }

  private async finishing(): Promise<string> {
    if (this.failed) throw this.failure;
    const size = this.size + this.used;
    const sha256 = this.index === 0 ? await this.finishOnly() : await this.finishParts(size);
    this.stored(size);
    return sha256;
  }

  private async finishOnly(): Promise<string> {
    const part = this.buffer?.subarray(0, this.used) ?? Buffer.alloc(0);
    const sha256 = createHash('sha256').update(part).digest('hex');
    await this.finishWhole(part, sha256);
    if (this.buffer) this.pool.give(this.buffer);
    this.buffer = undefined;
    return sha256;
  }

  private async finishParts(size: number): Promise<string> {
    const { buffer } = this;
    const bytes = buffer?.subarray(0, this.used) ?? Buffer.alloc(0);
    const sha256 = this.hash.end(bytes);
    const hashed = sha256.then(() => undefined);
    this.buffer = undefined;
    if (buffer) this.dispatch({ bytes, buffer, hashed });
    await Promise.all([...this.sending, hashed]);
    if (this.failed) throw this.failure;
    await this.finish(size);
    return await sha256;
  }

  private get isLarge(): boolean {
    return this.partBytes > this.pool.bytes;
  }

  private end(): void {
    if (this.isLarge && !this.over) this.pool.large--;
    this.over = true;
  }

  private refuseWhenOver(): void {
    if (this.over) throw new Error('this file was closed or aborted');
  }

  private larger(full: Buffer): Buffer {
    const bytes = full.length * GROWTH;
    // A size that is nearly a part would soon be copied into one.
    const larger = this.pool.take(bytes * 2 > this.pool.bytes ? this.partBytes : bytes);
    full.copy(larger);
    this.pool.give(full);
    return larger;
  }

  private get areEnough(): boolean {
    return this.sending.size > (this.pool.sending > MANY_SENDING ? 0 : this.mostSending);
  }

  private endPart(): void {
    const buffer = this.buffer as Buffer;
    this.size += this.used;
    [this.buffer, this.used] = [undefined, 0];
    const waits = this.size === this.partBytes && this.pool.isAmple;
    this.dispatch({ bytes: buffer, buffer, hashed: waits ? this.hash.addFirst(buffer) : this.hash.add(buffer) }, waits);
  }

  /** On its way, while others are. @param isHashedLater with what comes after it, for which it must not be waited */
  private dispatch({ bytes, buffer, hashed }: Part, isHashedLater = false): void {
    this.pool.sending++;
    const sent = this.send(bytes, this.index++);
    const done = Promise.all([sent, ...(isHashedLater ? [] : [hashed])])
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.sending.delete(done);
        this.pool.sending--;
      });
    this.sending.add(done);
    void Promise.allSettled([sent, hashed]).then(() => this.pool.give(buffer));
  }

  private fail(error: unknown): void {
    if (!this.failed) this.failure = error;
    this.failed = true;
  }

  private async untilFewer(): Promise<void> {
    while (this.areEnough) await Promise.race(this.sending);
    if (this.failed) throw this.failure;
  }
}
