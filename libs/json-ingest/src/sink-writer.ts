import { asBuffer } from './as-buffer';
import type { ByteSink } from './byte-sink';

/** Fills the regions of one sink and commits them. Whatever returns a promise must be awaited before the next call. */
export class SinkWriter {
  #region: Buffer | undefined;
  #filled = 0;

  constructor(private readonly sink: ByteSink) {}

  /** The part of the sink's current region that is still free; never empty. */
  get free(): Buffer {
    this.#region ??= this.#nextRegion();
    return this.#filled === 0 ? this.#region : this.#region.subarray(this.#filled);
  }

  /** Reports that the first `length` bytes of `free` have been written. */
  advance(length: number): Promise<void> | void {
    this.#filled += length;
    if (this.#filled === this.#region?.length) return this.flush();
  }

  /** Copies the bytes in; they must stay untouched until a returned promise settles. */
  put(bytes: Buffer): Promise<void> | void {
    let rest = bytes;
    while (rest.length > 0) {
      const copied = rest.copy(this.free);
      rest = rest.subarray(copied);
      const full = this.advance(copied);
      if (full) return full.then(() => this.put(rest));
    }
  }

  flush(): Promise<void> | void {
    if (this.#filled === 0) return;
    const length = this.#filled;
    this.#filled = 0;
    this.#region = undefined;
    return this.sink.commit(length);
  }

  end(): Promise<void> | void {
    const flushed = this.flush();
    return flushed ? flushed.then(() => this.sink.end()) : this.sink.end();
  }

  abort(): Promise<void> | void {
    return this.sink.abort?.();
  }

  #nextRegion(): Buffer {
    const region = asBuffer(this.sink.room());
    if (region.length === 0) throw new RangeError('ByteSink.room() returned an empty region');
    return region;
  }
}
