import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DependencyDown, DependencyRefuses } from '#application/support/errors';
import { Secret } from '#src/config';
import { OpenSearch } from './opensearch';

/** What no OpenSearch of a test can be made to do; the rest is in test/contracts/text-index.spec.ts. */
describe('OpenSearch that does not answer well', () => {
  let server: Server;
  let answers: { status: number; body?: string; location?: string }[];
  let heard: IncomingHttpHeaders[];

  beforeEach(async () => {
    [answers, heard] = [[], []];
    server = createServer((request, response) => {
      heard.push(request.headers);
      const { status, body = '{}', location } = answers.shift() ?? { status: 200 };
      request.resume().on('end', () => response.writeHead(status, location ? { location } : {}).end(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))));

  const at = (user = '') =>
    new OpenSearch({ endpoint: new Secret(`http://${user}127.0.0.1:${(server.address() as AddressInfo).port}`), index: 'acervo' });
  const words = [{ code: 1, words: ' a', version: 1, nodeCode: 1 }];

  it('is told user and password, and nothing without them', async () => {
    await at('acervo:se%40nha@').find([], 1);
    await at().find([], 1);
    expect(heard.map(({ authorization }) => authorization)).toEqual([
      `Basic ${Buffer.from('acervo:se@nha').toString('base64')}`,
      undefined,
    ]);
  });

  it('is asked again while it is busy, at most three times', async () => {
    answers = [{ status: 429 }, { status: 503 }, { status: 200, body: '{"hits":{"hits":[{"sort":[7]}]}}' }];
    expect(await at().find([], 1)).toEqual([7]);
    answers = [{ status: 503 }, { status: 503 }, { status: 503 }, { status: 200 }];
    await expect(at().find([], 1)).rejects.toThrow(DependencyDown);
    expect(answers).toHaveLength(1);
  });

  it('finds nothing rather than a part', async () => {
    answers = [{ status: 200, body: '{"timed_out":true,"hits":{"hits":[{"sort":[7]}]}}' }];
    await expect(at().find([], 1)).rejects.toThrow(DependencyDown);
  });

  it('may refuse the user, or send elsewhere, or be something else', async () => {
    answers = [{ status: 401 }];
    await expect(at().find([], 1)).rejects.toThrow(DependencyRefuses);
    answers = Array.from({ length: 3 }, () => ({ status: 302, location: 'http://127.0.0.1:1/' }));
    await expect(at().find([], 1)).rejects.toThrow(DependencyDown);
    answers = Array.from({ length: 3 }, () => ({ status: 200, body: '<html>' }));
    await expect(at().find([], 1)).rejects.toThrow(DependencyDown);
  });

  it.each([
    ['all of them', { status: 503 }],
    ['one of them', { status: 200, body: '{"items":[{"index":{"status":429,"error":{"type":"busy"}}}]}' }],
    ['one of them, as the index is locked', { status: 200, body: '{"items":[{"index":{"status":403,"error":{"type":"block"}}}]}' }],
    ['one of them without a word', { status: 200, body: '{"items":[]}' }],
  ])('may take words later: %s', async (_, answer) => {
    answers = [answer];
    await expect(at().write(words)).rejects.toThrow(DependencyDown);
  });
});
