import { Socket } from 'node:net';
import { runInThisContext } from 'node:vm';
import { answer, rawServer, type RawServer } from '../test/raw-server';
import { safeDownload, type DownloadFailure, type Resolve, type SafeDownloadOptions } from './index';

const LIMITS = { maxBytes: 1000, totalTimeoutMs: 2000, connectTimeoutMs: 200 };
/** Would be a fine address, if anything were ever sent to it. */
const PUBLIC = '93.184.215.14';
const to = (...addresses: string[]): Resolve => {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
};

let bait: RawServer;
let attempts: jest.SpyInstance;
beforeAll(async () => {
  bait = await rawServer((socket) => socket.end(answer('secret')));
});
afterAll(() => bait.close());
beforeEach(() => {
  attempts = jest.spyOn(Socket.prototype, 'connect');
});
afterEach(() => attempts.mockRestore());

async function reasonOf(url: string, options: Partial<SafeDownloadOptions> = {}): Promise<string> {
  const download = safeDownload(url, { ...LIMITS, ports: [80, 443, bait.port], resolve: to('127.0.0.1'), ...options });
  return download.then(
    async ({ close }) => (await close(), 'it went through'),
    (error: { reason?: DownloadFailure }) => error.reason ?? String(error),
  );
}

/** No connection was even tried, to the bait or anywhere else. */
function expectSilence(): void {
  expect(attempts).not.toHaveBeenCalled();
  expect(bait.connections).toBe(0);
}

describe('hostile URLs', () => {
  // PORT stands for the port of the bait.
  const LITERALS = [
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://127.0.0.1/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://0X7F.0x0.0x0.0x1:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0177.0.0.01:PORT/',
    'http://00000177.1:PORT/',
    'http://127.0.0.0x1:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://127%2e0%2e0%2e1:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://\uFF11\uFF12\uFF17.\uFF10.\uFF10.\uFF11:PORT/',
    'http://127。0。0。1:PORT/',
    'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:PORT/',
    'http://1²7.0.0.1:PORT/',
    'http://127.\u00AD0.0.1:PORT/',
    'http://127.255.255.254:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0x0:PORT/',
    'http://0.1.2.3:PORT/',
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[::]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::7f00:1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::FFFF:7F00:1]:PORT/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
    'http://[::ffff:0:127.0.0.1]:PORT/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001::7f00:1]/',
    'http://[2606:4700::5efe:127.0.0.1]/',
    'http://[2001:db8::1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://10.0.0.1/',
    'http://10.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://192.168.257/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254.:80/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::a9fe:a9fe]/',
    'http://169.254.170.2/v2/credentials',
    'http://168.63.129.16/machine',
    'http://192.0.0.192/opc/v2/instance/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
  ];
  it.each(LITERALS)('X1 %s: the address is refused without a DNS query', async (url) => {
    const resolve = jest.fn(to('127.0.0.1'));
    expect(await reasonOf(url.replace('PORT', String(bait.port)), { resolve })).toBe('ADDRESS_NOT_ALLOWED');
    expect(resolve).not.toHaveBeenCalled();
    expectSilence();
  });

  it.each<[DownloadFailure, string]>([
    ['ADDRESS_NOT_ALLOWED', 'http://localhost:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://localhost.:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://LocalHost:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://ⓛocalhost:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://app.localhost:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://app.localhost.:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://metadata/'],
    ['ADDRESS_NOT_ALLOWED', 'http://metadata.google.internal/computeMetadata/v1/'],
    ['ADDRESS_NOT_ALLOWED', 'http://printer.local/'],
    ['ADDRESS_NOT_ALLOWED', 'http://kubernetes.default.svc.cluster.local/'],
    ['ADDRESS_NOT_ALLOWED', 'http://1.0.0.127.in-addr.arpa/'],
    ['ADDRESS_NOT_ALLOWED', 'http://router.lan/'],
    ['CREDENTIALS', 'http://example.org@127.0.0.1:PORT/'],
    ['CREDENTIALS', 'http://127.0.0.1:PORT@example.org/'],
    ['CREDENTIALS', 'http://@127.0.0.1:PORT/'],
    ['URL_INVALID', 'http://127.0.0.1:PORT\\@example.org/'],
    ['URL_INVALID', 'http:\\\\127.0.0.1:PORT/'],
    ['URL_INVALID', 'http:127.0.0.1:PORT/'],
    ['URL_INVALID', 'http:/127.0.0.1:PORT/'],
    ['URL_INVALID', 'http:///127.0.0.1:PORT/'],
    ['URL_INVALID', '\thttp://127.0.0.1:PORT/'],
    ['URL_INVALID', 'http://127.0.\n0.1:PORT/'],
    ['URL_INVALID', 'http://0x100000000/'],
    ['URL_INVALID', 'http://[fe80::1%25lo]:PORT/'],
    ['SCHEME', 'file:///etc/passwd'],
    ['SCHEME', 'gopher://127.0.0.1:PORT/_GET'],
    ['SCHEME', 'ftp://127.0.0.1:PORT/'],
    ['PORT', 'http://example.org:22/'],
    ['PORT', 'http://example.org:8080/'],
    ['PORT', 'http://127.0.0.1:6379/'],
    ['PORT', 'https://example.org:0/'],
  ])('X1 X5 %s: %s', async (reason, url) => {
    const resolve = jest.fn(to('127.0.0.1'));
    expect(await reasonOf(url.replace('PORT', String(bait.port)), { resolve })).toBe(reason);
    expect(resolve).not.toHaveBeenCalled();
    expectSilence();
  });
});

