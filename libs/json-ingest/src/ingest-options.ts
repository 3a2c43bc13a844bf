import type { ByteSink } from './byte-sink';
import type { MemberPath } from './ingest-error';

/** A file member that has just begun. */
export interface OpeningFile {
  /** Place among the files of the body, from 0. */
  readonly ordinal: number;
  readonly path: MemberPath;
}

/** All are inclusive: what is equal to a limit passes. Those without a default are unlimited. */
export interface IngestLimits {
  /** Bytes of the body without the texts of its files. Default 1 MiB. */
  skeletonBytes?: number;
  /** Objects and arrays within each other. Default 32. */
  depth?: number;
  /** Values: objects, arrays, texts, numbers and literals, wherever they stand; so there are no more members either. Default 50 000. */
  values?: number;
  /** Files in the body. */
  files?: number;
  /** Decoded bytes of each file. */
  fileBytes?: number;
  /** Bytes of the body as sent. */
  bodyBytes?: number;
}

export interface IngestOptions {
  /**
   * Paths of the Base64 members, such as `arquivos[*].arquivo` or `[*].arquivo`: names match ignoring case and surrounding blanks,
   * `[*]` is any element of an array. A value at such a path that is not a string stays in the JSON.
   */
  files: readonly string[];
  /**
   * Called at the first character of a file's text (so not for `""`, which is refused). Nothing is read until the sink is there.
   * What it throws, and what the sink throws, comes out of `ingestJson` unchanged.
   */
  openFile(file: OpeningFile): ByteSink | Promise<ByteSink>;
  limits?: IngestLimits;
}

const DEFAULT_SKELETON_BYTES = 1024 * 1024;
const DEFAULT_DEPTH = 32;
const DEFAULT_VALUES = 50_000;

/** The limits with their defaults filled in. */
export function completeLimits(limits: IngestLimits = {}): Required<IngestLimits> {
  return {
    skeletonBytes: limits.skeletonBytes ?? DEFAULT_SKELETON_BYTES,
    depth: limits.depth ?? DEFAULT_DEPTH,
    values: limits.values ?? DEFAULT_VALUES,
    files: limits.files ?? Infinity,
    fileBytes: limits.fileBytes ?? Infinity,
    bodyBytes: limits.bodyBytes ?? Infinity,
  };
}
