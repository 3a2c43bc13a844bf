import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** What is read, and who is asked whether the service is alive; not asked: it is when this process answers. */
type Readable = Pick<Registry, 'contentType' | 'metrics'> & { isAlive?(): Promise<boolean> };

const ALIVE = { 'Content-Type': 'application/json' };
const PATHS = ['/metrics', '/metricas'];
/** Idle connections are closed before the next probe. */
const LIMITS = { headersTimeout: 2_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };

/**
 * A listener of its own, so that nothing of it can be reached where clients are served. Answers `GET /metrics` and `GET /metricas`, to whoever reaches it,
 * and `GET /saude/viva`, which clients cannot crowd out here.
 */
export async function listenForReaders(readings: Readable, port: number, host: string): Promise<Server> {
  const server = createServer(LIMITS, (request, response) => {
    response.setHeader('Connection', 'close');
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    if (path === '/saude/viva') {
      const alive = readings.isAlive?.() ?? Promise.resolve(true);
      return void alive.then((isAlive) =>
        response.writeHead(isAlive ? 200 : 503, ALIVE).end(JSON.stringify({ status: isAlive ? 'ok' : 'falha' })),
      );
    }
    if (path === undefined || !PATHS.includes(path)) return void response.writeHead(404).end();
    readings.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': readings.contentType, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = 200;
  // It ends with the process, and keeps none alive.
  server.unref();
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
