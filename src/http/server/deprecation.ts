import type { Deprecated } from '../openapi/operation-spec';
import type { HttpResponse } from './request-context';

/** On every answer, even refusals (RFC 9745, RFC 5829). */
export function tellDeprecation(response: HttpResponse, { since, successor }: Deprecated): void {
  response.setHeader('Deprecation', `@${Date.parse(`${since}T00:00:00Z`) / 1000}`);
  response.setHeader('Link', `<${successor}>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"`);
}
