import type { Scope } from '#domain/access/scope';
import type { NewFile } from '#domain/files/document-file';
import type { LevelReading, ReadingFault, ReadingState, WorkKind } from '#domain/files/file-reading';
import type { FileContent } from './file-reader';

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

/** Files whose text and previews have to be made, and what was made of them. Entries are born where files are stored. */
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
