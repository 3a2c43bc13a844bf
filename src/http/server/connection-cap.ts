import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#application/access/address-block';
import { Quota } from './quota';

/** How long a connection may idle between two calls, */
const KEEP_ALIVE_MS = 65_000;
/** and how long when more than this part of all that there may be is taken. */
const KEEP_ALIVE_WHEN_CROWDED_MS = 5000;
const CROWDED = 0.8;

interface Caps {
  maxConnections: number;
  /** 0: as many as there may be in all. */
  maxConnectionsPerAddress: number;
}

/** So many connections in all, and of these so many from one address: nobody keeps the others out with idle ones. */
export function capConnections(server: Server, { maxConnections, maxConnectionsPerAddress }: Caps): void {
  const places = new Quota(maxConnections, maxConnectionsPerAddress || maxConnections);
  // An answer says how long its connection may idle then.
  const adapt = () => {
    server.keepAliveTimeout = places.inUse > maxConnections * CROWDED ? KEEP_ALIVE_WHEN_CROWDED_MS : KEEP_ALIVE_MS;
  };
  adapt();
  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    const leave = places.take(addressBlock(socket.remoteAddress ?? ''));
    if (!leave) return void socket.destroy();
    adapt();
    socket.once('close', () => {
      leave();
      adapt();
    });
  });
}
