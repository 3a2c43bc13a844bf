import type { ByteSink } from './byte-sink';
import type { IngestError, MemberPath } from './ingest-error';

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
  /** Members of one object: to keep each name apart from all others costs far more than its bytes. */
  members?: number;
  /** Faults of names, and of files, that `onFault` hears of; later ones are passed over. */
  faults?: number;
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
  /** Members whose number a double may not give back as it was written (`1.50`, twenty digits) come as WrittenNumber. */
  keepNumbers?: boolean;
  /**
   * Hears of BASE64_INVALID, BASE64_EMPTY and DUPLICATE_MEMBER, after which reading goes on, so that all of them are found; without it
   * the first ends the reading. Such a file comes as a LiftedFile that is `refused`.
   */
  onFault?: (fault: IngestError) => void;
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
    members: limits.members ?? Infinity,
    faults: limits.faults ?? Infinity,
    files: limits.files ?? Infinity,
    fileBytes: limits.fileBytes ?? Infinity,
    bodyBytes: limits.bodyBytes ?? Infinity,
  };
}
