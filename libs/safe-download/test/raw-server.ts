import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A server that says exactly what a test wants it to say, HTTP or not. */
export interface RawServer {
  port: number;
  /** Connections ever accepted. */
  connections: number;
  /** Bytes ever received; of a TLS server, after decryption. */
  bytes: number;
  /** Heads of the requests that came, from the method to the empty line. */
  requests: string[];
  /** Resolves when no connection is open any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Is called for each request head. */
export type Script = (socket: Socket, path: string) => void;

export async function rawServer(script: Script, host = '127.0.0.1', tls?: TlsOptions): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket): void => {
    let head = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      raw.bytes += bytes.length;
      head += bytes.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      raw.requests.push(head);
      const path = head.split(' ')[1] ?? '';
      head = '';
      script(socket, path);
    });
  };
  const server: Server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket);
  server.on('connection', (socket: Socket) => {
    raw.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const raw: RawServer = {
    port: 0,
    connections: 0,
    bytes: 0,
    requests: [],
    idle: async () => {
      while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, host);
  await once(server, 'listening');
  raw.port = (server.address() as AddressInfo).port;
  return raw;
}

/** A complete answer. */
export function answer(body: string, ...headers: string[]): string {
  return ['HTTP/1.1 200 OK', `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n');
}
