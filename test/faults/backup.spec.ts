import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { readConfig, type S3Config } from '#src/config';
import { deleteFile, fetchPath } from '../e2e/support/adding-files';
import { Api, loggedIn, place } from '../e2e/support/api';
import { filed, texts } from '../e2e/support/reading';
import { acervoWords, emptyDatabase, mysqlPrograms, runShown, shownCommands } from './kit/mysql-dump';
import { until } from './kit/until';
import { outcomeOf, type Call } from './oracle/ledger';
import { Archive } from './support/archive';
import { HABITS } from './support/client';
import { objectsOf } from './support/objects';
import { Scene } from './support/scene';
import { command, ServiceProcess } from './support/service-process';
import { STORAGE } from './support/size';

jest.setTimeout(600_000);

const programs = STORAGE === 'servers' ? mysqlPrograms() : null;
const onlyCreates = Object.fromEntries(Object.keys(HABITS.mix).map((step) => [step, step === 'create' ? 1 : 0])) as typeof HABITS.mix;
/** Documents that are made while the backup goes on, before it may go on. */
const SOME = 5;

async function emptyBucket({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): Promise<string> {
  const Bucket = `acervo-${randomBytes(6).toString('hex')}`;
  const credentials = { accessKeyId, secretAccessKey: secretAccessKey.reveal() };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  return Bucket;
}

/** The commands of docs/backup.md, in their order. */
const [auditBefore, dump, load, migrate, restore, verify, auditAfter, discard, ...more] = shownCommands() as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

(programs ? describe : describe.skip)('a backup that is made while clients are at work', () => {
  let scene: Scene;
  let folder: string;
  let restored: Archive | undefined;
  let service: ServiceProcess | undefined;
  beforeAll(async () => {
    scene = await Scene.open();
    folder = await mkdtemp(join(tmpdir(), 'acervo-backup-'));
  });
  afterAll(async () => {
    await service?.kill();
    await restored?.close();
    await scene.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is restored with everything acknowledged before, and nothing incomplete', async () => {
    const { archive, ledger } = scene;
    const api = scene.at(await scene.start());
    await scene
      .traffic({ clients: 4, habits: { largest: 50_000 } })
      .start(50)
      .done();
    const before = (await ledger.read()).length;
    const deletedLater = await Promise.all(['a', 'b', 'c', 'd'].map((name) => filed(api, { files: texts(name) })));

    const created = async () => (await ledger.read()).slice(before).filter(({ answered }) => outcomeOf(answered) === 'acknowledged').length;
    const traffic = scene.traffic({ clients: 1, habits: { mix: onlyCreates, large: 0, largest: 20_000 } }).start();
    await until('documents are made before the dump', async () => (await created()) >= SOME);
    expect(await command(archive.environment, acervoWords(auditBefore, folder))).toMatchObject({ code: 0 });
    await runShown(programs!, dump, archive.environment.DATABASE_URL as string, folder);

    // After the dump and before the copy: the dump names what is deleted now, and the copy has what came later.
    const [last, ...whole] = deletedLater;
    for (const { id } of whole)
      expect((await api.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: id } })).status).toBe(200);
    expect((await deleteFile(api, last!.id, last!.files[0]!.id)).status).toBe(200);
    const then = await created();
    await until('documents are made after the dump', async () => (await created()) >= then + SOME);
    await archive.sweep();
    const bucket = await emptyBucket(archive.config.s3!);
    const copy = objectsOf(readConfig({ ...archive.environment, S3_BUCKET: bucket }));
    const waiting = [...(await archive.objects.sizes()).keys()];
    const work = async () => {
      for (let key = waiting.shift(); key; key = waiting.shift()) {
        const bytes = await archive.objects.read(key);
        if (bytes !== null) await copy.write(key, bytes);
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    copy.close();
    await traffic.stop();

    const database = await emptyDatabase(archive.environment.DATABASE_URL as string);
    await runShown(programs!, load, database.url, folder);
    const environment = { ...archive.environment, DATABASE_URL: database.url, S3_BUCKET: bucket };
    restored = await Archive.existing(environment, { environment, remove: database.drop });
    const said = async (line: string) => {
      const { code, text } = await command(environment, acervoWords(line, folder));
      return `${code}: ${text.trim().split('\n').slice(-2).join('; ')}`;
    };
    expect(await said(migrate)).toBe('0: nothing to migrate');
    expect(await said(restore.replace('restored', 'restored --json'))).toMatch(
      /^0: .*"lostFiles":\{"files":[1-9]\d*,"first":"20.*"name":"document","next":1\d{6}\b/,
    );
    const [files, trail] = await Promise.all([said(verify), said(auditAfter)]);
    expect(files).toMatch(
      /^1: .* 0 missing, 0 altered, [1-9]\d* extra; \d+ documents: 0 with a stale index, 0 levels with a wrong count \(acervo reindex\)$/,
    );
    expect(trail).toMatch(/^0: /);
    expect(await said(discard)).toMatch(/^0: .*discarded/);
    expect([await said(verify), more]).toEqual([
      expect.stringMatching(
        /^0: .* 0 missing, 0 altered, 0 extra; \d+ documents: 0 with a stale index, 0 levels with a wrong count \(acervo reindex\)$/,
      ),
      [],
    ]);

    service = await ServiceProcess.start(environment);
    const later = await loggedIn(service.url);
    // No code that was given after the dump is given again.
    const codeOf = async ({ sql }: Archive, id: string) =>
      Number((await sql.first<{ code: number }>('SELECT d.code FROM document d WHERE d.id = ?', [id]))?.code);
    const given = await archive.sql.first<{ code: number }>('SELECT MAX(d.code) AS code FROM document d');
    const fresh = await filed(later, { files: texts('e') });
    expect(await codeOf(restored, fresh.id)).toBeGreaterThan(Number(given?.code));
    for (const [index, { files }] of deletedLater.entries()) {
      const { status, text } = await later.get(fetchPath(files[0]!.id), { headers: { accept: 'text/plain' } });
      expect([status, text]).toEqual([200, 'abcd'[index]]);
    }
    // Whatever was asked while the backup was made may have come too late for it: then there is nothing of it.
    const perhaps = (calls: readonly Call[]) =>
      calls.map((call, index) =>
        index < before || outcomeOf(call.answered) === 'refused' ? call : { ...call, answered: { status: null } },
      );
    const oracle = scene.oracle.of(restored, { read: async () => perhaps(await ledger.read()) });
    const report = await oracle.look(new Api(service.url, later.token), { readEvery: 3 });
    process.stdout.write(`oracle: ${report.text}\n`);
    const own = new Set([fresh, ...deletedLater].map(({ id }) => id));
    expect(report.findings.filter(({ ids }) => !own.has(ids.document as string))).toEqual([]);
  });
});
