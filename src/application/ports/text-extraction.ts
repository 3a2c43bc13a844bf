import type { Readable } from 'node:stream';
import type { FileFault, FileKind, LevelReading, ReadingFault, ReadingState, WorkKind } from '#domain/files/file-reading';
import type { XmlFault } from './invoices';
import type { Scope } from '#domain/access/scope';
import type { NewFile } from '#domain/files/document-file';

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

/**
 * Reads files of strangers, apart from the service.
 *
 * @example const draws = hasPreview(kind) && reader.canDraw(kind) && !held.hasPreview;
 */
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

/** A group that occurs several times: the values of each, by their paths within it. */
export type NoteRow = ReadonlyMap<string, string>;

/** Invoices (NF-e, NFC-e), transport documents (CT-e, MDF-e), invoices of services (of the nation, of municipalities), and events of them. */
export type NoteKind = 'nfe' | 'cte' | 'mdfe' | 'nfse' | 'municipal' | 'event';

/** What stands in an electronic tax document, under the names of its layout. */
export interface Note {
  kind: NoteKind;
  /** The access key, since 2026 with letters, too; empty: none is given. */
  key: string;
  /** By path, as `emit/enderEmit/xLgr`; the authorisation under `infProt`, of an event under `infEvento`. */
  values: NoteRow;
  /** By path, as `det`. */
  groups: ReadonlyMap<string, readonly NoteRow[]>;
  /** Further ones in the same file. */
  others: number;
}

export type NoteFault = XmlFault | 'too-large';

/**
 * Reads untrusted XML as a stream, and keeps a bounded part of it.
 *
 * @example const note = await reader.read(await bytes());
 */
export abstract class NoteReader {
  /** Null: well-formed XML of another kind. The bytes are read to their end or closed. */
  abstract read(bytes: AsyncIterable<Uint8Array>): Promise<Note | { fault: NoteFault; line: number } | null>;
}

/** A file that this process may read until the lease ends or somebody changes the file. */
export interface HeldFile extends Pick<NewFile, 'id' | 'key' | 'size' | 'sha256' | 'extension'> {
  clientId: string;
  kind: WorkKind;
  /** What its level, or the nearest above that says so, has made of its files. */
  reading: LevelReading;
  /** Of a file that is read once more. */
  hasPreview: boolean;
  fence: number;
  /** With this one. */
  tries: number;
  kills: number;
}

export interface StoredPreview extends Pick<NewFile, 'key' | 'size' | 'sha256'> {
  pixels: number;
}

/** Without its text. */
export interface FileReading {
  state: ReadingState;
  fault: ReadingFault | null;
  engine: string | null;
  pages: number;
  isCut: boolean;
}

/** As an operator sees it. */
export interface FailedReading {
  id: string;
  documentId: string;
  clientName: string;
  extension: string;
  fault: ReadingFault | null;
  tries: number;
}

export interface WorkCounts {
  /** At most `MOST_COUNTED` each. */
  pending: number;
  failed: number;
}
export const MOST_COUNTED = 100_000;

/**
 * Files whose text and previews have to be made, and what was made of them. Entries are born where files are stored.
 *
 * @example const held = await work.claim(LEASE_MS);
 */
export abstract class FileWork {
  /** The newest file of a client; clients take turns by the time that was spent on them. Null: nothing is due. */
  abstract claim(leaseMs: number): Promise<HeldFile | null>;
  /** So long it kept a reader, whatever came of it. */
  abstract spent(held: HeldFile, milliseconds: number): void;
  /** Requires a transaction. False, with nothing stored: somebody else has the file, or it is another one by now. */
  abstract finish(held: HeldFile, content: FileContent, preview: StoredPreview | null): Promise<boolean>;
  abstract giveUp(held: HeldFile, state: 'failed' | 'skipped', fault: ReadingFault): Promise<void>;
  abstract tryLater(held: HeldFile, waitMs: number): Promise<void>;
  /** Nothing happens to a file that somebody else has by now. */
  abstract extend(held: HeldFile, leaseMs: number): Promise<void>;
  /** As if it had not been claimed. */
  abstract release(held: HeldFile): Promise<void>;
  /** For a process that serves alone, at its start: ends the leases of the one before it, and marks its own. Files that wait for their next try go on waiting. */
  abstract free(): Promise<void>;

  /** Null: nobody has to read it. */
  abstract find(scope: Scope, fileId: string, kind: WorkKind): Promise<FileReading | null>;
  /** From 1; null: there is no such page. */
  abstract page(scope: Scope, fileId: string, page: number): Promise<string | null>;
  abstract preview(scope: Scope, fileId: string, pixels: number): Promise<StoredPreview | null>;
  /** The large preview is to be made, unless that was said before. */
  abstract wantLarge(scope: Scope, fileId: string): Promise<void>;
  /** The object of the preview is gone: it is made again. */
  abstract losePreview(scope: Scope, fileId: string, kind: WorkKind, key: string): Promise<void>;
  /** In the transaction that replaces their bytes: text and previews go, and are made anew. Answers the keys of objects that nothing names any more. */
  abstract replaced(scope: Scope, fileIds: readonly string[]): Promise<string[]>;

  abstract counts(): Promise<WorkCounts>;
  /** After this file, ordered by file. */
  abstract failed(afterId: string, limit: number): Promise<FailedReading[]>;
  /** Those after this file that failed, or were left for the lack of an engine or by their level, are due again; `last` is null at the end. */
  abstract tryAgain(afterId: string, limit: number): Promise<{ last: string | null; again: number }>;
  /** Files after this one in which no text was found, at levels that have it recognised by now, are due again. */
  abstract queueScans(afterId: string, limit: number): Promise<{ last: string | null; again: number }>;
  /** Enters files that were stored while nothing was read, after this file; answers the last one that it looked at, null at the end. */
  abstract queueOld(afterId: string, limit: number): Promise<{ last: string | null; queued: number }>;
}
