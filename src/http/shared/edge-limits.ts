/** Limits that the edge keeps; the values come from the configuration. */
export class EdgeLimits {
  constructor(
    /** Bytes. */
    readonly maxBodyBytes: number,
    readonly concurrentUploads: number,
  ) {}
}
