import { runInThisContext } from 'node:vm';
import { selfSigned } from '../test/certificate';
import { answer, rawServer, type RawServer, type Script } from '../test/raw-server';
import { safeDownload, type DownloadFailure } from './index';

const DAY = 86_400_000;
const days = (from: number, to: number): { from: Date; to: Date } => ({
  from: new Date(Date.now() + from * DAY),
  to: new Date(Date.now() + to * DAY),
});
const good = selfSigned(['files.example.org'], days(-1, 1));

/** The real one, which Node reads: Jest gives tests a copy. */
const env = runInThisContext('process.env') as NodeJS.ProcessEnv;

let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  delete env.NODE_TLS_REJECT_UNAUTHORIZED;
});

async function get(identity: { key: string; cert: string }, host: string, ca: string | undefined, script: Script): Promise<string> {
  server = await rawServer(script, '127.0.0.1', identity);
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
  const options = { maxBytes: 100, totalTimeoutMs: 2000, allowedNetworks: ['127.0.0.1/32'], ca, resolve };
  try {
    const { body } = await safeDownload(`https://${host}:${server.port}/`, options);
    let text = '';
    for await (const piece of body) text += Buffer.from(piece).toString();
    return text;
  } catch (error) {
    const { reason, detail } = error as { reason?: DownloadFailure; detail?: string };
    return `${reason} ${detail ?? ''}`.trim();
  }
}
const hello: Script = (socket) => socket.end(answer('hello'));

describe('https', () => {
  it('verifies the name in the certificate although the address is pinned', async () => {
    expect(await get(good, 'files.example.org', good.cert, hello)).toBe('hello');
    await server?.idle();
  });

  it.each<[string, string, { key: string; cert: string }, string, string | undefined]>([
    ['an unknown authority', 'UNREACHABLE DEPTH_ZERO_SELF_SIGNED_CERT', good, 'files.example.org', undefined],
    ['another name', 'UNREACHABLE ERR_TLS_CERT_ALTNAME_INVALID', good, 'other.example.org', good.cert],
    ['a bare address', 'UNREACHABLE ERR_TLS_CERT_ALTNAME_INVALID', good, '127.0.0.1', good.cert],
  ])('X11 refuses %s, and sends no request', async (_, expected, identity, host, ca) => {
    // The switch that turns verification off for the whole process does not reach us.
    env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    expect(await get(identity, host, ca, hello)).toBe(expected);
    expect(server?.requests).toEqual([]);
    await server?.idle();
  });

  it('X11 refuses an expired certificate', async () => {
    const old = selfSigned(['files.example.org'], days(-2, -1));
    expect(await get(old, 'files.example.org', old.cert, hello)).toBe('UNREACHABLE CERT_HAS_EXPIRED');
    await server?.idle();
  });

  it('X4 does not follow redirects to http', async () => {
    const bait = await rawServer((socket) => socket.end(answer('secret')));
    const redirect: Script = (socket) => socket.end(`HTTP/1.1 302 x\r\nLocation: http://127.0.0.1:${bait.port}/\r\n\r\n`);
    expect(await get(good, 'files.example.org', good.cert, redirect)).toBe('SCHEME');
    expect(bait.connections).toBe(0);
    await bait.close();
  });

  it('times out when the server does not speak TLS', async () => {
    const mute = await rawServer(() => {});
    const options = { maxBytes: 100, totalTimeoutMs: 2000, connectTimeoutMs: 100, allowedNetworks: ['127.0.0.1/32'] };
    await expect(safeDownload(`https://127.0.0.1:${mute.port}/`, options)).rejects.toMatchObject({ reason: 'TIMEOUT' });
    await mute.idle();
    await mute.close();
  });
});
