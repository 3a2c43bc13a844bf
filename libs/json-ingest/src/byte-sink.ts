/** Where decoded bytes go. They are decoded straight into the sink's own memory, without a copy. */
export interface ByteSink {
  /** A writable region, never empty; a Buffer is used as it is. Valid until the next `commit`. */
  room(): Uint8Array;
  /**
   * Takes over the first `length` bytes of the last `room()`. Called when the region is full and at the end of each chunk of the body, with `length` > 0.
   * A promise means: wait for it. Nothing is read, decoded or asked of this sink meanwhile.
   */
  commit(length: number): Promise<void> | void;
  /** The file is complete and its Base64 was valid to the end. Not called for a body that is refused within this file. */
  end(): Promise<void> | void;
  /** With `onFault`: the file was no Base64, and reading goes on without it. */
  abort?(): Promise<void> | void;
}
