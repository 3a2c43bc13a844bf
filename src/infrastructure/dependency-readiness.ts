import { Injectable } from '@nestjs/common';
import { Readiness } from '#application/health/readiness';
import { FileStorage } from '#application/ports/file-storage';
import { Sql } from './typeorm/sql';

const PATIENCE_MS = 3000;

@Injectable()
export class DependencyReadiness extends Readiness {
  constructor(
    private readonly sql: Sql,
    private readonly storage: FileStorage,
  ) {
    super();
  }

  async check(): Promise<{ database: boolean; files: boolean }> {
    const [database, files] = await Promise.all([answers(this.sql.rows('SELECT 1 AS one')), answers(this.storage.probe())]);
    return { database, files };
  }
}

function answers(probe: Promise<unknown>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS).unref());
  return Promise.race([
    probe.then(
      () => true,
      () => false,
    ),
    late,
  ]);
}
