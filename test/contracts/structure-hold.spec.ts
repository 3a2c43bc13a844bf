import { setTimeout as pause } from 'node:timers/promises';
import { WriteConflict } from '#application/support/errors';
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

  it('admits writers authorised with the current structure', async () => {
    await atOnce(8, () => held());
  });

  it('refuses writers authorised with another structure, and admits them after a retry', async () => {
    await archive.changeStructure(DEMO.client);
    await expect(held()).rejects.toThrow(WriteConflict);
  });

  it('ignores structures of other clients', async () => {
    const both = await scopeOf(archive, 'demo', 'outro');
    await archive.changeStructure(DEMO.otherClient);
    await held();
    await expect(held(undefined, both)).rejects.toThrow(WriteConflict);
  });

  it('locks the structure until the writer has ended', async () => {
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

  it('requires a transaction', async () => {
    await expect(archive.structureHold.hold(scope)).rejects.toThrow('in a transaction');
  });
});
