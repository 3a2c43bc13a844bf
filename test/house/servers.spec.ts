import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const arguments_ = (script: string) => ['--no-warnings', '--input-type=module', '-e', script];

/** Jest cannot import an .mjs file on the Node versions we support, and what is tested here is what other processes see anyway. */
function run(script: string, env: Record<string, string> = {}): unknown {
  const result = spawnSync(process.execPath, arguments_(script), {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (result.status !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout);
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
};

const until = async (holds: () => boolean) => {
  for (let waited = 0; !holds() && waited < 10_000; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
  return holds();
};

describe('the scripts that provide servers', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acervo-house-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('leave no server and no data behind when their caller is killed', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const script = `
      import { keepServer } from './scripts/servers/processes.mjs';
      const folder = ${JSON.stringify(data)};
      keepServer('bash', ['-c', 'sleep 600 & echo $! > ${data}/pid; wait'], { folder, env: process.env });
      setInterval(() => {}, 1000);`;
    const caller = spawn(process.execPath, arguments_(script), { cwd: root, stdio: 'ignore' });
    const pidFile = join(data, 'pid');
    expect(await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'))).toBe(true);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    caller.kill('SIGKILL');
    expect(await until(() => !isAlive(pid))).toBe(true);
    expect(await until(() => !existsSync(data))).toBe(true);
  });

  it('report why a server that exits at once is missing', () => {
    const script = `
      import { freshFolder, keepServer, untilReady } from './scripts/servers/processes.mjs';
      const server = keepServer('bash', ['-c', 'echo no such disk; exit 3'], { folder: freshFolder('house'), env: process.env });
      const never = () => Promise.reject(new Error('refused'));
      console.log(JSON.stringify(await untilReady(server, never, { timeoutMs: 20000 }).catch((error) => error.message)));`;
    expect(run(script)).toBe('ended with 3: no such disk');
  });

  it('fetch once for two callers, and keep nothing of a failed fetch', () => {
    const script = `
      import { cached } from './scripts/servers/cache.mjs';
      import { readdirSync, writeFileSync } from 'node:fs';
      import { join } from 'node:path';
      const options = { timeoutMs: 20000, log: () => {} };
      let fills = 0;
      const good = async (part) => { fills += 1; await new Promise((resolve) => setTimeout(resolve, 300)); writeFileSync(join(part, 'x'), ''); };
      const bad = async (part) => { writeFileSync(join(part, 'half'), ''); throw new Error('cut off'); };
      const [one, two] = await Promise.all([cached('thing', {}, good, options), cached('thing', {}, good, options)]);
      const failure = await cached('other', {}, bad, options).catch((error) => error.message);
      console.log(JSON.stringify({ fills, same: one === two, failure, kept: readdirSync(join(process.env.ACERVO_CACHE, 'servers')) }));`;
    expect(run(script, { ACERVO_CACHE: folder })).toEqual({
      fills: 1,
      same: true,
      failure: 'cut off',
      kept: [expect.stringMatching(/^thing-[0-9a-f]{8}$/)],
    });
  });

  it('take over the lock and clean up a fetch whose owner was killed', () => {
    const script = (what: string) => `
      import { cached } from './scripts/servers/cache.mjs';
      await cached('thing', {}, async () => { ${what} }, { timeoutMs: 20000, log: () => {} });
      console.log('true');`;
    expect(() => run(script(`process.kill(process.pid, 'SIGKILL');`), { ACERVO_CACHE: folder })).toThrow();
    const cache = join(folder, 'servers');
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/\.lock$/), expect.stringMatching(/\.part-/)]);
    expect(run(script(''), { ACERVO_CACHE: folder })).toBe(true);
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^thing-[0-9a-f]{8}$/)]);
  });

  it('report a given address that does not answer, and start nothing instead', () => {
    const script = `
      import { startServers } from './scripts/servers.mjs';
      const { missing, s3, mysql } = await startServers({ log: () => {} });
      console.log(JSON.stringify({ missing, s3, mysql: mysql ?? null }));`;
    const given = {
      TEST_DATABASE_URL: 'mysql://nobody:nothing@127.0.0.1:1',
      TEST_S3_ENDPOINT: 'http://127.0.0.1:1',
      TEST_S3_ACCESS_KEY_ID: 'none',
      TEST_S3_SECRET_ACCESS_KEY: 'none',
      TEST_S3_2_ENDPOINT: '',
    };
    expect(run(script, { ...given, ACERVO_CACHE: folder })).toEqual({
      mysql: null,
      s3: [],
      missing: [
        { what: 'mysql', reason: expect.stringContaining('TEST_DATABASE_URL does not answer') },
        { what: 's3 given (1)', reason: expect.stringContaining('TEST_S3_ENDPOINT does not answer') },
      ],
    });
  });
});
