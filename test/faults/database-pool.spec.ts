import { newObjectKey } from '#application/support/ids';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { DEMO, scopeOf } from '../builders/demo';
import { atOnce } from '../contracts/support/deferred';
import { onEveryServer } from '../contracts/support/implementations';
import { serverArchive, type Archive } from '../contracts/support/typeorm-archive';
import { Chance } from '../e2e/support/chance';
import { TcpProxy } from './kit/tcp-proxy';
import { until } from './kit/until';

interface Pool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
}

/** A leaked connection is lost: after ten the service stops answering. */
onEveryServer('the pool of connections', (implementation, server) => {
  describe(implementation, () => {
    let proxy: TcpProxy;
    let archive: Archive;
    beforeAll(async () => {
      const chance = new Chance(5);
      proxy = await TcpProxy.start(server, { random: () => chance.next() });
      archive = (await serverArchive(proxy.through(server))()) as Archive;
    });
    afterAll(async () => {
      await archive?.close();
      await proxy.close();
    });

    it.each([
      ['connections are reset', { resetChance: 0.1 }, 25],
      ['answers break off', { limitBytes: 200 }, 4],
    ])('is complete again after many calls during which %s', async (_, faults, rounds) => {
      const scope = await scopeOf(archive);
      const { pool } = archive.dataSource.driver as unknown as { pool: Pool };
      const before = proxy.broken;
      proxy.break(faults);
      await atOnce(8, async (index) => {
        for (let time = 0; time < rounds; time++) {
          const key = newObjectKey();
          const document = aDocument(scope, { files: [aFile({ key })] });
          const file = async () => {
            await archive.journal.stage(DEMO.client, [key], 0);
            await archive.unitOfWork.run(
              async () => {
                await archive.journal.claim(DEMO.client, [key]);
                await addDocument(archive.documents, scope, document);
              },
              index % 2 === 0 ? async () => (await archive.documents.find(scope, document.id)) !== null : undefined,
            );
          };
          await file().catch(() => undefined);
        }
      });
      proxy.heal();
      expect(proxy.broken).toBeGreaterThan(before);
      await until('all connections are free', async () => pool._allConnections.length === pool._freeConnections.length, 20_000);
      const find = () => archive.documents.find(scope, newObjectKey());
      await until('the database is used again', async () => (await find()) === null);
      await atOnce(20, find);
      expect(pool._allConnections.length).toBeLessThanOrEqual(10);
    });
  });
});
