import { join } from 'node:path';
import { DEMO_FILE } from '#src/demo/demo-archive';
import { environmentOf, performed, runCommand } from './support/command';
import { startService, STORAGE, type Service } from './support/service';

/** What they print does not depend on where things are stored. */
(STORAGE === 'embedded' ? describe : describe.skip)('commands with --json', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each<[string[], number, object]>([
    [['verify'], 0, { missing: 0, altered: 0, extra: 0, files: 4 }],
    [['sweep'], 0, { abandoned: 0, removed: 0 }],
    [['audit', 'verify'], 0, { broken: [] }],
    [['reindex'], 0, { renewed: 0 }],
    [['reindex', '--text'], 0, { documents: expect.any(Number) }],
    [['close-billing', '--period', '2024-10', '--dry-run'], 0, { period: '2024-10', dryRun: true }],
    [['apply', DEMO_FILE, '--dry-run'], 0, { written: false, plan: [] }],
    [['migrate'], 0, { migrated: [] }],
    [['bag', 'verify', join(__dirname, 'support')], 1, { error: expect.stringMatching(/bagit.txt does not exist/) }],
    [['bucket', 'expire-uploads'], 2, { error: expect.stringMatching(/there is no bucket/) }],
    [['bucket', 'expire-uploads', '--days', '0'], 2, { error: expect.stringMatching(/--days must be a whole number/) }],
    [['import', 'nada', '--csv', 'x.csv', '--login', 'demo'], 2, { error: expect.stringMatching(/is not a folder/) }],
  ])('%j', async (words, exitCode, last) => {
    const { code, stdout, stderr } = await performed([...words, '--json'], environmentOf(service));
    const said = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as object); // prettier-ignore
    expect(said.at(-1)).toMatchObject({ ...last, exitCode });
    // No progress where nobody looks; what went wrong is said to people, too.
    expect([code, stderr !== '']).toEqual([exitCode, exitCode !== 0]);
  });
});

/** MinIO, which the tests run on, has no such rule: the contract of the store (test/contracts/upload-expiry.spec.ts) has it on Ceph, too. */
(STORAGE === 'servers' ? describe : describe.skip)('bucket expire-uploads', () => {
  it('reports in one sentence what the store cannot do', async () => {
    const service = await startService();
    try {
      const { code, stdout, stderr } = await runCommand(service, ['bucket', 'expire-uploads']);
      const sentence = 'the store has no rule for unfinished uploads (AbortIncompleteMultipartUpload): nothing has changed\n';
      expect([code, stdout, stderr]).toEqual([1, sentence, '']);
    } finally {
      await service.stop();
    }
  });
});
