import type { HttpResponse } from './request-context';

/** Of an operation that clients should leave. */
export interface Deprecated {
  /** The day since when, `yyyy-MM-dd`. */
  since: string;
  /** Path of the operation to use instead. */
  successor: string;
}

/** On every answer, refusals too (RFC 9745, RFC 5829). */
export function tellDeprecation(response: HttpResponse, { since, successor }: Deprecated): void {
  response.setHeader('Deprecation', `@${Date.parse(`${since}T00:00:00Z`) / 1000}`);
  response.setHeader('Link', `<${successor}>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"`);
}
