import { Injectable } from '@nestjs/common';
import { DependencyDown, DependencyRefuses } from '#application/support/errors';
import { Readiness, type Trouble, type TroubleKind } from '#application/health/readiness';
import { Clock, Diagnostics } from '#application/ports/unit-of-work';
import { FileStorage } from '#application/ports/files';
import { DomainError } from '#domain/errors';
import { ClockSkew } from './clock-skew';
import { connectionLost } from '../typeorm/database-errors';
import { SchemaRefused, refuseOutdated, type SchemaVersion } from '../typeorm/schema-version';
import { Sql } from '../typeorm/sql';

/** What a migration changes meanwhile is known so soon. */
const ASK_AGAIN_MS = 5_000;

@Injectable()
export class DependencyReadiness extends Readiness {
  private readonly troubles = new Map<string, Trouble>();
  private version: SchemaVersion | null = null;
  private askedAt = -Infinity;

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
      this.trouble('database', this.database()),
      this.trouble('file store', this.storage.probe()),
    ]);
    return { database, files };
  }

  private async database(): Promise<void> {
    await this.sql.probe();
    if (Date.now() - this.askedAt >= ASK_AGAIN_MS) void this.ask();
    if (this.version) refuseOutdated(this.version);
  }

  /** Not awaited: the probe decides whether the database answers. */
  private async ask(): Promise<void> {
    this.askedAt = Date.now();
    try {
      this.version = await this.sql.first<SchemaVersion>('SELECT program, oldest FROM schema_version');
      this.skew.observe('database', await this.sql.clockAhead());
    } catch {
      // What was known stays.
    }
  }

  /** Logs the reason when it begins and when it changes. */
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
  if (error instanceof SchemaRefused) return 'outdated';
  if (error instanceof DomainError) return 'crowded';
  if (error instanceof DependencyRefuses) return 'unusable';
  return error instanceof DependencyDown || connectionLost(error) ? 'silent' : 'unusable';
}
