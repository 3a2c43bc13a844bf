import { Injectable } from '@nestjs/common';
import { UploadSessions } from '#application/files/upload-sessions';
import { wholeBytes } from '#application/files/whole-bytes';
import { Diagnostics, UnitOfWork } from '#application/ports/unit-of-work';
import {
  type FileContent,
  FileReader,
  FileRefused,
  FileWork,
  type HeldFile,
  ReaderStopped,
  type StoredPreview,
  type WorkCounts,
} from '#application/ports/text-extraction';
import { FileStorage } from '#application/ports/files';
import { Settings } from '#application/support/settings';
import { hasPreview, kindOf, MOST_READ_BYTES, nextTry, PREVIEW_SIZES } from '#domain/files/file-reading';

/** Ends long after the longest reading: a process that died is missed no later. */
const LEASE_MS = 5 * 60_000;
const LONGEST_MS = 4 * 60_000;
/** Pages of pictures take seconds each, minutes where there is much to do: the lease is extended meanwhile. */
const LONGEST_OCR_MS = 20 * 60_000;
const EXTEND_MS = 60_000;
const BUSY_MS = 10;
const IDLE_MS = 1000;
const REST_MS = 5000;

export type ReadingOutcome = 'read' | 'refused' | 'stopped' | 'failed';

/** Reads files, a few at a time. Any number of processes may: each file is held by one. */
@Injectable()
export class ReadingPump {
  readonly totals: Record<ReadingOutcome, number> = { read: 0, refused: 0, stopped: 0, failed: 0 };
  private readonly running = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private failing = false;

  constructor(
    private readonly work: FileWork,
    private readonly reader: FileReader,
    private readonly storage: FileStorage,
    private readonly uploads: UploadSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** Takes on one file if there is room; answers how long to wait until the next look. */
  async look(): Promise<number> {
    try {
      if (this.running.size >= this.settings.fileReaders || this.ending.signal.aborted) return BUSY_MS;
      // No file is at fault where the machine cannot keep its reader apart: its tries are left.
      if ((await this.reader.isolation()) === null) return REST_MS;
      const held = await this.work.claim(LEASE_MS);
      this.failing = false;
      if (!held) return IDLE_MS;
      const run: Promise<void> = this.follow(held).finally(() => this.running.delete(run));
      this.running.add(run);
      return BUSY_MS;
    } catch (error) {
      this.report(error);
      return REST_MS;
    }
  }

  /** Where no other process serves: the one before, which may have held files, is dead. */
  free(): Promise<void> {
    return this.work.free();
  }

  /** Resolves when nothing is being read. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Breaks off what is being read; another process reads it. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.settled();
  }

  counts(): Promise<WorkCounts> {
    return this.work.counts();
  }

  private async follow(held: HeldFile): Promise<void> {
    try {
      await this.read(held);
    } catch (error) {
      // The lease ends, and the file is read again.
      this.report(error);
    }
  }

  private async read(held: HeldFile): Promise<void> {
    if (held.reading === 'off') return this.work.giveUp(held, 'skipped', 'switched-off');
    const kind = kindOf(held.extension);
    if (!kind || !this.reader.canRead(kind)) return this.work.giveUp(held, 'skipped', 'no-engine');
    if (held.size > MOST_READ_BYTES) return this.work.giveUp(held, 'skipped', 'too-large');
    const wantsOcr = held.kind === 'read' && held.reading === 'ocr' && this.reader.canRecognise(kind);
    const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(wantsOcr ? LONGEST_OCR_MS : LONGEST_MS)]);
    const draws = hasPreview(kind) && this.reader.canDraw(kind) && !held.hasPreview;
    const order = {
      kind,
      extension: held.extension,
      size: held.size,
      wantsText: held.kind === 'read',
      wantsOcr,
      previewSize: draws ? PREVIEW_SIZES[held.kind] : null,
    };
    const begunAt = performance.now();
    const extending = wantsOcr ? setInterval(() => void this.extend(held), EXTEND_MS) : undefined;
    try {
      await this.keep(held, await this.reader.read(order, await wholeBytes(this.storage, held), signal));
      this.totals.read++;
    } catch (error) {
      await this.failed(held, error);
    } finally {
      clearInterval(extending);
      this.work.spent(held, performance.now() - begunAt);
    }
  }

  /** Or else somebody else reads it, and this one stores nothing. */
  private async extend(held: HeldFile): Promise<void> {
    await this.work.extend(held, LEASE_MS).catch((error: unknown) => this.report(error));
  }

  /** The preview is an object as others are: in the journal before its first byte is stored, until its row is there. */
  private async keep(held: HeldFile, content: FileContent): Promise<void> {
    const upload = this.uploads.open(held.clientId, { maxFiles: 1 });
    try {
      let preview: StoredPreview | null = null;
      if (content.preview) preview = { ...(await upload.take(onePiece(content.preview))), pixels: PREVIEW_SIZES[held.kind] };
      const keys = preview ? [preview.key] : [];
      const isKept = await this.unitOfWork.run(async () => {
        if (!(await this.work.finish(held, content, preview))) return false;
        await upload.claim(keys);
        return true;
      });
      if (isKept) upload.committed(keys);
    } finally {
      await upload.settle();
    }
  }

  private async failed(held: HeldFile, error: unknown): Promise<void> {
    if (this.ending.signal.aborted) return this.work.release(held);
    if (error instanceof FileRefused) {
      this.totals.refused++;
      return this.work.giveUp(held, 'failed', error.fault);
    }
    const wasTooMuch = error instanceof ReaderStopped;
    const wasStopped = wasTooMuch || isTimeout(error);
    this.totals[wasStopped ? 'stopped' : 'failed']++;
    if (!wasStopped) this.report(error);
    const kills = held.kills + (wasTooMuch ? 1 : 0);
    const next = nextTry({ tries: held.tries, kills });
    if ('fault' in next) return this.work.giveUp(held, 'failed', next.fault);
    return this.work.tryLater({ ...held, kills }, next.waitMs);
  }

  /** Once per series of failures. */
  private report(error: unknown): void {
    if (!this.failing) this.diagnostics.problem('reading of files', error);
    this.failing = true;
  }
}

/** The time by the clock is over: the machine may be busy, which is not held against the file. */
const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

async function* onePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
