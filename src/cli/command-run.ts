import type { INestApplicationContext } from '@nestjs/common';
import type { MigrateOptions } from './migrate-command';
import type { Outcome, Output } from './output';

/** What a command does with the archive; `stopped` is heeded by those that can end early, in order. */
export type Work = (app: INestApplicationContext, output: Output, stopped: AbortSignal) => Promise<Outcome>;

export interface RunOptions {
  /** It ends gracefully on a signal; any other is one transaction, which is rolled back. */
  stoppable?: true;
  /** It signs, seals and decrypts nothing: it may run where the keys of the archive are not. */
  withoutKeys?: true;
}

/** Runs a command. */
export type Run = (work: Work, options?: RunOptions) => Promise<void>;

export interface Runner {
  archive(work: Work, options: RunOptions): Promise<Outcome>;
  migrate(options: MigrateOptions): Promise<Outcome>;
}
