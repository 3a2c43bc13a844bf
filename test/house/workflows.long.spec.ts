import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

interface Job {
  permissions?: object;
  uses?: string;
  'timeout-minutes'?: number;
  steps?: { run?: string; uses?: string }[];
}
interface Workflow {
  permissions?: object;
  concurrency?: object;
  jobs: Record<string, Job>;
}
const files = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);
const workflows = files.map((file) => ({ file, ...(parse(read(file)) as Workflow) }));
const jobs = workflows.flatMap(({ file, jobs: ofFile }) =>
  Object.entries(ofFile).map(([name, job]) => ({ name: `${file}: ${name}`, ...job })),
);

describe('the workflows', () => {
  it('run only scripts of package.json', () => {
    const commands = jobs.flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run?.trim().split('\n') ?? []));
    expect(commands.length).toBeGreaterThan(7);
    const isOurs = (command: string) => {
      const [, script] = /^(?:\.ci\/as-root )?npm (?:run )?([\w:-]+)(?: -- [\w:. ${}-]+)?$/.exec(command) ?? [];
      return script !== undefined && script in scripts;
    };
    expect(commands.filter((command) => !isOurs(command))).toEqual([]);
  });

  it('use actions of one commit each, with its version beside it', () => {
    const used = files.flatMap((file) => [...read(file).matchAll(/uses: (.+)$/gm)].map(([, what]) => what as string));
    expect(used.length).toBeGreaterThan(10);
    const loose = used.filter((what) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what) && !existsSync(join(ROOT, what)));
    expect(loose).toEqual([]);
  });

  it('state their permissions, time limits and what may run beside them', () => {
    expect(workflows.filter(({ permissions, concurrency }) => JSON.stringify(permissions) !== '{}' || !concurrency)).toEqual([]);
    const unlimited = jobs.filter((job) => !job.permissions || (!job.uses && !job['timeout-minutes']));
    expect(unlimited.map(({ name }) => name)).toEqual([]);
  });

  it('are judged by actionlint, where it can be had', () => {
    const folder = mkdtempSync(join(tmpdir(), 'acervo-workflows-'));
    const planted = join(folder, 'planted.yml');
    writeFileSync(planted, 'on: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.nothing }}\n');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/actionlint.mjs', planted], { cwd: ROOT, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    const isHad = !stderr.includes('NOT RUN');
    expect([status, stdout.includes('property "nothing" is not defined')]).toEqual(isHad ? [1, true] : [0, false]);
  });
});

describe('who publishes', () => {
  it.each([
    ['.github/CODEOWNERS', 'codeOwners'],
    ['deploy/helm/acervo/values.yaml', 'chartValues'],
  ])('is told to %s (node scripts/security.mjs writes it)', (file, name) => {
    const write = `import { ${name} } from './scripts/release/names.mjs'; process.stdout.write(${name}('.'));`;
    const options = { cwd: ROOT, encoding: 'utf8' } as const;
    expect(read(file)).toBe(execFileSync(process.execPath, ['--input-type=module', '-e', write], options));
  });

  it('is named nowhere else', () => {
    const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
    const [, owner] = new URL(repository.url.replace(/^git\+/, '')).pathname.split('/') as [string, string];
    const found = execFileSync('git', ['grep', '--name-only', '--fixed-strings', owner], { cwd: ROOT, encoding: 'utf8' });
    expect(found.trim().split('\n')).toEqual(['.github/CODEOWNERS', 'SECURITY.md', 'deploy/helm/acervo/values.yaml', 'package.json']);
  });
});

describe('a release', () => {
  it('is refused where the tag or the repository contradicts package.json', () => {
    const env = { ...process.env, GITHUB_REF_NAME: 'v9.9.9', GITHUB_REPOSITORY: 'somebody/else' };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', 'check'], { cwd: ROOT, env, encoding: 'utf8' });
    expect(status).toBe(1);
    for (const sentence of [/the tag is v9\.9\.9, package\.json says/, /this is somebody\/else$/m]) expect(stderr).toMatch(sentence);
  });
});

describe('the Node of developers', () => {
  it('is that of the image', () => {
    const image = /^FROM node:([\d.]+)-/m.exec(read('docker/Dockerfile'))?.[1] as string;
    expect(read('.nvmrc').trim()).toBe(image.split('.')[0]);
    expect(read('.devcontainer/devcontainer.json')).toContain(`"node:${image}-bookworm"`);
  });
});
