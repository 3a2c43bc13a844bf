import type { IncomingMessage, Server } from 'node:http';
import { contextOf } from '#http/server/request-context';
import type { Service } from '../service';

/** Distinguishes the hidden requests of the cases; as long as the text that it replaces. */
export const MARK = '0000000';

/** Observes the service in process: started requests and open connections. */
export class Watch {
  private readonly server: Server;
  private readonly parsed: IncomingMessage[] = [];

  constructor(service: Service) {
    this.server = service.app.getHttpServer() as Server;
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      this.server.on(event, (request: IncomingMessage) => this.parsed.push(request));
    }
  }

  /** Number of started requests with this mark. */
  entered(mark: string): number {
    return this.parsed.filter((request) => request.headers['x-contraband'] === mark && isIn(request)).length;
  }

  get connections(): Promise<number> {
    return new Promise((resolve, reject) => this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
  }

  /** Waits until connections of departed clients are closed. */
  back(to: number, patienceMs?: number): Promise<void> {
    return this.until((now) => now <= to, `connections are left; before there were ${to}`, patienceMs);
  }

  /** A client may be connected before the service accepts it. */
  reach(count: number): Promise<void> {
    return this.until((now) => now >= count, `connections are there, not ${count}`);
  }

  private async until(isSo: (now: number) => boolean, what: string, patienceMs = 20_000): Promise<void> {
    const end = Date.now() + patienceMs;
    let now = await this.connections;
    while (!isSo(now) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      now = await this.connections;
    }
    if (!isSo(now)) throw new Error(`${now} ${what}`);
  }
}

function isIn(request: IncomingMessage): boolean {
  try {
    return contextOf(request) !== undefined;
  } catch {
    return false;
  }
}
