import type { INestApplicationContext } from '@nestjs/common';
import type { MigrateOptions } from './migrate-command';
import type { Outcome, Output } from './output';

/** What a command does with the archive; `stopped` is heeded by those that can end early, in order. */
export type Work = (app: INestApplicationContext, output: Output, stopped: AbortSignal) => Promise<Outcome>;

/** Runs a command. A stoppable one ends gracefully on a signal; any other is one transaction, which is rolled back. */
export type Run = (work: Work, options?: { stoppable: true }) => Promise<void>;

export interface Runner {
  archive(work: Work, stoppable: boolean): Promise<Outcome>;
  migrate(options: MigrateOptions): Promise<Outcome>;
}
