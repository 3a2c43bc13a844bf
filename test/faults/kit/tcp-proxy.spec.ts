import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { someBytes } from '../../builders/bytes';
import { TcpProxy } from './tcp-proxy';

/** A server that sends back what it gets. */
async function echo(): Promise<{ server: Server; address: string }> {
  const server = createServer((socket) => void socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the fault-injecting TCP proxy', () => {
  let proxy: TcpProxy;
  let server: Server;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    const target = await echo();
    server = target.server;
    proxy = await TcpProxy.start(target.address, { random: () => 0.5 });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await proxy.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const client = async () => {
    const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  /** What comes back until so many bytes are there or the connection is over. */
  const answer = (socket: Socket, bytes: number) =>
    new Promise<{ bytes: Buffer; chunks: number; ended: boolean }>((resolve) => {
      const chunks: Buffer[] = [];
      const settle = (ended: boolean) => resolve({ bytes: Buffer.concat(chunks), chunks: chunks.length, ended });
      socket
        .on('close', () => settle(true))
        .on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (Buffer.concat(chunks).length >= bytes) settle(false);
        });
    });
  const sent = async (bytes: Buffer) => {
    const socket = await client();
    const coming = answer(socket, bytes.length);
    socket.write(bytes);
    return coming;
  };
  const LARGE = someBytes(3_000_000, 'large');

  it('forwards everything both ways without faults, and counts', async () => {
    expect((await sent(LARGE)).bytes.equals(LARGE)).toBe(true);
    expect((await sent(Buffer.from('small'))).bytes.toString()).toBe('small');
    expect([proxy.accepted, proxy.open, proxy.broken]).toEqual([2, 2, 0]);
    for (const socket of sockets) socket.end();
    while (proxy.open > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('splits data into slices without loss', async () => {
    proxy.break({ sliceBytes: 100 });
    const bytes = LARGE.subarray(0, 20_000);
    expect((await sent(bytes)).bytes.equals(bytes)).toBe(true);
  });

  it('delays by at least the latency, and limits the bandwidth', async () => {
    proxy.break({ latencyMs: 150 });
    let began = Date.now();
    expect((await sent(LARGE.subarray(0, 100))).bytes).toHaveLength(100);
    expect(Date.now() - began).toBeGreaterThanOrEqual(149);
    proxy.break({ bytesPerSecond: 100_000 });
    began = Date.now();
    expect((await sent(LARGE.subarray(0, 20_000))).bytes.equals(LARGE.subarray(0, 20_000))).toBe(true);
    expect(Date.now() - began).toBeGreaterThanOrEqual(190);
  });

  it('ends a connection after so many bytes of answers', async () => {
    proxy.break({ limitBytes: 1000 });
    const got = await sent(LARGE.subarray(0, 5000));
    expect(got.ended).toBe(true);
    expect(got.bytes.length).toBeLessThanOrEqual(1000);
    expect((await sent(LARGE.subarray(0, 999))).bytes).toHaveLength(999);
  });

  it('resets open connections, at random or all', async () => {
    proxy.break({ resetChance: 0.4 });
    expect((await sent(Buffer.from('spared'))).bytes.toString()).toBe('spared');
    proxy.break({ resetChance: 0.6 });
    expect(await sent(Buffer.from('hit'))).toMatchObject({ ended: true, chunks: 0 });
    proxy.heal();
    const socket = await client();
    const closing = new Promise((resolve) => socket.once('close', resolve));
    proxy.resetAll();
    await closing;
    expect(proxy.open).toBe(0);
  });

  it('drops everything in a black hole, and closes damaged connections when it heals', async () => {
    proxy.break({ blackhole: true });
    const socket = await client();
    const coming = answer(socket, 1);
    socket.write('hello?');
    const silence = Symbol('silence');
    expect(await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, 100, silence))])).toBe(silence);
    proxy.heal();
    expect(await coming).toMatchObject({ ended: true, chunks: 0 });
    expect((await sent(Buffer.from('again'))).bytes.toString()).toBe('again');
  });

  it('refuses connections until it listens again at the same address', async () => {
    const { port } = proxy;
    await proxy.refuse();
    await expect(client()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.listen();
    expect(proxy.port).toBe(port);
    expect((await sent(Buffer.from('back'))).bytes.toString()).toBe('back');
  });
});
