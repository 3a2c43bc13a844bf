import { createHash } from 'node:crypto';
import type { FileWriter } from '#application/ports/file-storage';
import { ObjectHash } from './object-hash';
import type { PartDigests } from './workers/part-digests';

/** What an object grows through before it takes a whole part: a small one never does. */
const FIRST_BYTES = 64 * 1024;
const GROWTH = 4;
/** Of the small sizes, so much is kept. */
const SMALL_KEPT_BYTES = 8 * 1024 * 1024;
/** When more parts than these are on their way, of all objects together, no object fills a second one: memory is what many at once would take. */
const MANY_SENDING = 4;
/** So many parts of an object are one buffer each. */
const SMALL_PARTS = 4;

/** Buffers that are lent out and come back: fresh memory costs more than writing to it. */
export class BufferPool {
  private readonly free = new Map<number, Buffer[]>();
  /** Whole buffers that are lent. */
  private lent = 0;
  /** Parts on their way to the store. */
  sending = 0;

  constructor(
    /** Of a whole buffer. */
    readonly bytes: number,
    private readonly mostKept: number,
    /** When so many whole ones are lent, of all objects together, no object takes more than it needs. */
    private readonly budget = mostKept,
  ) {}

  take(bytes = this.bytes): Buffer {
    const kept = this.free.get(bytes)?.pop();
    if (bytes !== this.bytes) return kept ?? Buffer.allocUnsafeSlow(bytes);
    this.lent++;
    // They are hashed by another thread, where they lie.
    return kept ?? Buffer.from(new SharedArrayBuffer(bytes));
  }

  give(buffer: Buffer): void {
    const { length } = buffer;
    const kept = this.free.get(length) ?? [];
    this.drop(buffer);
    if (kept.length < (length === this.bytes ? this.mostKept : SMALL_KEPT_BYTES / length)) kept.push(buffer);
    this.free.set(length, kept);
  }

  /** It does not come back: somebody may still write to it. */
  drop({ length }: Buffer): void {
    if (length === this.bytes) this.lent--;
  }

  get isAmple(): boolean {
    return this.lent < this.budget;
  }
}

/** What is filled of a buffer, and when it is hashed. */
interface Piece {
  bytes: Buffer;
  buffer: Buffer;
  hashed: Promise<void>;
}

/**
 * Collects the bytes of one object in buffers of the pool's size and hands parts of one or more of them to the store while the next one
 * fills; asks the caller to wait when enough parts are on their way. A small object never takes a whole buffer, and is hashed
 * when it is complete. The parts of a large one become larger while there is memory.
 */
export abstract class PartWriter implements FileWriter {
  /** None between two parts: of many objects that wait for the store, none waits with memory that it does not need yet. */
  private buffer: Buffer | undefined;
  private used = 0;
  private pieces: Piece[] = [];
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
    /** Buffers of a large part. */
    private readonly mostPieces: number,
    /** Called when the object is durable. */
    private readonly stored: (bytes: number) => void,
  ) {
    this.hash = new ObjectHash(digests);
  }

  /** Stores one part of several, of which only the last may be smaller than a buffer. Parts are numbered from 0. */
  protected abstract send(pieces: readonly Buffer[], index: number): Promise<void>;
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
    if (this.used === this.pool.bytes) this.endPiece();
    if (this.areEnough) return this.untilFewer();
  }

  async close(): Promise<string> {
    this.refuseWhenOver();
    this.over = true;
    this.closing = this.finishing();
    return await this.closing;
  }

  /**
   * Waits for whatever is under way, so that nothing appears after the discarding. What was not sent is not lent again: its
   * region may still be in the hands of whoever was writing, or of the thread that hashes.
   */
  async abort(): Promise<void> {
    this.over = true;
    await Promise.allSettled([...this.sending, this.closing]);
    this.hash.drop();
    for (const { buffer } of this.pieces.splice(0)) this.pool.drop(buffer);
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
    if (buffer) this.pieces.push({ bytes, buffer, hashed });
    if (this.pieces.length > 0) this.dispatch();
    await Promise.all([...this.sending, hashed]);
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

  private endPiece(): void {
    const buffer = this.buffer as Buffer;
    this.size += this.used;
    [this.buffer, this.used] = [undefined, 0];
    const waits = this.size === this.pool.bytes && this.pool.isAmple;
    const hashed = waits ? this.hash.addFirst(buffer) : this.hash.add(buffer);
    // It may wait some time for others of its part.
    hashed.catch((error: unknown) => this.fail(error));
    this.pieces.push({ bytes: buffer, buffer, hashed });
    const isLarge = this.index >= SMALL_PARTS && this.pool.isAmple;
    if (this.pieces.length >= (isLarge ? this.mostPieces : 1)) this.dispatch(waits);
  }

  /** On its way, while others are. @param isHashedLater with what comes after it, for which it must not be waited */
  private dispatch(isHashedLater = false): void {
    const { pieces } = this;
    this.pieces = [];
    this.pool.sending++;
    const sent = this.send(
      pieces.map(({ bytes }) => bytes),
      this.index++,
    );
    const done = Promise.all([sent, ...(isHashedLater ? [] : pieces.map(({ hashed }) => hashed))])
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.sending.delete(done);
        this.pool.sending--;
      });
    this.sending.add(done);
    for (const { buffer, hashed } of pieces) void Promise.allSettled([sent, hashed]).then(() => this.pool.give(buffer));
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
