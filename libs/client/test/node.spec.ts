import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTo, type CallOptions } from '../src/connect.ts';
import { downloadFile, fromPath } from '../src/node.ts';

type Call = (input: object, options?: CallOptions) => Promise<Uint8Array>;
const BYTES = { method: 'GET', path: '/file', query: [], repeatable: false, secured: false, accept: 'application/octet-stream' };
const CREATE = { ...BYTES, method: 'POST', repeatable: true, accept: 'application/json' };
const OPERATIONS = { files: { fetchBytes: BYTES }, documents: { createV3: CREATE, large: { ...CREATE, path: '/large' } } };

describe('files of a program with a disk', () => {
  const content = randomBytes(300_000);
  let folder: string;
  let server: Server;
  let ranges: (string | undefined)[];
  let bodies: string[];
  /** How the next answers end early: after so many bytes. */
  let cuts: number[];
  let etag: string;
  /** From the first answer on that ended early. */
  let laterEtag: string;
  let refusal: number | undefined;
  let acervo: { files: { fetchBytes: Call }; documents: { createV3: Call; large: Call } };

  const answer = (range: string | undefined, same: boolean, response: ServerResponse) => {
    const from = range && same ? Number(/\d+/.exec(range)) : 0;
    response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': content.length - from });
    const cut = cuts.shift();
    if (cut === undefined) return response.end(content.subarray(from));
    etag = laterEtag;
    return response.write(content.subarray(from, from + cut), () => response.destroy());
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'acervo-client-'));
    server = createServer((request, response) => {
      if (request.url === '/large') {
        request.resume().on('end', () => response.end('{}'));
        return;
      }
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        bodies.push(body);
        if (refusal !== undefined) return response.writeHead(refusal, { 'retry-after': '0' }).end('{}');
        if (request.method === 'POST') return response.writeHead(bodies.length > 1 ? 201 : 503, { 'retry-after': '0' }).end('{}');
        ranges.push(request.headers.range);
        return answer(request.headers.range, request.headers['if-range'] === etag, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    acervo = connectTo(OPERATIONS, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, {});
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    [ranges, bodies, cuts, etag, laterEtag, refusal] = [[], [], [], '"1"', '"1"', undefined];
  });

  it('downloads go on where they broke', async () => {
    cuts = [100_000, 50_000];
    const path = join(folder, 'whole');
    expect(await downloadFile(acervo, {}, path)).toBe(content.length);
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/), expect.stringMatching(/^bytes=\d+-$/)]);
  });

  it('a download begins anew when the file has changed meanwhile', async () => {
    cuts = [100_000];
    laterEtag = '"2"';
    await downloadFile(acervo, {}, join(folder, 'changed'));
    expect(ranges).toHaveLength(2);
    expect(readFileSync(join(folder, 'changed')).equals(content)).toBe(true);
  });

  it('leaves nothing behind when it fails', async () => {
    const path = join(folder, 'none');
    cuts = [10, 10, 10];
    await expect(downloadFile(acervo, {}, path, { retries: 1 })).rejects.toThrow();
    refusal = 404;
    await expect(downloadFile(acervo, {}, path)).rejects.toMatchObject({ status: 404 });
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
  });

  it('sends a file of the disk, anew when a call is repeated', async () => {
    const path = join(folder, 'Nota.pdf');
    writeFileSync(path, content);
    const { name, content: arquivo } = fromPath(path);
    await acervo.documents.createV3({ body: { name, arquivo } });
    expect(bodies.map((body) => JSON.parse(body) as object)).toEqual(
      [1, 2].map(() => ({ name: 'Nota.pdf', arquivo: content.toString('base64') })),
    );
  });

  it('does not keep what it has sent', async () => {
    const held = () => {
      global.gc!();
      return process.memoryUsage().arrayBuffers;
    };
    const PIECES = 128;
    const piece = Buffer.alloc(1 << 20);
    let most = 0;
    async function* pieces() {
      for (let at = 0; at < PIECES; at += 1) {
        if (at % 16 === 0) most = Math.max(most, held());
        yield await Promise.resolve(piece);
      }
    }
    const before = held();
    await acervo.documents.large({ body: { arquivo: { open: pieces } } });
    expect(most - before).toBeLessThan((PIECES / 2) * piece.length);
  });
});
