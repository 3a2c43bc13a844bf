import type { UploadSessions } from '#application/files/upload-sessions';
import { BackgroundModule } from '#src/background/background.module';
import type { DeliverInBackground } from '#src/background/deliver-in-background';
import type { FeedInBackground } from '#src/background/feed-in-background';
import type { ReadInBackground } from '#src/background/read-in-background';
import type { SealInBackground } from '#src/background/seal-in-background';
import type { SweepInBackground } from '#src/background/sweep-in-background';
import { deferred } from '../contracts/support/deferred';

it('the end of the background seals last, when all others are over and what they stored is released', async () => {
  const order: string[] = [];
  const gates = new Map(['deliver', 'feed', 'read', 'seal', 'sweep', 'upload'].map((name) => [name, deferred()]));
  const ending = (name: string) => () => (order.push(name), gates.get(name)!.promise);
  const work = <Work>(name: string) => ({ end: ending(name) }) as Work;
  const background = new BackgroundModule(
    work<DeliverInBackground>('deliver'),
    work<FeedInBackground>('feed'),
    work<ReadInBackground>('read'),
    work<SealInBackground>('seal'),
    work<SweepInBackground>('sweep'),
    { settled: ending('upload') } as Partial<UploadSessions> as UploadSessions,
  );
  const ended = background.beforeApplicationShutdown();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const others = ['sweep', 'deliver', 'read', 'feed'];
  expect(order).toEqual(others);
  for (const name of others.slice(1)) gates.get(name)!.resolve();
  await settled();
  expect(order).toEqual(others);
  gates.get('sweep')!.resolve();
  await settled();
  expect(order).toEqual([...others, 'upload']);
  gates.get('upload')!.resolve();
  await settled();
  expect(order).toEqual([...others, 'upload', 'seal']);
  gates.get('seal')!.resolve();
  await ended;
});
