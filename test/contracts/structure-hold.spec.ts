import { setTimeout as pause } from 'node:timers/promises';
import { WriteConflict } from '#application/errors';
import type { Scope } from '#domain/access/scope';
import { DEMO, scopeOf } from '../builders/demo';
import { atOnce, deferred } from './support/deferred';
import { describeContract } from './support/implementations';

/** Writers and operators who change the structure exclude each other. */
describeContract('StructureHold', { perTest: true }, (archive) => {
  let scope: Scope;
  beforeEach(async () => {
    scope = await scopeOf(archive);
  });
  const held = (work: () => Promise<unknown> = async () => undefined, within = scope) =>
    archive.unitOfWork.run(async () => {
      await archive.structureHold.hold(within);
      await work();
    });

  it('lets writers in who were judged by the present structure', async () => {
    await atOnce(8, () => held());
  });

  it('turns away who was judged by another one, and lets in who asks again', async () => {
    await archive.changeStructure(DEMO.client);
    await expect(held()).rejects.toThrow(WriteConflict);
  });

  it("does not care for other clients' structures", async () => {
    const both = await scopeOf(archive, 'demo', 'outro');
    await archive.changeStructure(DEMO.otherClient);
    await held();
    await expect(held(undefined, both)).rejects.toThrow(WriteConflict);
  });

  it('keeps the structure as it is until the writer has ended', async () => {
    const [inside, go] = [deferred(), deferred()];
    const writer = held(async () => {
      inside.resolve();
      await go.promise;
    });
    await inside.promise;
    let changed = false;
    const operator = archive.changeStructure(DEMO.client).then(() => (changed = true));
    await pause(100);
    expect(changed).toBe(false);
    go.resolve();
    await Promise.all([writer, operator]);
    await expect(held()).rejects.toThrow(WriteConflict);
  });

  it('is for transactions alone', async () => {
    await expect(archive.structureHold.hold(scope)).rejects.toThrow('in a transaction');
  });
});
