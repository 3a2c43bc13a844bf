import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commandOf, holds, ISOLATIONS, launch, readerProgram, strictest, type Isolation } from '#infrastructure/text-extraction/isolation';
import { until } from '../support/until';

const PROGRAM = join(__dirname, '../support/taken-over-parser.cjs');
const HEAP_MB = 256;
/** How each attempt has to end. */
const REFUSED = /^(ERR_ACCESS_DENIED|EACCES|EPERM|ENOENT|EROFS|EFBIG|ECONNREFUSED|ENETUNREACH)$/;
const NOBODY = 65_534;
/** Nobody else may run a Node that root has in its own folder. */
const mayRun = ({ isOwnUser }: Isolation) =>
  !isOwnUser || spawnSync(process.execPath, ['--version'], { cwd: '/', uid: NOBODY, gid: NOBODY }).status === 0;
const title = ({ name, isOwnUser }: Isolation) => `${name}${isOwnUser ? ' with a user of its own' : ''}`;

describe('a reader that a file has taken over', () => {
  let [folder, server, calls] = ['', undefined as unknown as Server, 0];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-data-'));
    await writeFile(join(folder, 'keys'), 'secret');
    server = createServer((_, response) => void response.end()).on('connection', () => calls++);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  /** @param isSystemAlone as if Node's own model had been got around, by native code */
  async function ends(isolation: Isolation, isSystemAlone = false): Promise<Record<string, unknown>> {
    const { port } = server.address() as AddressInfo;
    const args = [PROGRAM, join(folder, 'keys'), folder, String(port)];
    const command = commandOf(isolation, { args, readable: [dirname(dirname(__dirname))], heapMb: HEAP_MB, runs: null });
    const own = command.filter((arg) => !/^--(allow-|(experimental-)?permission$)/.test(arg)) as [string, ...string[]];
    const withoutModules = own.filter((arg, at) => !/^--require$/.test(arg) && !/^--require$/.test(own[at - 1] ?? '')) as typeof own;
    const { child } = launch(isolation, isSystemAlone ? withoutModules : command);
    let said = '';
    child.stdout!.on('data', (chunk: Buffer) => (said += String(chunk)));
    await once(child, 'close');
    return JSON.parse(said) as Record<string, unknown>;
  }

  async function expectNothing({ environment, ...attempts }: Record<string, unknown>, allowed: readonly string[] = []): Promise<void> {
    expect(environment).toEqual([]);
    const done = Object.entries(attempts).filter(([name, end]) => !allowed.includes(name) && !REFUSED.test(String(end)));
    expect(done).toEqual([]);
    expect(Object.keys(attempts).length).toBeGreaterThan(10);
    expect([await readdir(folder), calls]).toEqual([['keys'], 0]);
  }

  describe.each(ISOLATIONS.map((isolation) => [title(isolation), isolation] as const))('under %s', (_, isolation) => {
    let isUsable = false;
    beforeAll(async () => {
      isUsable = await holds(isolation, readerProgram(HEAP_MB, null));
    });

    it('does nothing at all', async () => {
      if (!isUsable) return expect(isolation.name === 'bubblewrap' || !mayRun(isolation)).toBe(true);
      await expectNothing(await ends(isolation));
    });

    // Node's own model holds for JavaScript alone.
    if (isolation.name === 'bubblewrap')
      it('does nothing at all by native code', async () => {
        if (isUsable) await expectNothing(await ends(isolation, true), ['start a thread']);
      });
  });

  it('is the first to be ended where memory is short', async () => {
    const isolation = await strictest(readerProgram(HEAP_MB, null));
    const { child, pid } = launch(isolation!, commandOf(isolation!, readerProgram(HEAP_MB, null)));
    const score = async () => readFile(`/proc/${await pid}/oom_score_adj`, 'utf8');
    // A shell says so before it becomes the reader.
    await until(score, (found) => found === '1000\n');
    child.stdin!.end();
    await once(child, 'close');
  });
});
