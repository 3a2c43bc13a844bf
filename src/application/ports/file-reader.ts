import type { Readable } from 'node:stream';
import type { FileFault, FileKind } from '#domain/files/file-reading';

export interface ReadOrder {
  kind: FileKind;
  extension: string;
  size: number;
  wantsText: boolean;
  /** With it, also the text of pages that are pictures: it takes seconds for each. */
  wantsOcr: boolean;
  /** Null: no preview. */
  previewSize: number | null;
  /** A call waits for it; without it all calls come first. */
  isAwaited?: boolean;
}

export interface FileContent {
  /** What has read it, with its version. */
  engine: string;
  pages: readonly string[];
  /** Of all pages, as `wordsOf` reads them, as many as are kept. */
  words: readonly string[];
  /** There was more text than is kept. */
  isCut: boolean;
  /** A WebP picture of the first page; null: none could be made. */
  preview: Uint8Array | null;
}

/** It is the file that cannot be read, now and later. */
export class FileRefused extends Error {
  constructor(readonly fault: FileFault) {
    super(`a file cannot be read: ${fault}`);
  }
}

/** The reader had to be stopped, or ended by itself. */
export class ReaderStopped extends Error {
  constructor(readonly reason: 'memory' | 'time' | 'output' | 'crash') {
    super(`the reader of a file was stopped: ${reason}`);
  }
}

/**
 * What keeps the reader from everything but the file: namespaces of the system (bubblewrap), or Node's permission model, which holds for
 * JavaScript and not for native code.
 */
export type IsolationName = 'bubblewrap' | 'permissions';

/** Reads files of strangers, apart from the service. */
export abstract class FileReader {
  /** Optional packages that are not installed. */
  abstract readonly missing: readonly string[];
  /** The strictest that works here; null: none does, and nothing is read. What is not the best that there is may change to it. */
  abstract isolation(): Promise<IsolationName | null>;
  /** Whether what it takes to read such files is installed. */
  abstract canRead(kind: FileKind): boolean;
  abstract canDraw(kind: FileKind): boolean;
  /** Whether text in pictures can be recognised. */
  abstract canRecognise(kind: FileKind): boolean;
  /** Rejects with `FileRefused`, `ReaderStopped`, the error of `bytes`, or the reason of the signal. */
  abstract read(order: ReadOrder, bytes: Readable, signal: AbortSignal): Promise<FileContent>;
}
