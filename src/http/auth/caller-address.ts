import type { Origin } from '#domain/access/actor';
import { contextOf, type HttpRequest } from '../server/request-context';

/** The caller's address: of the connection, or as told by the configured number of proxies. */
export class CallerAddress {
  constructor(private readonly trustedProxies: number) {}

  originOf(request: HttpRequest): Origin {
    return { address: this.of(request), requestId: contextOf(request).requestId };
  }

  private of(request: HttpRequest): string {
    const direct = request.socket.remoteAddress ?? '';
    if (this.trustedProxies === 0) return direct;
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((address) => address.trim());
    // Each proxy appends the address that it sees; entries further left may be forged.
    const told = forwarded.at(-this.trustedProxies)?.replace(/^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2') ?? '';
    return /^[0-9a-f.:]{2,45}$/i.test(told) ? told : direct;
  }
}
