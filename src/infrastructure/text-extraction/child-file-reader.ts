import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { FileReader, type FileContent, type IsolationName, type ReadOrder } from '#application/ports/text-extraction';
import { mayBeScanned, type FileKind } from '#domain/files/file-reading';
import { FoundIsolation } from './found-isolation';
import { commandOf, launch, readerProgram, type Isolation } from './isolation';
import { isInstalled } from './optional-packages';
import { OCR_PACKAGES } from './recognise-text';
import { ReadingProcess, type ReadingLimits } from './reading-process';

const LIMITS: ReadingLimits = {
  residentBytes: 768 * 1024 ** 2,
  milliseconds: 60_000,
  pageMilliseconds: 60_000,
  workedMilliseconds: 10_000,
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
  private readonly pdfToText: string | null;
  private readonly resting = new Map<ReadingProcess, NodeJS.Timeout>();
  private readonly working = new Set<ReadingProcess>();
  private readonly found = new FoundIsolation(() => readerProgram(this.limits.heapMb, this.pdfToText));

  /** @param pdfToText path of the program that is to read the text of PDF files */
  constructor(limits: Partial<ReadingLimits> = {}, pdfToText: string | null = null) {
    super();
    this.limits = { ...LIMITS, ...limits };
    this.pdfToText = pdfToText !== null && existsSync(pdfToText) ? pdfToText : null;
    const programs = this.pdfToText === pdfToText ? [] : ['pdftotext'];
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
    const reading = await this.process(order.isAwaited ?? false);
    this.working.add(reading);
    try {
      return await reading.read({ ...order, pdfToText: this.programIn(reading.isolation) }, bytes, signal);
    } finally {
      this.working.delete(reading);
      if (reading.filesRead >= MOST_FILES) reading.kill();
      if (!reading.isSpent) this.rest(reading);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.resting.keys(), ...this.working].map((reading) => this.end(reading)));
  }

  async isolation(): Promise<IsolationName | null> {
    return (await this.found.get())?.name ?? null;
  }

  /** Node's own model would let a program do whatever it likes. */
  private programIn(isolation: Isolation): string | null {
    return isolation.name === 'bubblewrap' ? this.pdfToText : null;
  }

  private has(name: (typeof PACKAGES)[number]): boolean {
    return !this.missing.includes(name);
  }

  private async process(isAwaited: boolean): Promise<ReadingProcess> {
    const isolation = await this.found.get();
    if (!isolation) throw new Error('files cannot be read: no isolation of their reader works on this machine');
    for (const [reading, timer] of this.resting) {
      if (reading.isNice === isAwaited) continue;
      clearTimeout(timer);
      this.resting.delete(reading);
      // One that was started before a stricter isolation was found is of no use any more.
      if (reading.isolation !== isolation) reading.kill();
      if (!reading.isSpent) return reading;
    }
    const program = readerProgram(this.limits.heapMb, this.programIn(isolation));
    return new ReadingProcess(launch(isolation, commandOf(isolation, program)), this.limits, !isAwaited);
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
