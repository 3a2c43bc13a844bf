import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { FileReader, type FileContent, type ReadOrder } from '#application/ports/file-reader';
import { mayBeScanned, type FileKind } from '#domain/files/file-reading';
import { isInstalled } from './optional-packages';
import { OCR_PACKAGES } from './recognise-text';
import { ReadingProcess, type ReadingLimits } from './reading-process';

const LIMITS: ReadingLimits = {
  residentBytes: 768 * 1024 ** 2,
  milliseconds: 60_000,
  pageMilliseconds: 60_000,
  outputBytes: 16 * 1024 ** 2,
  heapMb: 512,
};
/** What one file has left behind must not pile up. */
const MOST_FILES = 50;
/** A process without work is kept so long. */
const IDLE_MS = 10_000;

const PACKAGES = ['pdfjs-dist', '@napi-rs/canvas', 'sharp', ...OCR_PACKAGES] as const;

/** Reads each file in a child process; those that wait are used again. */
export class ChildFileReader extends FileReader implements OnApplicationShutdown {
  readonly missing: readonly string[];
  private readonly limits: ReadingLimits;
  private readonly resting = new Map<ReadingProcess, NodeJS.Timeout>();
  private readonly working = new Set<ReadingProcess>();
  private folder: Promise<string> | undefined;

  /** @param pdfToText path of the program that is to read the text of PDF files */
  constructor(
    limits: Partial<ReadingLimits> = {},
    private readonly pdfToText: string | null = null,
  ) {
    super();
    this.limits = { ...LIMITS, ...limits };
    const programs = pdfToText === null || existsSync(pdfToText) ? [] : ['pdftotext'];
    this.missing = [...PACKAGES.filter((name) => !isInstalled(name)), ...programs];
  }

  canRead(kind: FileKind): boolean {
    if (kind === 'pdf') return this.has('pdfjs-dist');
    return kind !== 'picture' || this.canDraw(kind);
  }

  canDraw(kind: FileKind): boolean {
    return kind === 'pdf' ? this.has('pdfjs-dist') && this.has('@napi-rs/canvas') : this.has('sharp');
  }

  canRecognise(kind: FileKind): boolean {
    return mayBeScanned(kind) && this.canDraw(kind) && OCR_PACKAGES.every((name) => this.has(name));
  }

  async read(order: ReadOrder, bytes: Readable, signal: AbortSignal): Promise<FileContent> {
    const reading = await this.process();
    this.working.add(reading);
    try {
      return await reading.read({ ...order, pdfToText: this.pdfToText }, bytes, signal);
    } finally {
      this.working.delete(reading);
      if (reading.filesRead >= MOST_FILES) reading.kill();
      if (!reading.isSpent) this.rest(reading);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.resting.keys(), ...this.working].map((reading) => this.end(reading)));
    if (this.folder) await rm(await this.folder, { recursive: true, force: true });
  }

  private has(name: (typeof PACKAGES)[number]): boolean {
    return !this.missing.includes(name);
  }

  private async process(): Promise<ReadingProcess> {
    for (const [reading, timer] of this.resting) {
      clearTimeout(timer);
      this.resting.delete(reading);
      if (!reading.isSpent) return reading;
    }
    this.folder ??= mkdtemp(join(tmpdir(), 'acervo-reading-'));
    this.folder.catch(() => (this.folder = undefined));
    return new ReadingProcess(await this.folder, this.limits);
  }

  private rest(reading: ReadingProcess): void {
    this.resting.set(reading, setTimeout(() => void this.end(reading), IDLE_MS).unref()); // prettier-ignore
  }

  private async end(reading: ReadingProcess): Promise<void> {
    clearTimeout(this.resting.get(reading));
    this.resting.delete(reading);
    await reading.end();
  }
}
