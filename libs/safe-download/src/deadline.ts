import { DownloadError } from './download-error';

/** The one clock of a download. When it is up, or the caller aborts, `signal` aborts with the error to report. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly onCallerAbort = (): void => this.controller.abort(this.caller?.reason);

  constructor(
    totalMs: number,
    private readonly caller?: AbortSignal,
  ) {
    this.timer = setTimeout(this.expire, totalMs);
    if (caller?.aborted) this.onCallerAbort();
    caller?.addEventListener('abort', this.onCallerAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Settles as the work does; or rejects when the work takes longer than `ms` (then all is over), or when all is over anyway. */
  async within<T>(ms: number, work: Promise<T>): Promise<T> {
    const timer = setTimeout(this.expire, ms);
    let stop: () => void = () => {};
    const over = new Promise<never>((_, reject) => {
      stop = (): void => reject(this.signal.reason as Error);
      if (this.signal.aborted) stop();
      else this.signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([over, work]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', stop);
    }
  }

  /** The download has ended, well or badly: nothing is timed any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.onCallerAbort);
  }

  private readonly expire = (): void => this.controller.abort(new DownloadError('TIMEOUT'));
}
