import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { createConnection } from 'mysql2/promise';
import { actorOf, DEMO } from '../builders/demo';
import { until } from '../support/until';
import { atOnce } from './support/deferred';
import { onEveryServer } from './support/implementations';
import { serverArchive, type Archive } from './support/typeorm-archive';

interface Pool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
}

const WRITERS = 12;
const LONGEST_SILENCE = 15;

/** A writer that stops inside a transaction holds, where several nodes of a cluster write, the guard row of its client. */
onEveryServer('a writer that stops inside a transaction', (implementation, server) => {
  describe(implementation, () => {
    let archive: Archive;
    let pool: Pool;
    beforeAll(async () => {
      archive = (await serverArchive(server)()) as Archive;
      trail = archive.anotherTrail(true);
      ({ pool } = archive.dataSource.driver as unknown as { pool: Pool });
    });
    afterAll(() => archive.close());

    let trail: ReturnType<Archive['anotherTrail']>;
    const record = (clientId = DEMO.client) => trail.audit.record(actorOf('demo'), clientId, 'document.create', {});
    const limits = async () => {
      const rows = await archive.sql.rows<{ Value: string }>(
        "SHOW SESSION VARIABLES WHERE Variable_name IN ('wait_timeout', 'idle_transaction_timeout')",
      );
      return rows.map(({ Value }) => Number(Value));
    };

    it('is ended by the server in any session, except a long read without locks', async () => {
      const sessions = await atOnce(6, () => archive.unitOfWork.run(limits));
      for (const found of sessions) {
        expect(found.length).toBeGreaterThan(0);
        for (const seconds of found) expect([seconds > 0, seconds <= LONGEST_SILENCE]).toEqual([true, true]);
      }
      for (const seconds of await archive.unitOfWork.snapshot(limits)) expect(seconds).toBeGreaterThan(3600);
      for (const found of await atOnce(10, () => archive.unitOfWork.run(limits))) expect(found).toEqual(sessions[0]);
    });

    it('ends no session that the pool would still use', async () => {
      await atOnce(10, () => archive.unitOfWork.run(limits));
      await until(() => pool._allConnections.length, (open) => open === 0, { what: 'idle connections are closed' }); // prettier-ignore
      await record();
    });

    it('keeps one connection of a client waiting, and does not block others', async () => {
      const stopped = await createConnection((archive.dataSource.options as { url: string }).url);
      await record();
      await stopped.query('BEGIN');
      await stopped.query('SELECT g.turns FROM client_guard g WHERE g.client_id = ? FOR UPDATE', [logBytes(DEMO.client)]);
      const refused: unknown[] = [];
      const write = () => record().catch((error: unknown) => void refused.push(error));
      const writers = Array.from({ length: WRITERS }, write);
      const allButOne = () => until(() => refused.length, (count) => count >= writers.length - 1, { what: 'all but one are refused' }); // prettier-ignore
      await allButOne();
      await record(DEMO.otherClient);
      writers.push(write(), write());
      await allButOne();
      for (const error of refused.slice(0, writers.length - 1)) expect(error).toMatchObject({ code: 'BUSY' });
      await until(() => pool._allConnections.length - pool._freeConnections.length, (used) => used <= 1); // prettier-ignore
      await stopped.end();
      await Promise.all(writers);
      await until(() => record().then(() => true, () => false), Boolean); // prettier-ignore
      expect((await trail.verifyTrail.execute()).broken).toEqual([]);
    });

    it('is not confused with one that records twice while others wait', async () => {
      const twice = () =>
        archive.unitOfWork.run(async () => {
          await record();
          await new Promise((resolve) => setTimeout(resolve, 20));
          await record();
        });
      await atOnce(8, twice);
      expect((await trail.verifyTrail.execute()).broken).toEqual([]);
    });
  });
});
