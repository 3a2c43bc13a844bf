import { Injectable } from '@nestjs/common';
import { Readiness } from '#application/health/readiness';
import { Diagnostics } from '#application/ports/diagnostics';
import { FileStorage } from '#application/ports/file-storage';
import { Sql } from '../typeorm/sql';

@Injectable()
export class DependencyReadiness extends Readiness {
  private readonly failing = new Set<string>();

  constructor(
    private readonly sql: Sql,
    private readonly storage: FileStorage,
    private readonly diagnostics: Diagnostics,
  ) {
    super();
  }

  async check(): Promise<{ database: boolean; files: boolean }> {
    const [database, files] = await Promise.all([
      this.answers('database', this.sql.probe()),
      this.answers('file store', this.storage.probe()),
    ]);
    return { database, files };
  }

  /** The reason is told once, when it begins. */
  private async answers(name: string, probe: Promise<unknown>): Promise<boolean> {
    try {
      await probe;
      this.failing.delete(name);
      return true;
    } catch (error) {
      if (!this.failing.has(name)) this.diagnostics.problem(`not ready: ${name}`, error);
      this.failing.add(name);
      return false;
    }
  }
}
