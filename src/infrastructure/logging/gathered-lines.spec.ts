import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { GatheredLines } from './gathered-lines';

describe('buffered log lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-log-'));
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'a');
  const log = pino({ base: null, timestamp: false }, new GatheredLines(descriptor, (line) => line));
  const written = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { msg: string }).msg);

  afterAll(() => {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });

  it('are written after a short delay', async () => {
    log.info('one');
    log.info('two');
    expect(written()).toEqual([]);
    while (written().length < 2) await sleep(5);
    expect(written()).toEqual(['one', 'two']);
  });

  it('are written at once, in order, after a warning', () => {
    log.info('three');
    log.warn('four');
    expect(written()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('are written when the process ends, and leave no listener', async () => {
    const listeners = process.listenerCount('exit');
    log.info('five');
    (process.listeners('exit').at(-1) as () => void)();
    expect(written().at(-1)).toBe('five');
    expect(process.listenerCount('exit')).toBe(listeners);
  });

  describe('into a pipe', () => {
    const path = join(folder, 'pipe');
    let [reader, writer] = [0, 0];
    let piped: typeof log;
    beforeEach(() => {
      execFileSync('mkfifo', [path]);
      reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      piped = pino({ base: null, timestamp: false }, new GatheredLines(writer, (line) => line));
    });
    afterEach(() => {
      closeSync(writer);
      rmSync(path);
    });

    it('are lost when its reader is gone, without blocking', () => {
      closeSync(reader);
      for (let turn = 0; turn < 3; turn++) piped.warn('unheard');
      expect(piped.level).toBe('info');
    });

    it('are lost while its reader does not read, and continue afterwards', () => {
      const line = 'x'.repeat(30_000);
      for (let turn = 0; turn < 10; turn++) piped.warn(line);
      const room = Buffer.alloc(1 << 20);
      readSync(reader, room);
      piped.warn('heard again');
      const length = readSync(reader, room);
      closeSync(reader);
      expect(room.toString('utf8', 0, length)).toContain('heard again');
    });
  });
});
