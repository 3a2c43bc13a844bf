import { execFile } from 'node:child_process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
/** What a registry says of names and versions that it is sent. */
const BULK = '/-/npm/v1/security/advisories/bulk';

let last = 0;

const advisory = (name: string, severity: string) => ({
  [name]: [
    { id: ++last, url: 'https://advisories.example/1', title: 'Invented', severity, vulnerable_versions: '<=999', cwe: [], cvss: {} },
  ],
});

describe('npm run advisories', () => {
  let server: Server;
  // npm keeps what it was told of an advisory.
  const cache = mkdtempSync(join(tmpdir(), 'acervo-advisories-'));
  let answer: (response: ServerResponse) => void;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (request.url === BULK) return answer(response);
      response.writeHead(404).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(cache, { recursive: true, force: true });
  });

  const saying = (found: object) =>
    (answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found)));
  const run = (registry: string, ...options: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = {
        ...process.env,
        npm_config_registry: registry,
        npm_config_cache: cache,
        npm_config_proxy: '',
        npm_config_https_proxy: '',
        npm_config_noproxy: '127.0.0.1',
      };
      execFile(process.execPath, [join(ROOT, 'scripts/advisories.mjs'), ...options], { cwd: ROOT, env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  it('reports that no advisory is known', async () => {
    saying({});
    expect(await run(here(), '--strict')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^advisories: 0 high or critical/),
      err: '',
    });
  });

  it('warns of severe advisories, and fails for them with --strict', async () => {
    saying(advisory('jsonwebtoken', 'high'));
    const warned = await run(here());
    expect(warned).toMatchObject({
      code: 0,
      err: expect.stringMatching(/WARNING: jsonwebtoken .*Invented https:\/\/advisories\.example\/1/),
    });
    expect((await run(here(), '--strict')).code).toBe(1);
  });

  it('does not fail for minor advisories or development dependencies', async () => {
    saying({ ...advisory('jsonwebtoken', 'moderate'), ...advisory('jest', 'critical') });
    expect(await run(here(), '--strict')).toMatchObject({ code: 0, out: expect.stringMatching(/^advisories: 0 high or critical, [1-9]/) });
  });

  it('reports an unreachable registry, which fails only with --strict', async () => {
    // Port 9 (discard) of this machine: nothing listens there.
    const nowhere = 'http://127.0.0.1:9/';
    expect(await run(nowhere)).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/^advisories: NOT CHECKED: /) });
    expect((await run(nowhere, '--strict')).code).toBe(1);
    answer = (response) => response.writeHead(405).end();
    expect(await run(here())).toMatchObject({ code: 0, err: 'advisories: NOT CHECKED: the registry answers 405\n' });
  });
});
