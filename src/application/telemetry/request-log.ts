/** Log record of an answered request: ids and figures, never contents. */
export interface AnsweredRequest {
  requestId: string;
  /** The number of the operation, or the route of an extension. */
  operation: string | undefined;
  method: string;
  /** With parameter names instead of values. */
  route: string | undefined;
  status: number;
  ms: number;
  /** Bytes of the body that were read. */
  bytesIn: number;
  /** Bytes of the whole answer. */
  bytesOut: number;
  userId: string | undefined;
  clientId: string | undefined;
  error: string | undefined;
  /** The caller disconnected before the end of the answer. */
  aborted: true | undefined;
}

export abstract class RequestLog {
  /** `quiet`: log only when something is wrong. */
  abstract answered(request: AnsweredRequest, quiet: boolean): void;
}
