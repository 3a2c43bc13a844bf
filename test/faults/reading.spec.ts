import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { FileWords } from '#infrastructure/typeorm/text-extraction/file-words';
import { TypeOrmTextIndex } from '#infrastructure/typeorm/documents/typeorm-text-index';
import { IDS } from '../e2e/support/api';
import { create, createdBy } from '../e2e/support/creates';
import { readingChildren } from '../support/reading-children';
import { pdfOf } from '../support/sample-documents';
import { until } from './kit/until';
import { RunRecord } from './support/record';
import { Scene } from './support/scene';
import type { ServiceProcess } from './support/service-process';
import { isTimeUp, size } from './support/size';

jest.setTimeout(3_600_000);

const record = new RunRecord('faults-reading', 'The process is killed while it reads files', 'npm run test:faults -- reading');
afterAll(() => record.write());

const ROUNDS = size({ short: 1, long: 15 });
/** Takes a process that reads it long enough to be found at it. */
const PAGES = 40;
/** In ticks of processor time. */
const AT_WORK = 5;
const QUIET_MS = 500;
const LEASE_MS = 5 * 60_000;
const LONGEST_MS = 20 * 60_000;

interface Filed {
  code: number;
  fileId: string;
  words: string[];
}

/** Each kills the service at one step, as seen from outside. */
const STEPS = {
  C17a: 'it holds a file',
  C17b: 'a child reads the file',
  C17c: 'the file is read, and nothing of it stored',
  C17d: 'what was read is stored',
} as const;

