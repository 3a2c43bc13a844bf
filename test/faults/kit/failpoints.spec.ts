import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '../../..');

/** Starts the service as a process of its own, and answers how it came to its end. */
async function end(environment: Record<string, string>): Promise<{ code: number | null; signal: string | null; words: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'acervo-failpoint-'));
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', SWEEP_MINUTES: '0', ...environment };
  const child = spawn(process.execPath, ['-r', join(ROOT, 'test/support/run-typescript.cjs'), join(ROOT, 'src/main.ts')], {
    cwd: ROOT,
    env,
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
  // Where it did not end by itself: it was not armed.
  child.stdout.on('data', () => /listening at/.test(words) && child.kill('SIGTERM'));
  const ended = await new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  await rm(folder, { recursive: true, force: true });
  return { ...ended, words };
}

describe('a process with a failpoint', () => {
  it('kills itself there', async () => {
    expect(await end({ FAULT_TESTS: 'true', FAILPOINT: 'before-commit' })).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('does not start without the test switch', async () => {
    const { code, signal, words } = await end({ FAILPOINT: 'before-commit' });
    expect([code, signal]).toEqual([1, null]);
    expect(words).toContain('FAILPOINT kills the process: it is for tests, with FAULT_TESTS=true');
    expect(words).not.toContain('listening');
  });

  it('works normally without an armed failpoint, with or without the switch', async () => {
    const usual: Record<string, string>[] = [{}, { FAULT_TESTS: 'true' }];
    for (const environment of usual) {
      const { signal, words } = await end(environment);
      expect(words).toMatch(/listening at/);
      expect(signal).not.toBe('SIGKILL');
    }
  });
});
