import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external server that counts connections. */
export class Remote {
  connections = 0;
  readonly paths: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {
    server.on('connection', () => this.connections++);
    server.on('request', ({ url }) => this.paths.push(url!));
  }

  static async open(host: string, listener: RequestListener): Promise<Remote> {
    const server = createServer(listener).listen(0, host);
    await once(server, 'listening');
    return new Remote(server, (server.address() as AddressInfo).port);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
