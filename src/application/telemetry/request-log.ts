/** What is kept of a request that was answered: ids and figures, never what was in it. */
export interface AnsweredRequest {
  requestId: string;
  /** As the interface numbers it, or the route of an extension. */
  operation: string | undefined;
  method: string;
  /** With the names of its parameters instead of their values. */
  route: string | undefined;
  status: number;
  ms: number;
  /** Of the body, as far as it was read. */
  bytesIn: number;
  /** Of the whole answer. */
  bytesOut: number;
  userId: string | undefined;
  clientId: string | undefined;
  error: string | undefined;
  /** The caller was gone before the end of the answer. */
  aborted: true | undefined;
}

export abstract class RequestLog {
  /** `quiet`: of no interest unless something is wrong. */
  abstract answered(request: AnsweredRequest, quiet: boolean): void;
}
