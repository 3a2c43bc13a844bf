import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { FileReader, FileWork, type IsolationName } from '#application/ports/text-extraction';
import { Settings } from '#application/support/settings';

/** Readiness is asked for every few seconds. */
const KEPT_MS = 15_000;
const SHORT = 1000;

export interface ReadingTrouble {
  /** In words: how many files others have stored is nobody's business. `unknown`: the database does not say. */
  backlog: 'none' | 'short' | 'long' | 'unknown';
  /** Optional packages that are not installed. */
  missing: readonly string[];
  /** Of the reader; null: none works here, and nothing is read. Undefined: this process reads nothing, or does not know yet. */
  isolation: IsolationName | null | undefined;
}

/** How the reading of files stands, for whoever runs the service. */
@Injectable()
export class ReadingHealth {
  private backlog: ReadingTrouble['backlog'] = 'unknown';
  private askedAt = -Infinity;
  private isolation: ReadingTrouble['isolation'];

  constructor(
    private readonly work: FileWork,
    private readonly reader: FileReader,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Null: files are not read. */
  async look(): Promise<ReadingTrouble | null> {
    if (!this.settings.readFiles) return null;
    const now = this.clock.now().getTime();
    if (now - this.askedAt >= KEPT_MS) {
      this.askedAt = now;
      this.backlog = await this.ask();
    }
    // Not waited for: it is tried by starting the reader.
    if (this.settings.fileReaders > 0) void this.reader.isolation().then((found) => (this.isolation = found));
    return { backlog: this.backlog, missing: this.reader.missing, isolation: this.isolation };
  }

  private async ask(): Promise<ReadingTrouble['backlog']> {
    try {
      const { pending } = await this.work.counts();
      if (pending === 0) return 'none';
      return pending <= SHORT ? 'short' : 'long';
    } catch {
      return 'unknown';
    }
  }
}