describe('hostile resolvers', () => {
  const url = (): string => `http://example.org:${bait.port}/`;

  it.each<[string, DownloadFailure, Resolve]>([
    ['answers with loopback', 'ADDRESS_NOT_ALLOWED', to('127.0.0.1')],
    ['hides loopback behind a public address', 'ADDRESS_NOT_ALLOWED', to(PUBLIC, '127.0.0.1')],
    ['hides loopback before a public address', 'ADDRESS_NOT_ALLOWED', to('127.0.0.1', PUBLIC)],
    ['mixes families', 'ADDRESS_NOT_ALLOWED', to(PUBLIC, '::1')],
    ['answers with a mapped address', 'ADDRESS_NOT_ALLOWED', to('::ffff:127.0.0.1')],
    ['answers with a mapped public address', 'ADDRESS_NOT_ALLOWED', to(`::ffff:${PUBLIC}`)],
    ['answers with a compatible address', 'ADDRESS_NOT_ALLOWED', to('::127.0.0.1')],
    ['answers with metadata', 'ADDRESS_NOT_ALLOWED', to('169.254.169.254')],
    ['answers with another spelling', 'ADDRESS_NOT_ALLOWED', to('127.1')],
    ['answers with octal', 'ADDRESS_NOT_ALLOWED', to('0177.0.0.1')],
    ['answers with a name', 'ADDRESS_NOT_ALLOWED', to('localhost')],
    ['answers with a zone', 'ADDRESS_NOT_ALLOWED', to('fe80::1%lo')],
    ['answers with nothing', 'UNREACHABLE', to()],
    ['answers with no text', 'ADDRESS_NOT_ALLOWED', () => Promise.resolve([{ address: 2130706433 as unknown as string, family: 4 }])],
    ['lies about the family', 'ADDRESS_NOT_ALLOWED', () => Promise.resolve([{ address: '127.0.0.1', family: 6 }])],
    ['rejects', 'UNREACHABLE', () => Promise.reject(new Error('ENOTFOUND'))],
    [
      'throws at once',
      'UNREACHABLE',
      () => {
        throw new Error('no');
      },
    ],
    ['never answers', 'TIMEOUT', () => new Promise(() => {})],
  ])('X3 that %s', async (_, reason, resolve) => {
    expect(await reasonOf(url(), { resolve })).toBe(reason);
    expectSilence();
  });

  it('X2 that rebinds the name at the second query is not queried a second time', async () => {
    // Opened networks stand in for public ones, so that the good answer leads somewhere: to 127.0.0.2, while the bait is at 127.0.0.1.
    const good = await rawServer((socket) => socket.end(answer('fine')), '127.0.0.2');
    let questions = 0;
    const resolve: Resolve = () => to((questions += 1) === 1 ? '127.0.0.2' : '127.0.0.1')('');
    const reason = await reasonOf(`http://example.org:${good.port}/`, { resolve, allowedNetworks: ['127.0.0.2/32'] });
    expect([reason, questions, good.connections, bait.connections]).toEqual(['it went through', 1, 1, 0]);
    await good.close();
  });

  it('X2 that rebinds the name between two redirects is detected', async () => {
    const good = await rawServer(
      (socket) => socket.end(`HTTP/1.1 302 Found\r\nLocation: http://example.org:${bait.port}/\r\n\r\n`),
      '127.0.0.2',
    );
    let questions = 0;
    const resolve: Resolve = () => to((questions += 1) === 1 ? '127.0.0.2' : '127.0.0.1')('');
    const reason = await reasonOf(`http://example.org:${good.port}/`, { resolve, allowedNetworks: ['127.0.0.2/32'] });
    expect([reason, questions, good.connections, bait.connections]).toEqual(['ADDRESS_NOT_ALLOWED', 2, 1, 0]);
    await good.close();
  });
});

