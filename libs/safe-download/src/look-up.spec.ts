import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameServer, type NameServer } from '../test/name-server';
import { lookUp } from './look-up';
import { safeDownload } from './safe-download';

const NEVER = new AbortController().signal;

describe('name resolution', () => {
  let server: NameServer;
  let folder: string;
  let hostsFile: string;
  beforeAll(async () => {
    server = await nameServer();
    folder = await mkdtemp(join(tmpdir(), 'acervo-hosts-'));
    hostsFile = join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# names\n127.0.0.1\tlocalhost\n10.1.0.7  Files.Intra.Example files # the old one\n::1 files.intra.example\n',
    );
  });
  beforeEach(() => {
    server.records = {};
    server.asked.length = 0;
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (host: string, { timeoutMs = 600_000, signal = NEVER } = {}) =>
    lookUp(host, { timeoutMs, nameServers: [server.address], hostsFile, signal });

  it('finds all addresses in the hosts file without a DNS query', async () => {
    expect(await ask('files.intra.example')).toEqual([
      { address: '10.1.0.7', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(server.asked).toEqual([]);
  });

  it('queries the name server for addresses of both families', async () => {
    server.records = { 'both.example A': '203.0.113.7', 'both.example AAAA': '2001:db8::7' };
    expect(await ask('both.example')).toEqual([
      { address: '203.0.113.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
    expect(server.asked.sort()).toEqual(['both.example A', 'both.example AAAA']);
  });

  it('uses the addresses of one family if there are no others, or no answer for them', async () => {
    server.records = { 'four.example A': '203.0.113.7', 'four.example AAAA': 'none', 'half.example A': '203.0.113.8' };
    expect(await ask('four.example')).toEqual([{ address: '203.0.113.7', family: 4 }]);
    expect(await ask('half.example', { timeoutMs: 4000 })).toEqual([{ address: '203.0.113.8', family: 4 }]);
  });

  it('reports that there is no address', async () => {
    server.records = { 'no.example A': 'none', 'no.example AAAA': 'none' };
    await expect(ask('no.example')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('ends when the name server does not answer, or when it is aborted', async () => {
    await expect(ask('silent.example', { timeoutMs: 400 })).rejects.toMatchObject({ code: 'ETIMEOUT' });
    const caller = new AbortController();
    const asking = ask('given-up.example', { signal: caller.signal });
    caller.abort();
    await expect(asking).rejects.toThrow();
    const later = new AbortController();
    const cancelled = ask('cancelled.example', { signal: later.signal });
    await server.hears('cancelled.example A');
    later.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  it('fails a download with TIMEOUT when the name server does not answer, and UNREACHABLE when the name does not exist', async () => {
    server.records = { 'no.example A': 'none', 'no.example AAAA': 'none' };
    const limits = { maxBytes: 1, totalTimeoutMs: 60_000, connectTimeoutMs: 400, nameServers: [server.address] };
    await expect(safeDownload('http://silent.example/', limits)).rejects.toMatchObject({ reason: 'TIMEOUT' });
    await expect(safeDownload('http://no.example/', limits)).rejects.toMatchObject({ reason: 'UNREACHABLE', detail: 'ENODATA' });
  });
});
