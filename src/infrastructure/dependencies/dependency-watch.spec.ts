import { setTimeout as sleep } from 'node:timers/promises';
import { DependencyDown } from '#application/support/errors';
import { DomainError } from '#domain/errors';
import { DependencyWatch } from './dependency-watch';

const PATIENCE = { answerMs: 200, restMs: 5, freshMs: 0, crowdMs: 60_000 };
const outage = () => Object.assign(new Error('refused'), { outage: true });
const isOutage = (error: unknown) => (error as { outage?: boolean }).outage === true;
const never = () => new Promise<never>(() => undefined);

describe('a watch over a dependency', () => {
  let probes: number;
  let atOnce: number;
  let most: number;
  let answer: () => Promise<unknown>;
  let watch: DependencyWatch;
  beforeEach(() => {
    [probes, atOnce, most] = [0, 0, 0];
    answer = async () => undefined;
    const probe = async () => {
      probes++;
      most = Math.max(most, ++atOnce);
      try {
        await answer();
      } finally {
        atOnce--;
      }
    };
    watch = new DependencyWatch('the store', probe, isOutage, PATIENCE);
  });
  afterEach(() => watch.stop());

  const call = (result: () => Promise<unknown> = async () => 'done') => watch.run(result);
  const shut = async () => {
    answer = () => Promise.reject(outage());
    await expect(watch.check()).rejects.toThrow('refused');
  };

  it('passes calls without probing while they succeed', async () => {
    await expect(call()).resolves.toBe('done');
    await expect(call(() => Promise.reject(new Error('no such object')))).rejects.toThrow('no such object');
    expect(probes).toBe(0);
  });

  it('refuses calls during an outage and recovers by itself', async () => {
    await shut();
    await expect(call()).rejects.toThrow(DependencyDown);
    answer = async () => undefined;
    while ((await call().catch(() => null)) === null) await sleep(1);
    await expect(watch.check()).resolves.toBeUndefined();
  });

  it('probes after a failed call, and does not treat one broken connection as an outage', async () => {
    let isFirst = true;
    answer = async () => {
      if (isFirst) throw outage();
    };
    const failing = () => Promise.reject(outage());
    const attempts = [call(failing), call(failing), call(failing)];
    isFirst = true;
    await Promise.allSettled(attempts);
    isFirst = false;
    await expect(watch.check()).resolves.toBeUndefined();
    expect(most).toBe(1);
    await expect(call()).resolves.toBe('done');
  });

  it('probes when calls are not answered', async () => {
    answer = never;
    void call(never).catch(() => undefined);
    while ((await call().catch((error: unknown) => error)) === 'done') await sleep(5);
    await expect(call()).rejects.toThrow(DependencyDown);
    expect(most).toBe(1);
  });

  it('probes once for all callers', async () => {
    await Promise.all(Array.from({ length: 50 }, () => watch.check()));
    expect(probes).toBe(1);
  });

  it('passes calls to a dependency that refuses access, and is not ready', async () => {
    answer = () => Promise.reject(new Error('keys were exchanged'));
    await expect(watch.check()).rejects.toThrow('exchanged');
    await expect(call()).resolves.toBe('done');
  });

  it('does not treat a crowd as an outage while one call is answered', async () => {
    answer = () => Promise.reject(new DomainError('BUSY'));
    await call();
    await expect(watch.check()).resolves.toBeUndefined();
    const waiting = new DependencyWatch('the store', () => answer(), isOutage, PATIENCE);
    await expect(waiting.check()).rejects.toThrow('BUSY');
    await expect(waiting.run(async () => 'done')).rejects.toThrow(DependencyDown);
    waiting.stop();
  });
});