describe('allowed networks', () => {
  const opened = { ports: [80, 443], allowedNetworks: ['127.0.0.1/32'] };

  it('X1 allow their addresses, on any port (the trap works)', async () => {
    for (const host of ['127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', 'example.org', 'bait.internal']) {
      const before = bait.connections;
      expect([host, await reasonOf(`http://${host}:${bait.port}/`, opened)]).toEqual([host, 'it went through']);
      expect(bait.connections).toBe(before + 1);
    }
    bait.connections = 0;
  });

  it.each<[string, DownloadFailure, string, string[]]>([
    ['the address next to it', 'ADDRESS_NOT_ALLOWED', 'http://127.0.0.2/', []],
    ['one good address of two', 'ADDRESS_NOT_ALLOWED', 'http://example.org/', ['127.0.0.1', '127.0.0.2']],
    ['another port of a public address', 'PORT', 'http://example.org:8080/', [PUBLIC]],
    ['another port of a mixed answer', 'PORT', 'http://example.org:8080/', ['127.0.0.1', PUBLIC]],
    ['a private name of a public address', 'ADDRESS_NOT_ALLOWED', 'http://files.internal/', [PUBLIC]],
    ['a compatible address', 'ADDRESS_NOT_ALLOWED', 'http://example.org/', ['::127.0.0.1']],
  ])('do not allow %s', async (_, reason, url, addresses) => {
    expect(await reasonOf(url, { ...opened, resolve: to(...addresses) })).toBe(reason);
    expectSilence();
  });

  it('must be valid networks', async () => {
    expect(await reasonOf('http://127.0.0.1/', { allowedNetworks: ['127.0.0.1'] })).toMatch(/^RangeError/);
  });
});

describe('the environment', () => {
  const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  // The real one: Jest gives tests a copy.
  const env = runInThisContext('process.env') as NodeJS.ProcessEnv;
  afterEach(() => NAMES.forEach((name) => delete env[name]));

  it('X9 cannot configure a proxy', async () => {
    NAMES.forEach((name) => (env[name] = `http://127.0.0.1:${bait.port}`));
    const good = await rawServer((socket) => socket.end(answer('fine')), '127.0.0.2');
    const reason = await reasonOf(`http://127.0.0.2:${good.port}/`, { allowedNetworks: ['127.0.0.2/32'] });
    expect([reason, good.connections, bait.connections]).toEqual(['it went through', 1, 0]);
    await good.close();
  });
});
