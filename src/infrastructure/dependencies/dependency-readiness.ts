import { Injectable } from '@nestjs/common';
import { DependencyDown, DependencyRefuses } from '#application/errors';
import { Readiness, type Trouble, type TroubleKind } from '#application/health/readiness';
import { Clock } from '#application/ports/clock';
import { Diagnostics } from '#application/ports/diagnostics';
import { FileStorage } from '#application/ports/file-storage';
import { DomainError } from '#domain/errors';
import { connectionLost } from '../typeorm/database-errors';
import { Sql } from '../typeorm/sql';

@Injectable()
export class DependencyReadiness extends Readiness {
  private readonly troubles = new Map<string, Trouble>();

  constructor(
    private readonly sql: Sql,
    private readonly storage: FileStorage,
    private readonly clock: Clock,
    private readonly diagnostics: Diagnostics,
  ) {
    super();
  }

  async check(): Promise<{ database: Trouble | null; files: Trouble | null }> {
    const [database, files] = await Promise.all([
      this.trouble('database', this.sql.probe()),
      this.trouble('file store', this.storage.probe()),
    ]);
    return { database, files };
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
