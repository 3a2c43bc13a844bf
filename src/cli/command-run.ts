import type { INestApplicationContext } from '@nestjs/common';
import type { Outcome, Output } from './output';

/** What a command does with the archive; `stopped` is heeded by those that can end early, in order. */
export type Work = (app: INestApplicationContext, output: Output, stopped: AbortSignal) => Promise<Outcome>;

export interface RunOptions {
  /** It ends gracefully on a signal; any other is one transaction, which is rolled back. */
  stoppable?: true;
  /** It signs, seals and decrypts nothing: it may run where the keys of the archive are not. */
  withoutKeys?: true;
  /** It may begin an embedded archive; any other refuses a folder that has none. */
  begins?: true;
}

/** Runs a command. */
export type Run = (work: Work, options?: RunOptions) => Promise<void>;

/** What a command does that needs no archive which can be opened. */
export type WorkOutside = (output: Output) => Promise<Outcome>;

export type RunOutside = (work: WorkOutside) => Promise<void>;

export interface Runner {
  archive(work: Work, options: RunOptions): Promise<Outcome>;
  outside(work: WorkOutside): Promise<Outcome>;
}
