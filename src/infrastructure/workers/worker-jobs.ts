import { availableParallelism } from 'node:os';
import type { OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#domain/errors';
import { Semaphore } from '#application/support/semaphore';
import { JobStopped, type Job } from './job';
import { WorkerThread } from './worker-thread';

export interface WorkerLimits {
  /** Jobs at once; one processor stays for the event loop. */
  atOnce: number;
  /** Maximum number of queued jobs; further ones are refused as `BUSY`. */
  waiting: number;
  /** Of one thread's heap. */
  memoryMb: number;
  /** How long a thread without work is kept. */
  idleMs: number;
}

const LIMITS: WorkerLimits = { atOnce: Math.max(1, availableParallelism() - 1), waiting: 100, memoryMb: 512, idleMs: 10_000 };

/** Runs jobs in threads, a few at a time, each within its time. A job that must be stopped takes its thread with it. */
export class WorkerJobs implements OnApplicationShutdown {
  private readonly limits: WorkerLimits;
  private readonly turns: Semaphore;
  private readonly threads = new Set<WorkerThread>();
  private readonly resting: WorkerThread[] = [];
  private closed = false;

  constructor(limits: Partial<WorkerLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
    this.turns = new Semaphore(this.limits.atOnce, this.limits.waiting);
  }

  /**
   * Rejects with what the job throws, `JobStopped`, `DomainError` BUSY, or the reason of the signal. `handOver`: buffers of
   * the input that the caller needs no longer; they move into the thread without a copy.
   */
  async run<Input, Result>(
    job: Job<Input, Result>,
    input: Input,
    { handOver = [], signal }: { handOver?: readonly ArrayBuffer[]; signal?: AbortSignal } = {},
  ): Promise<Result> {
    return this.turns.run(async () => {
      signal?.throwIfAborted();
      if (this.closed) throw new DomainError('BUSY');
      const thread = this.thread();
      try {
        return (await thread.run(job as Job<unknown, unknown>, input, handOver, signal)) as Result;
      } catch (error) {
        // Another replica may do it.
        if (error instanceof JobStopped && error.reason === 'shutdown') throw new DomainError('BUSY', [], {}, error);
        throw error;
      } finally {
        this.putAside(thread);
      }
    }, signal);
  }

  /** How many threads there are, at work or resting. */
  get size(): number {
    return this.threads.size;
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    this.turns.clear();
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private thread(): WorkerThread {
    const rested = this.resting.pop();
    if (rested) return rested;
    const thread: WorkerThread = new WorkerThread(this.limits.memoryMb, () => this.forget(thread));
    this.threads.add(thread);
    return thread;
  }

  private putAside(thread: WorkerThread): void {
    if (thread.ended) return;
    this.resting.push(thread);
    thread.rest(this.limits.idleMs);
  }

  private forget(thread: WorkerThread): void {
    this.threads.delete(thread);
    const at = this.resting.indexOf(thread);
    if (at >= 0) this.resting.splice(at, 1);
  }
}
