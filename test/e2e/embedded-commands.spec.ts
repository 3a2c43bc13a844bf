import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Stub } from '../faults/kit/s3-stub';
import { performed, runProgram } from './support/command';
import { STORAGE } from './support/service';

const PT = { LC_ALL: 'pt_BR.UTF-8' };
const EN = { LC_ALL: '', LC_MESSAGES: '', LANG: 'en_GB.UTF-8' };

(STORAGE === 'embedded' ? describe : describe.skip)('commands and the archive that they open', () => {
  let folder: string;
  let dataDir: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-commands-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const run = (words: readonly string[], environment: Record<string, string> = EN) =>
    performed(words, { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment });

  it('do not begin one by themselves', async () => {
    const written = join(folder, 'archive.yaml');
    for (const words of [
      ['export', written],
      ['files', 'read'],
      ['bag', 'import', folder],
    ]) {
      const { code, stdout, stderr } = await run(words);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(`^there is no archive in ${dataDir}: [^\n]+\n$`)]);
    }
    const { code, stderr } = await run(['export', written], PT);
    expect([code, stderr]).toEqual([2, expect.stringMatching(`^não há acervo em ${dataDir}: [^\n]+\n$`)]);
    expect([existsSync(dataDir), existsSync(written)]).toEqual([false, false]);
  });

  it('begin one when they are migrate or apply, and say where it is', async () => {
    const file = join(folder, 'archive.yaml');
    await writeFile(file, 'units: []\n');
    const applied = await run(['apply', file]);
    expect([applied.code, applied.stderr, applied.archive]).toEqual([0, '', `embedded, in ${dataDir}`]);
    const exported = await run(['export'], PT);
    expect([exported.code, exported.stderr, exported.archive]).toEqual([0, '', `embutido, em ${dataDir}`]);
    expect(exported.stdout).not.toContain(dataDir);
    await rm(dataDir, { recursive: true });
    const migrated = await run(['migrate']);
    expect([migrated.code, migrated.stderr, migrated.archive]).toEqual([0, '', `embedded, in ${dataDir}`]);
  });

  it('begin none for an archive file that cannot be read', async () => {
    const file = join(folder, 'archive.yaml');
    const absent = await run(['apply', file]);
    expect([absent.code, absent.stderr]).toEqual([1, expect.stringMatching(`^${file} cannot be read: `)]);
    await writeFile(file, 'units: [\n');
    const unclosed = await run(['apply', file], PT);
    expect([unclosed.code, unclosed.stderr, existsSync(dataDir)]).toEqual([1, expect.stringMatching(`^${file}:\\d`), false]);
  });

  it('need none to look at a bag', async () => {
    const { code, stderr } = await run(['bag', 'verify', folder]);
    expect([code, stderr, existsSync(dataDir)]).toEqual([1, expect.stringContaining('bagit.txt does not exist'), false]);
  });

  describe('with a bucket that does not exist', () => {
    let stub: S3Stub;
    let environment: Record<string, string>;
    beforeEach(async () => {
      stub = await S3Stub.start();
      const { endpoint, keys } = stub;
      const store = {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'papeis',
        S3_ACCESS_KEY_ID: keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      };
      environment = { ...store, ...EN, PORT: '0' };
    });
    afterEach(() => stub.close());
    const serve = (more: Record<string, string>) =>
      runProgram('main', [], { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment, ...more }, (child) =>
        child.stdout?.on('data', (text: Buffer) => text.includes('storage') && child.kill('SIGTERM')),
      );

    it('name it, and storage init makes it', async () => {
      const missing = 'the bucket papeis does not exist (S3_BUCKET): `acervo storage init` makes it';
      const demo = await serve({});
      expect([demo.code, demo.stderr]).toEqual([1, `${missing}\n`]);
      const empty = await serve({ DEMO_ARCHIVE: 'false' });
      expect([empty.stdout, empty.stderr]).toEqual([expect.stringContaining(missing), '']);
      const verified = await run(['verify'], { ...environment, ...PT });
      expect([verified.code, verified.stderr]).toEqual([1, expect.stringMatching(/^o bucket papeis não existe \(S3_BUCKET\): [^\n]+\n$/)]);
      expect(verified.archive).toBe(`embutido, em ${dataDir}, bucket papeis em ${stub.endpoint}`);

      const made = await run(['storage', 'init'], environment);
      expect([made.code, made.stdout, made.stderr]).toEqual([0, `bucket papeis made at ${stub.endpoint}\n`, '']);
      const again = await run(['storage', 'init', '--json'], environment);
      expect(JSON.parse(again.stdout)).toEqual({ bucket: 'papeis', endpoint: stub.endpoint, made: false, exitCode: 0 });
      expect((await run(['verify'], environment)).code).toBe(0);
      const ready = await serve({ DEMO_ARCHIVE: 'false' });
      expect(ready.stdout).not.toContain(missing);
    });
  });

  it('have no bucket to make where files are in a folder', async () => {
    const { code, stderr } = await run(['storage', 'init']);
    expect([code, stderr]).toEqual([2, 'there is no bucket: files are stored in a folder of this machine\n']);
  });
});
