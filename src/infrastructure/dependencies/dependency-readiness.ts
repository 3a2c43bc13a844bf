import { Injectable } from '@nestjs/common';
import { DependencyDown, DependencyRefuses } from '#application/errors';
import { Readiness, type Trouble, type TroubleKind } from '#application/health/readiness';
import { Clock } from '#application/ports/clock';
import { Diagnostics } from '#application/ports/diagnostics';
import { FileStorage } from '#application/ports/file-storage';
import { DomainError } from '#domain/errors';
import { ClockSkew } from './clock-skew';
import { connectionLost } from '../typeorm/database-errors';
import { Sql } from '../typeorm/sql';

@Injectable()
export class DependencyReadiness extends Readiness {
  private readonly troubles = new Map<string, Trouble>();
  private measuring = false;

  constructor(
    private readonly sql: Sql,
    private readonly storage: FileStorage,
    private readonly clock: Clock,
    private readonly diagnostics: Diagnostics,
    private readonly skew: ClockSkew,
  ) {
    super();
  }

  async check(): Promise<{ database: Trouble | null; files: Trouble | null }> {
    const [database, files] = await Promise.all([
      this.trouble('database', this.sql.probe()),
      this.trouble('file store', this.storage.probe()),
    ]);
    if (!database) void this.measureDatabaseClock();
    return { database, files };
  }

  /** Nobody waits for it; an answer that fails is the next probe's to report. */
  private async measureDatabaseClock(): Promise<void> {
    if (this.measuring) return;
    this.measuring = true;
    try {
      this.skew.observe('database', await this.sql.clockAhead());
    } catch {
      return;
    } finally {
      this.measuring = false;
    }
  }

  /** The log is told the reason when it begins, and when it becomes another. */
  private async trouble(name: string, probe: Promise<unknown>): Promise<Trouble | null> {
    try {
      await probe;
      this.troubles.delete(name);
      return null;
    } catch (error) {
      const [known, kind] = [this.troubles.get(name), kindOf(error)];
      if (known?.kind === kind) return known;
      this.diagnostics.problem(`not ready: ${name}`, error);
      const trouble = { kind, since: known?.since ?? this.clock.now() };
      this.troubles.set(name, trouble);
      return trouble;
    }
  }
}

function kindOf(error: unknown): TroubleKind {
  if (error instanceof DomainError) return 'crowded';
  if (error instanceof DependencyRefuses) return 'unusable';
  return error instanceof DependencyDown || connectionLost(error) ? 'silent' : 'unusable';
}
