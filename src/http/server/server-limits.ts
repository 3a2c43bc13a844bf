import type { Config } from '#src/config';

type Limits = Pick<
  Config,
  'maxBodyBytes' | 'concurrentUploads' | 'uploadSeconds' | 'maxInflightBytes' | 'concurrentReports' | 'reportsPerClient' | 'maxLoopDelayMs'
>;

/** Limits that the edge keeps; the values come from the configuration. */
export class ServerLimits implements Limits {
  readonly maxBodyBytes: number;
  readonly concurrentUploads: number;
  readonly uploadSeconds: number;
  readonly maxInflightBytes: number;
  readonly concurrentReports: number;
  readonly reportsPerClient: number;
  readonly maxLoopDelayMs: number;

  constructor(limits: Limits) {
    this.maxBodyBytes = limits.maxBodyBytes;
    this.concurrentUploads = limits.concurrentUploads;
    this.uploadSeconds = limits.uploadSeconds;
    this.maxInflightBytes = limits.maxInflightBytes;
    this.concurrentReports = limits.concurrentReports;
    this.reportsPerClient = limits.reportsPerClient;
    this.maxLoopDelayMs = limits.maxLoopDelayMs;
  }
}
