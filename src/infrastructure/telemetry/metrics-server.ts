import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Metrics } from '#libs/metrics';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A listener of its own, so that nothing of it can be reached where clients are served. Answers `GET /metrics`, to whoever reaches it. */
export async function listenForReaders(metrics: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isAsked) return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': TYPE, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 20;
  // It ends with the process, and keeps none alive.
  server.unref();
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
