/** Limits of the server: the part of the configuration that it needs. */
export abstract class ServerLimits {
  abstract readonly maxBodyBytes: number;
  abstract readonly concurrentUploads: number;
  abstract readonly uploadSeconds: number;
  abstract readonly maxInflightBytes: number;
  abstract readonly concurrentReports: number;
  abstract readonly reportsPerClient: number;
  abstract readonly maxLoopDelayMs: number;
}
