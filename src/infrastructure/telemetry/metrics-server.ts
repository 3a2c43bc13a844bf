import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

const PATHS = ['/metrics', '/metricas'];
/** Idle connections are closed before the next probe. */
const LIMITS = { headersTimeout: 2_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };

/**
 * A listener of its own, so that nothing of it can be reached where clients are served. Answers `GET /metrics` and `GET /metricas`, to whoever reaches it,
 * and `GET /saude/viva`, which clients cannot crowd out here.
 */
export async function listenForReaders(registry: Registry, port: number, host: string): Promise<Server> {
  const server = createServer(LIMITS, (request, response) => {
    response.setHeader('Connection', 'close');
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    if (path === '/saude/viva') return void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
    if (path === undefined || !PATHS.includes(path)) return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
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
