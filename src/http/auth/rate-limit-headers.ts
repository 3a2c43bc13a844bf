import type { RateState } from '#application/access/throttle';
import type { HttpResponse } from '../server/request-context';

/** The headers of draft-ietf-httpapi-ratelimit-headers, one item per window. */
export function tellLimits(response: HttpResponse, states: readonly RateState[]): void {
  const name = ({ seconds }: RateState) => `"${seconds}s"`;
  response.setHeader('RateLimit-Policy', states.map((state) => `${name(state)};q=${state.limit};w=${state.seconds}`).join(', '));
  response.setHeader('RateLimit', states.map((state) => `${name(state)};r=${Math.max(0, state.remaining)};t=${state.resets}`).join(', '));
}
