import { IDS, loggedIn, place, type Api } from '../e2e/support/api';
import { bodyOf, PATHS } from '../e2e/support/creates';
import { onEveryServer } from '../contracts/support/implementations';
import { TcpProxy, type Tap } from './kit/tcp-proxy';
import { until } from './kit/until';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import type { ServiceProcess } from './support/service-process';
import { size, STORAGE } from './support/size';

jest.setTimeout(3_600_000);

const record = new RunRecord('faults-stopped', 'Replicas that are stopped inside a transaction', 'npm run test:faults -- stopped');
afterAll(() => record.write());

const STOPS = size({ short: 1, long: 5 });
const WRITERS = 24;

/** The last statement of a create, with all of its locks. */
const LAST = 'INSERT INTO event_outbox';

(STORAGE === 'servers' ? onEveryServer : () => describe.skip('two replicas', () => it('need a server', () => undefined)))(
  'two replicas',
  (implementation, server) => {
    describe(implementation, () => {
      let scene: Scene;
      let proxy: TcpProxy;
      let stopped: ServiceProcess;
      let other: ServiceProcess;
      let stopAt: (() => void) | null = null;
      const tap = (): Tap => ({
        fromClient: (chunk) => {
          if (stopAt && chunk.includes(LAST)) stopAt();
          return 'pass';
        },
        fromServer: () => 'pass',
      });
      beforeAll(async () => {
        scene = await Scene.open({ storage: 'servers', database: server });
        record.seed(scene.seed);
        const direct = scene.archive.environment.DATABASE_URL as string;
        proxy = await TcpProxy.start(direct, { tap });
        other = await scene.spare();
        stopped = await scene.spare(undefined, { DATABASE_URL: proxy.through(direct) });
      });
      afterAll(async () => {
        await scene?.close();
        await proxy?.close();
      });

      const file = (api: Api, chaveExterna: string) =>
        api.post(PATHS.V3, { query: place(IDS.invoices), body: { ...bodyOf('V3'), chaveExterna } });
      const documents = async (external: string) =>
        (await scene.archive.sql.rows('SELECT d.code FROM document d WHERE d.external_key = ?', [external])).length;

      it('one stopped inside a create: creates of the same client continue at the other, and later at both', async () => {
        const run = record.case(`F29 ${implementation}`, 'SIGSTOP and SIGCONT of a replica inside a transaction');
        // A write of another client: a login is recorded in its audit trail.
        const elsewhere = () => loggedIn(other.url, 'outro');
        await elsewhere();
        let longest = 0;
        for (; run.runs < STOPS; run.runs++) {
          const [mine, theirs] = [`stopped-${run.runs}`, `other-${run.runs}`];
          const isStopped = new Promise<void>((resolve) => {
            stopAt = () => {
              stopAt = null;
              void stopped.kill('SIGSTOP');
              resolve();
            };
          });
          const pending = file(scene.at(stopped), mine).then(
            ({ status }) => status,
            () => null,
          );
          await isStopped;
          const began = Date.now();
          const answers = await Promise.all(Array.from({ length: WRITERS }, (_, index) => file(scene.at(other), `${theirs}-${index}`)));
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
          await elsewhere();
          longest = Math.max(longest, Date.now() - began);

          void stopped.kill('SIGCONT');
          const status = await pending;
          expect([status, await documents(mine)]).toEqual([status, status === 201 ? 1 : 0]);
          await until('the stopped one writes again', async () => (await file(scene.at(stopped), `${mine}-again`)).status < 300);
          expect(stopped.isOver).toBe(false);
        }
        expect((await scene.archive.trail.execute()).broken).toEqual([]);
        run.note = `${WRITERS} creates beside it took at most ${longest} ms`;
        process.stdout.write(`${implementation}: ${run.note}\n`);
        run.result = 'passed';
      });
    });
  },
);
