/** Work that would block the event loop: pure, with input and result that can be copied between threads. */
export type Work<Input, Result> = (input: Input) => Promise<Result> | Result;

/** Where a job is, so that a thread can load it. */
export interface Job<Input, Result> {
  /** Path of a module, without its ending, that exports the work as `run`. */
  readonly module: string;
  /** For one run, the start of a thread included. */
  readonly timeoutMs: number;
  /** Never set; carries the types of input and result. */
  readonly run?: Work<Input, Result>;
}

/** `job<typeof import('./x.job')>(join(__dirname, 'x.job'), 60_000)`: the type is imported, the module is not. */
export function job<Module extends { run: Work<never, unknown> }>(
  module: string,
  timeoutMs: number,
): Job<Parameters<Module['run']>[0], Awaited<ReturnType<Module['run']>>> {
  return { module, timeoutMs };
}

/** A job did not come to its end. */
export class JobStopped extends Error {
  constructor(
    readonly reason: 'time' | 'memory' | 'crash' | 'shutdown',
    cause?: unknown,
  ) {
    super(`a job was stopped: ${reason}`, { cause });
    this.name = 'JobStopped';
  }
}

/** Messages to and from a thread. */
export interface Order {
  module: string;
  input: unknown;
}
export type Report = { result: unknown } | { error: { name: string; message: string; stack?: string } };
