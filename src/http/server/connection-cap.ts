import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '#application/access/address-block';
import { Quota } from './quota';

/** Keep-alive timeout between two calls. */
const KEEP_ALIVE_MS = 65_000;
/** The same above the share `CROWDED` of all connections. */
const KEEP_ALIVE_WHEN_CROWDED_MS = 5000;
const CROWDED = 0.8;

interface Caps {
  maxConnections: number;
  /** 0: as many as `maxConnections`. */
  maxConnectionsPerAddress: number;
}

/** Limits connections in all and per address, so that one address cannot exhaust them with idle ones. */
export function capConnections(server: Server, { maxConnections, maxConnectionsPerAddress }: Caps): void {
  const places = new Quota(maxConnections, maxConnectionsPerAddress || maxConnections);
  // Answers announce this timeout to the client.
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
