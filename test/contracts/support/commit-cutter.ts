import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire to a MySQL-protocol server that can break at the worst moment. */
export interface CommitCutter {
  /** The server's address by way of the wire. */
  url: string;
  /** Breaks the connection of the next COMMIT: before the server hears of it, or before its answer is heard. */
  cutNext(moment: 'before the server' | 'before the answer'): void;
  close(): Promise<void>;
}

export async function commitCutter(server: string): Promise<CommitCutter> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let armed: Parameters<CommitCutter['cutNext']>[0] | null = null;
  const proxy = createServer((client) => {
    const upstream = connect(Number(port || 3306), hostname);
    let answersAreLost = false;
    const cut = () => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => (sockets.delete(socket), cut()));
    }
    client.on('data', (data) => {
      const moment = armed !== null && data.includes('COMMIT') ? armed : null;
      if (moment) armed = null;
      if (moment === 'before the server') return cut();
      answersAreLost = moment === 'before the answer';
      upstream.write(data);
    });
    upstream.on('data', (data) => (answersAreLost ? cut() : client.write(data)));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(server);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cutNext: (moment) => (armed = moment),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
