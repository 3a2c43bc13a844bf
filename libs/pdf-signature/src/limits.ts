export interface Limits {
  /** Object numbers in the file; also how many cross-reference entries are kept. */
  objects: number;
  /** Arrays and dictionaries inside each other, and levels of the page and field trees. */
  depth: number;
  /** Bytes of one object that is read (what a stream holds is not counted unless it is read, too). */
  objectBytes: number;
  /** Bytes that all streams together may inflate to. */
  inflatedBytes: number;
  /** Cross-reference sections, that is updates of the file. */
  sections: number;
  /** Form fields. */
  fields: number;
}

const MIB = 1024 * 1024;

export const LIMITS: Readonly<Limits> = {
  objects: 1_000_000,
  depth: 64,
  objectBytes: 16 * MIB,
  inflatedBytes: 256 * MIB,
  sections: 2000,
  fields: 50_000,
};

/** Of one stream: a bomb is refused before it takes memory. */
export const LARGEST_STREAM = 32 * MIB;
