import { DomainError } from '#domain/errors';
import { Semaphore } from './semaphore';

describe('Semaphore', () => {
  it('limits running and waiting work', async () => {
    const turns = new Semaphore(2, 1);
    const leaving = [await turns.take(), await turns.take()];
    let hasThird = false;
    const third = turns.take().then((leave) => {
      hasThird = true;
      return leave;
    });
    await expect(turns.take()).rejects.toThrow(DomainError);
    expect(hasThird).toBe(false);
    leaving[0]!();
    leaving[0]!();
    (await third)();
    await expect(turns.run(async () => 'done')).resolves.toBe('done');
  });

  it('drops aborted waiters', async () => {
    const turns = new Semaphore(1, 10);
    const leave = await turns.take();
    const going = new AbortController();
    const waiting = turns.take(going.signal);
    going.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(turns.take(going.signal)).rejects.toThrow('gone');
    leave();
    await expect(turns.run(async () => 'next')).resolves.toBe('next');
  });
});
