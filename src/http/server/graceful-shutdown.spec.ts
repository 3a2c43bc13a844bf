import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { GracefulShutdown } from './graceful-shutdown';

const SIZE = 48 * 1024 * 1024;

async function serving(shutdown: GracefulShutdown): Promise<Server> {
  const server = createServer((request, response) => {
    shutdown.enter(request, response);
    response.writeHead(200, { 'Content-Length': SIZE }).end(Buffer.alloc(SIZE, 'x'));
  });
  shutdown.of(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

it('delivers a finished response to a slow reader', async () => {
  const shutdown = new GracefulShutdown();
  const server = await serving(shutdown);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  const left = shutdown.depart(60_000);
  let received = head.length - (head.indexOf('\r\n\r\n') + 4);
  socket.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  await once(socket, 'close');
  await left;
  expect([received, shutdown.cutOff]).toEqual([SIZE, 0]);
});
