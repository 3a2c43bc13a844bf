import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStorage } from '#application/ports/files';
import { PasswordHasher } from '#application/ports/users';
import { DEMO_LOGINS } from '#src/demo/demo-archive';
import { refuseDemoPasswords } from '#src/demo/refuse-demo-passwords';
import { welcome } from '#src/server/welcome';
import { serviceProgram } from '../faults/support/service-process';
import { until } from '../support/until';
import { describeService } from './support/describe-service';
import { STORAGE } from './support/service';

const describeEmbedded = STORAGE === 'embedded' ? describe : describe.skip;
const PAGE = 4096;

describeEmbedded('a process that serves an embedded archive', () => {
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'acervo-start-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  function start(more: Record<string, string> = {}) {
    const [program, ...args] = [process.execPath, ...serviceProgram('main')] as [string, ...string[]];
    const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', LANG: 'C', ...more };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => void (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()));
    const listens = () => until(() => urlOf(said) !== '' || child.exitCode !== null, Boolean);
    return { child, said, listens, ended: once(child, 'close').then(() => child.exitCode) };
  }
  const urlOf = (said: { out: string }) => /http:\/\/localhost:\d+/.exec(said.out)?.[0].replace('localhost', '127.0.0.1') ?? '';

  it('is the only one, until it is dead, however it died', async () => {
    const first = start();
    await first.listens();
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.said.err.trim()).toMatch(new RegExp(`^${dataDir} is already served by another process \\(process ${first.child.pid}, .+\\): [^\n]+$`)); // prettier-ignore
    expect((await fetch(`${urlOf(first.said)}/saude/pronta`)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start();
    await third.listens();
    expect(third.said).toMatchObject({ out: expect.stringContaining('http://localhost:'), err: '' });
  });

  it('keeps its files to itself, those too that were there before', async () => {
    await chmod(dataDir, 0o755);
    const first = start();
    await first.listens();
    first.child.kill('SIGTERM');
    await first.ended;
    const names = ['acervo.sqlite', 'serving.sqlite'];
    for (const name of names) await chmod(join(dataDir, name), 0o644);
    await chmod(join(dataDir, 'files'), 0o755);
    const second = start();
    await second.listens();
    const modes = await Promise.all(
      [...names, 'acervo.sqlite-wal', 'acervo.sqlite-shm', 'files'].map(async (name) => (await stat(join(dataDir, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o700]);
  });

  it('ends with one sentence when a page of its database is damaged', async () => {
    const first = start();
    await first.listens();
    first.child.kill('SIGTERM');
    await first.ended;
    const second = start({ DEMO_ARCHIVE: 'false' });
    await second.listens();
    const path = join(dataDir, 'acervo.sqlite');
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(size - PAGE, 0xaa), 0, size - PAGE, PAGE);
    await file.close();
    const body = JSON.stringify({ username: 'demo', password: 'x' });
    const login = () => fetch(`${urlOf(second.said)}/api/Autenticacao/Login`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }); // prettier-ignore
    const answer = await login().catch(() => null);
    expect(answer?.status ?? 503).toBe(503);
    expect(await second.ended).toBe(1);
    expect(second.said.err.trim()).toMatch(/^the database in DATA_DIR is damaged \(SQLITE_CORRUPT \d+\): [^\n]+$/);
  });

  it('does not begin with what is no database', async () => {
    await writeFile(join(dataDir, 'acervo.sqlite'), 'x'.repeat(PAGE));
    const { ended, said } = start();
    expect(await ended).toBe(1);
    expect(said.err.trim()).toMatch(/^the database in DATA_DIR is damaged \(SQLITE_NOTADB 26\): [^\n]+$/);
  });
});

describeService('the start message', ({ service }) => {
  it('does not wait for a store that is silent', async () => {
    const probe = jest.spyOn(service.app.get(FileStorage), 'probe').mockReturnValue(new Promise(() => undefined));
    const url = `http://localhost:${new URL(service.url).port}`;
    expect(await welcome(service.app, { ...service.config, port: 0 })).toContain(`listening at ${url}`);
    probe.mockRestore();
  });
});

describeService('an archive that began as the demo', ({ service }) => {
  const HERE = { loadDemo: false, production: false, host: '127.0.0.1' };

  it.each([
    ['in production', { production: true }],
    ['where others reach it', { host: '0.0.0.0' }],
  ])('is not served %s while a public password opens it', async (_, more) => {
    await refuseDemoPasswords(service.app, HERE);
    await refuseDemoPasswords(service.app, { ...HERE, loadDemo: true, host: '0.0.0.0' });
    await expect(refuseDemoPasswords(service.app, { ...HERE, ...more })).rejects.toThrow(/ demo, leitor, financeiro, outro: /);
  });

  it('is served everywhere once all have other passwords, or are not active', async () => {
    const hash = await service.app.get(PasswordHasher).hash('outra senha 2026');
    const [first, ...others] = DEMO_LOGINS;
    await service.database.query('UPDATE user_account SET active = 0 WHERE login = ?', [first]);
    for (const login of others) {
      await expect(refuseDemoPasswords(service.app, { ...HERE, production: true })).rejects.toThrow(login);
      await service.database.query('UPDATE user_account SET password_hash = ? WHERE login = ?', [hash, login]);
    }
    await refuseDemoPasswords(service.app, { ...HERE, production: true });
  });
});
