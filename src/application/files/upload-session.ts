import type { FileStorage, FileWriter, ObjectJournal } from '#application/ports/files';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { DomainError } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { DiscardingWriter } from './discarding-store';
import { LEASE_MS, type StagedKeys } from './staged-keys';

const RENEW_EVERY_MS = LEASE_MS / 5;
/** Enough leading bytes to detect the type of a file. */
const HEAD_BYTES = 4100;

/** One shared instance: every request ends, and a new error with its stack each time would be wasted. */
const OVER = new DomainError('BUSY');

/** One file being uploaded: counted and written as its bytes arrive. */
export class UploadedFile {
  private readonly head = Buffer.alloc(HEAD_BYTES);
  private region: Uint8Array = this.head;
  private size = 0;
  private aborting: Promise<void> | undefined;
  staged: StagedFile | null = null;
  /** It is unknown whether the store has the object. */
  failed = false;

  constructor(
    readonly key: string,
    private readonly writer: FileWriter,
    private readonly maxBytes: number,
  ) {}

  room(): Uint8Array {
    this.region = this.writer.room();
    return this.region;
  }

  commit(length: number): Promise<void> | void {
    const bytes = this.region.subarray(0, length);
    if (this.size + length > this.maxBytes) throw new DomainError('FILE_TOO_LARGE', [], { max: this.maxBytes });
    if (this.size < HEAD_BYTES) this.head.set(bytes.subarray(0, HEAD_BYTES - this.size), this.size);
    this.size += length;
    return this.writer.commit(length);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const room = this.room();
      const part = bytes.subarray(from, from + room.length);
      room.set(part);
      from += part.length;
      await this.commit(part.length);
    }
  }

  async end(): Promise<void> {
    this.failed = true;
    const sha256 = await this.writer.close();
    this.failed = false;
    const head = this.head.subarray(0, Math.min(this.size, HEAD_BYTES));
    const tail = this.writer instanceof DiscardingWriter ? this.writer.tail : undefined;
    this.staged = { key: this.key, size: this.size, sha256, head, ...(tail && { tail }) };
  }

  /** Idempotent. */
  abort(): Promise<void> {
    return (this.aborting ??= this.writer.abort());
  }
}

/**
 * The files of one request. Each key is entered in the object journal before its first byte is stored, and stays there until the
 * transaction that inserts its row removes it (`claim`). `settle` releases all keys that were not claimed.
 */
export class UploadSession {
  private readonly files: UploadedFile[] = [];
  private readonly claimed = new Set<string>();
  /** Whether any transaction has claimed keys; once true, only the database knows whether they were committed. */
  private claiming = Promise.resolve(false);
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  /** Created only if `over` is used. */
  private ending: AbortController | undefined;

  constructor(
    readonly clientId: string,
    private readonly storage: Pick<FileStorage, 'create'>,
    private readonly keys: Pick<StagedKeys, 'take' | 'distrust'>,
    private readonly journal: Pick<ObjectJournal, 'renew' | 'claim' | 'release' | 'abandon'>,
    private readonly limits: { maxFileBytes: number; maxFiles: number; expectedBytes?: number },
    private readonly onBackgroundError: (error: unknown) => void,
    private readonly unitOfWork: Pick<UnitOfWork, 'isRehearsal'>,
  ) {}

  async open(): Promise<UploadedFile> {
    this.refuseWhenOver();
    if (this.files.length >= this.limits.maxFiles) throw new DomainError('TOO_MANY_FILES', [], { max: this.limits.maxFiles });
    const key = await this.keys.take(this.clientId);
    // The request ended meanwhile: `settle` has run without this key.
    if (this.isOver) await this.journal.release(this.clientId, [key]);
    this.refuseWhenOver();
    const file = new UploadedFile(key, this.storage.create(key, this.limits.expectedBytes), this.limits.maxFileBytes);
    this.files.push(file);
    this.timer ??= setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
    return file;
  }

  /** Aborts when the request is over, so that pending fetches stop. */
  get over(): AbortSignal {
    this.ending ??= new AbortController();
    if (this.isOver) this.ending.abort(OVER);
    return this.ending.signal;
  }

  /** Stores a stream of bytes as one file. */
  async take(bytes: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const file = await this.open();
    for await (const chunk of bytes) await file.write(chunk);
    await file.end();
    return file.staged as StagedFile;
  }

  /** Must be called in the transaction that inserts the rows: rolls it back when the sweeper was first. */
  claim(keys: readonly string[]): Promise<void> {
    return UploadSession.claimTogether([{ upload: this, keys }]);
  }

  /** The same for several requests of one client whose rows are inserted together. */
  static async claimTogether(claims: readonly { upload: UploadSession; keys: readonly string[] }[]): Promise<void> {
    for (const { upload } of claims) upload.refuseWhenOver();
    const [first, ...others] = claims.filter(({ keys }) => keys.length > 0);
    if (!first) return;
    const claim = first.upload.journal.claim(
      first.upload.clientId,
      [first, ...others].flatMap(({ keys }) => keys),
    );
    for (const { upload } of [first, ...others]) {
      upload.claiming = Promise.all([upload.claiming, claim]).then(
        (claimed) => claimed.some(Boolean),
        () => true,
      );
    }
    if (await claim) return;
    first.upload.keys.distrust(first.upload.clientId);
    throw new DomainError('BUSY');
  }

  /** Must be called after the commit of that transaction. After a rehearsal there is no row. */
  committed(keys: readonly string[]): void {
    if (this.unitOfWork.isRehearsal) return;
    for (const key of keys) this.claimed.add(key);
  }

  /** Called at the end of the request: releases everything unclaimed. Safe while a COMMIT is in doubt: the sweeper decides. */
  async settle(): Promise<void> {
    this.isOver = true;
    this.ending?.abort(OVER);
    clearInterval(this.timer);
    const left = this.files.filter((file) => !this.claimed.has(file.key));
    if (left.length === 0) return;
    try {
      await Promise.all(left.filter((file) => !file.staged).map((file) => file.abort()));
      // Objects that may still appear in the store keep their lease, so that the journal knows them until then: also if the sweeper had their keys.
      await this.journal.abandon(
        this.clientId,
        left.filter((file) => file.failed).map((file) => file.key),
        LEASE_MS,
      );
      const over = left.filter((file) => !file.failed).map((file) => file.key);
      // Waits for a pending claim, so that its keys are not released.
      const mayBeCommitted = await this.claiming;
      await (mayBeCommitted ? this.journal.release(this.clientId, over) : this.journal.abandon(this.clientId, over));
    } catch (error) {
      this.onBackgroundError(error);
    }
  }

  /** After a disconnect a file may be half aborted, so no row may reference it. */
  private refuseWhenOver(): void {
    if (this.isOver) throw new DomainError('BUSY');
  }

  private async renew(): Promise<void> {
    try {
      await this.journal.renew(
        this.clientId,
        this.files.filter((file) => !this.claimed.has(file.key)).map((file) => file.key),
        LEASE_MS,
      );
    } catch (error) {
      this.onBackgroundError(error);
    }
  }
}
