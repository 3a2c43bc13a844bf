import { Socket } from 'node:net';
import { rawServer, type RawServer } from '../test/raw-server';
import { AddressPolicy } from './addresses';
import { openSocket } from './open-socket';
import type { Target } from './target';

const policy = new AddressPolicy(['127.0.0.1/32']);
const { signal } = new AbortController();
const NOT_ALLOWED = { reason: 'ADDRESS_NOT_ALLOWED' };

let server: RawServer;
beforeEach(async () => {
  server = await rawServer((socket) => socket.end());
});
afterEach(() => server.close());
afterEach(() => jest.restoreAllMocks());

const target = (host: string, ...addresses: string[]): Target => ({
  host,
  port: server.port,
  secure: false,
  addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

describe('openSocket', () => {
  it('connects to the given addresses without a DNS query', async () => {
    const socket = await openSocket(target('name.invalid', '127.0.0.1'), policy, signal);
    expect([socket.remoteAddress, socket.remotePort]).toEqual(['127.0.0.1', server.port]);
    socket.destroy();
  });

  it('tries the next address when one does not answer', async () => {
    const both = new AddressPolicy(['127.0.0.0/8']);
    const socket = await openSocket(target('name.invalid', '127.0.0.9', '127.0.0.1'), both, signal);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('checks addresses itself', async () => {
    const connect = jest.spyOn(Socket.prototype, 'connect');
    for (const addresses of [['127.0.0.2'], ['127.0.0.1', '10.0.0.1'], ['::1']]) {
      await expect(openSocket(target('name.invalid', ...addresses), policy, signal)).rejects.toMatchObject(NOT_ALLOWED);
    }
    expect(connect).not.toHaveBeenCalled();
  });

  it('sends nothing when it is connected to another address', async () => {
    jest.spyOn(policy, 'allows').mockReturnValueOnce(true).mockReturnValueOnce(false);
    await expect(openSocket({ ...target('127.0.0.1', '127.0.0.1'), secure: true }, policy, signal)).rejects.toMatchObject(NOT_ALLOWED);
    await server.idle();
    expect([server.connections, server.bytes]).toEqual([1, 0]);
  });

  it('opens no socket after an abort', async () => {
    await expect(openSocket(target('127.0.0.1', '127.0.0.1'), policy, AbortSignal.abort())).rejects.toMatchObject({
      reason: 'UNREACHABLE',
    });
    await server.idle();
  });
});
