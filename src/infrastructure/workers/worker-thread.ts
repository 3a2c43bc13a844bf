import { Worker } from 'node:worker_threads';
import { JobStopped, type Job, type Report } from './job';
import { THREAD } from './thread-start';

/** One thread: does one job after the other, until one of them has to be stopped. */
export class WorkerThread {
  private readonly worker: Worker;
  private fail: ((error: Error) => void) | undefined;
  private idle: NodeJS.Timeout | undefined;
  ended = false;

  constructor(
    memoryMb: number,
    private readonly onEnd: () => void,
  ) {
    this.worker = new Worker(THREAD.program('thread'), {
      execArgv: [...THREAD.execArgv],
      // Jobs get no environment variables: they need none, and some are secret.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.worker.on('error', (error: Error & { code?: string }) => {
      this.stopped(new JobStopped(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error));
    });
    this.worker.on('exit', () => this.stopped(new JobStopped('crash')));
  }

  /** Settles when the thread is free again or has ended. */
  async run(job: Job<unknown, unknown>, input: unknown, handOver: readonly ArrayBuffer[], signal?: AbortSignal): Promise<unknown> {
    clearTimeout(this.idle);
    this.worker.ref();
    const abort = () => this.fail?.(signal?.reason as Error);
    const timer = setTimeout(() => this.fail?.(new JobStopped('time')), job.timeoutMs);
    signal?.addEventListener('abort', abort);
    try {
      const report = await new Promise<Report>((resolve, reject) => {
        this.fail = reject;
        this.worker.once('message', resolve);
        this.worker.postMessage({ module: job.module, input }, handOver);
      });
      if ('result' in report) return report.result;
      throw Object.assign(new Error(report.error.message), report.error);
    } catch (error) {
      // Also what could not be copied into the thread comes here; a fresh one costs little.
      await this.end();
      throw error;
    } finally {
      this.fail = undefined;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Keeps it for the next job, for a while; meanwhile the process may end without waiting for it. */
  rest(milliseconds: number): void {
    this.worker.unref();
    this.idle = setTimeout(() => void this.end(), milliseconds).unref();
  }

  async end(): Promise<void> {
    clearTimeout(this.idle);
    this.stopped(new JobStopped('shutdown'));
    await this.worker.terminate();
  }

  private stopped(error: Error): void {
    this.fail?.(error);
    if (this.ended) return;
    this.ended = true;
    this.onEnd();
  }
}