describe('a service that is killed while it reads files', () => {
  let scene: Scene;
  const filed: Filed[] = [];
  beforeAll(async () => {
    scene = await Scene.open({ environment: { READ_FILES: 'true' } });
    record.seed(scene.seed);
    // Those of the demo archive.
    await scene.archive.sql.write('DELETE FROM file_work');
  });
  afterAll(() => scene.close());

  const rows = <Row>(sql: string, parameters: readonly string[] = []) => scene.archive.sql.rows<Row>(sql, parameters);
  const work = async ({ fileId }: Filed) =>
    (await rows<{ state: string; fence: number }>('SELECT w.state, w.fence FROM file_work w WHERE w.file_id = ?', [fileId]))[0];
  const count = async (sql: string) => Number((await rows<{ total: number }>(sql))[0]?.total);

  async function file(service: ServiceProcess): Promise<Filed> {
    const words = Array.from({ length: PAGES }, (_, page) => `palavra${filed.length}x${page}`);
    const files = [{ name: 'Contrato', extension: 'pdf', content: await pdfOf(words) }];
    const { code, files: [{ id } = { id: '' }] } = createdBy(await create(scene.at(service), 'V3', { files })); // prettier-ignore
    const made = { code, fileId: id, words };
    filed.push(made);
    return made;
  }

  /** In turns of the event loop: some steps are over within milliseconds. */
  async function seen(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + LONGEST_MS; !(await holds()); await turn()) if (Date.now() > end) throw new Error(`never: ${what}`);
  }
  const held = (one: Filed) => seen('the file is held', async () => Number((await work(one))?.fence) > 0);
  /** At the usual priority where this process may say so: beside other work a reader waits minutes for its turn. */
  async function readers(service: ServiceProcess): Promise<number[]> {
    const pids = await readingChildren(service.pid);
    for (const pid of pids)
      try {
        setPriority(pid, 0);
      } catch {
        // It is slow, then.
      }
    return pids;
  }
  /** Processor time, in ticks; none for what has ended. */
  const used = async (pid: number) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0); // prettier-ignore
  };
  /** The most that one of its readers has used: a reader without work is kept for a while only. */
  const worked = async (service: ServiceProcess) => Math.max(0, ...(await Promise.all((await readers(service)).map(used))));
  async function quiet(service: ServiceProcess): Promise<void> {
    await seen('a child is at work', async () => (await worked(service)) > AT_WORK);
    for (let [before, now] = [-1, await worked(service)]; before !== now; [before, now] = [now, await worked(service)])
      await sleep(QUIET_MS);
  }

  const kills: Record<keyof typeof STEPS, (service: ServiceProcess, one: Filed) => Promise<unknown>> = {
    C17a: async (service, one) => {
      await held(one);
      await service.kill();
    },
    // Another file where one was read before anybody looked.
    C17b: async (service, one) => {
      for (let [at, isAtWork] = [one, false]; ; at = await file(service)) {
        const isRead = async () => (await work(at))?.state !== 'pending';
        await held(at);
        await seen('a child reads the file', async () => (isAtWork = (await worked(service)) > AT_WORK) || (await isRead()));
        if (isAtWork) return service.kill();
      }
    },
    // Whoever writes waits for this transaction.
    C17c: async (service, one) => {
      await held(one);
      await scene.archive.sql.together(async () => {
        await scene.archive.sql.write('UPDATE document SET file_count = file_count WHERE code = ?', [one.code]);
        await quiet(service);
        await service.kill();
      });
      expect((await work(one))?.state).toBe('pending');
    },
    C17d: async (service, one) => {
      await seen('the file is read', async () => (await readers(service)).length > 0 && (await work(one))?.state === 'done');
      await service.kill();
    },
  };

  /** As if the leases of the dead were over. */
  async function passLeases(): Promise<void> {
    const { now } = scene.archive.sql;
    expect(await count(`SELECT COUNT(*) AS total FROM file_work w WHERE w.state = 'pending' AND w.next_at > ${now} + ${LEASE_MS}`)).toBe(0);
    await scene.archive.sql.write(`UPDATE file_work SET next_at = ${now} WHERE state = 'pending'`);
  }

  it('leaves each file to the next one, which reads it once', async () => {
    for (let round = 0; round < ROUNDS && !isTimeUp(); round++)
      for (const [id, title] of Object.entries(STEPS) as [keyof typeof STEPS, string][]) {
        const run = record.case(id, `SIGKILL when ${title}`);
        const service = await scene.spare();
        await kills[id](service, await file(service));
        expect((await service.ended).signal).toBe('SIGKILL');
        await until('its readers are gone', async () => (await readingChildren(service.pid)).length === 0);
        run.runs++;
      }
    // Not before: each service above is killed at its own file.
    await passLeases();
    const last = await scene.start();
    await until(
      'all files are read',
      async () => (await readers(last)) && (await count("SELECT COUNT(*) AS total FROM file_work w WHERE w.state = 'pending'")) === 0,
      LONGEST_MS,
    );
    const states = await rows<{ state: string; kills: number; files: number }>(
      'SELECT w.state, w.kills, COUNT(*) AS files FROM file_work w GROUP BY w.state, w.kills',
    );
    expect(states.map(({ state, kills: killed, files }) => [state, killed, Number(files)])).toEqual([['done', 0, filed.length]]);
    for (const { code, fileId, words } of filed) {
      const texts = await rows<{ words: string }>('SELECT w.words FROM file_words w WHERE w.file_id = ?', [fileId]);
      expect(texts).toEqual([{ words: [...words].sort().map((word) => ` ${word}`).join('') }]); // prettier-ignore
      const body = { texto: words[PAGES - 1] };
      const { json } = await scene.at(last).post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body });
      expect((json.documentos as { codigo: number }[]).map(({ codigo }) => codigo)).toEqual([code]);
    }
    const fileWords = new FileWords(scene.archive.sql, new TypeOrmTextIndex(scene.archive.sql));
    expect(await fileWords.stale(IDS.client, filed.map(({ code }) => code))).toEqual([]); // prettier-ignore
    await last.kill();
    await scene.archive.passLeases();
    await scene.archive.sweep();
    const named = await rows<{ object_key: string }>(
      'SELECT f.object_key FROM document_file f UNION ALL SELECT p.object_key FROM file_preview p',
    );
    expect([...(await scene.archive.objects.sizes()).keys()].sort()).toEqual(named.map((row) => row.object_key).sort());
    expect(await count('SELECT COUNT(*) AS total FROM file_preview p')).toBe(filed.length);
    for (const [id, title] of Object.entries(STEPS)) record.case(id, `SIGKILL when ${title}`).result = 'passed';
  });
});
