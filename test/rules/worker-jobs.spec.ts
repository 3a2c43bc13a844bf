import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { job } from '#infrastructure/workers/job';
import { WorkerJobs, type WorkerLimits } from '#infrastructure/workers/worker-jobs';

const path = join(__dirname, 'jobs/trial.job');
const trial = (timeoutMs = 20_000) => job<typeof import('./jobs/trial.job')>(path, timeoutMs);

const opened: WorkerJobs[] = [];
function runner(limits: Partial<WorkerLimits> = {}): WorkerJobs {
  const jobs = new WorkerJobs({ atOnce: 1, memoryMb: 64, idleMs: 10_000, ...limits });
  opened.push(jobs);
  return jobs;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.onApplicationShutdown()));
});

const until = async (holds: () => boolean) => {
  for (let tries = 0; !holds() && tries < 200; tries++) await pause(25);
};

describe('jobs in threads', () => {
  it('return values and bytes, without access to the environment', async () => {
    const { threadId, bare, bytes, secrets } = await runner().run(trial(), { does: 'answer', bytes: Uint8Array.of(1, 2) });
    expect(threadId).toBeGreaterThan(0);
    expect(bare).toBe('123');
    expect([...bytes]).toEqual([2, 3]);
    expect(secrets).toEqual([]);
  });

  it('transfer buffers without a copy when requested', async () => {
    const bytes = new Uint8Array(1000);
    await runner().run(trial(), { does: 'answer', bytes }, { handOver: [bytes.buffer] });
    expect(bytes.byteLength).toBe(0);
  });

  it('reuse a thread, and end it when idle', async () => {
    const jobs = runner({ idleMs: 50 });
    const [first, second] = [await jobs.run(trial(), { does: 'answer' }), await jobs.run(trial(), { does: 'answer' })];
    expect(second.threadId).toBe(first.threadId);
    await until(() => jobs.size === 0);
    expect(jobs.size).toBe(0);
    expect((await jobs.run(trial(), { does: 'answer' })).threadId).not.toBe(first.threadId);
  });

  it('are limited in concurrency', async () => {
    const jobs = runner({ atOnce: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => jobs.run(trial(), { does: 'wait' })));
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
    expect(jobs.size).toBe(2);
  });

  it('queue up to a limit, then are refused', async () => {
    const jobs = runner({ waiting: 2 });
    const taken = [1, 2, 3].map(() => jobs.run(trial(), { does: 'wait' }));
    await expect(jobs.run(trial(), { does: 'wait' })).rejects.toMatchObject({ code: 'BUSY' });
    await expect(Promise.all(taken)).resolves.toHaveLength(3);
  });

  it.each([
    ['spin', 'time'],
    ['keep a promise', 'time'],
    ['fill memory', 'memory'],
    ['exit', 'crash'],
  ] as const)('that %s are stopped: %s; the next one runs', async (does, reason) => {
    const jobs = runner();
    const stopped = jobs.run(trial(reason === 'time' ? 1000 : 20_000), { does });
    await expect(stopped).rejects.toEqual(expect.objectContaining({ name: 'JobStopped', reason }));
    expect(jobs.size).toBe(0);
    await expect(jobs.run(trial(), { does: 'answer' })).resolves.toMatchObject({ bare: '123' });
  });

  it('that throw report message and stack', async () => {
    const jobs = runner();
    const thrown = await jobs.run(trial(), { does: 'throw' }).catch((error: unknown) => error as Error);
    expect(thrown).toMatchObject({ name: 'RangeError', message: 'no good', stack: expect.stringContaining('trial.job') as string });
    await expect(jobs.run(trial(), { does: 'answer' })).resolves.toMatchObject({ bare: '123' });
  });

  it('end when aborted, running or queued', async () => {
    const jobs = runner();
    const caller = new AbortController();
    const running = jobs.run(trial(), { does: 'spin' }, { signal: caller.signal });
    const waiting = jobs.run(trial(), { does: 'answer' }, { signal: caller.signal });
    const other = jobs.run(trial(), { does: 'answer' });
    caller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    await expect(waiting).rejects.toThrow('gone');
    await expect(other).resolves.toMatchObject({ bare: '123' });
  });

  it('are ended with the service, and none starts afterwards', async () => {
    const jobs = runner();
    const running = jobs.run(trial(), { does: 'spin' });
    const waiting = jobs.run(trial(), { does: 'answer' });
    const ends = Promise.allSettled([running, waiting]);
    await until(() => jobs.size === 1);
    await jobs.onApplicationShutdown();
    const [first, second] = await ends;
    expect([first, second]).toMatchObject([{ reason: { code: 'BUSY' } }, { reason: { code: 'BUSY' } }]);
    expect(jobs.size).toBe(0);
    await expect(jobs.run(trial(), { does: 'answer' })).rejects.toMatchObject({ code: 'BUSY' });
  });

  it('that have not started when the service ends never start', async () => {
    const jobs = runner();
    const early = jobs.run(trial(), { does: 'spin' });
    await Promise.all([expect(early).rejects.toMatchObject({ code: 'BUSY' }), jobs.onApplicationShutdown()]);
    expect(jobs.size).toBe(0);
  });

  it('do not keep the process alive', () => {
    const { stdout, status } = spawnSync(process.execPath, [join(__dirname, 'jobs/leaves-a-thread.cjs')], { timeout: 15_000 });
    expect({ stdout: stdout.toString(), status }).toEqual({ stdout: '123\n', status: 0 });
  });
});
