import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

interface Locked {
  version: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
}
interface Lock {
  packages: Record<string, Locked>;
}
interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

const read = <T>(folder: string, file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;

const withoutVersions = (finding: string) => finding.replace(/^\S+: /, '').replace(/ \^?\d+\.\d+\.\d+/g, '');

describe('the supply chain', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'acervo-supply-'));
    const workspaces = ['libs/console', 'libs/readers', 'scripts/build', 'scripts/site'];
    for (const place of ['docs', ...workspaces]) mkdirSync(join(folder, place), { recursive: true });
    const files = ['package.json', 'package-lock.json', '.npmrc', 'docs/licences.md', ...workspaces.map((each) => `${each}/package.json`)];
    for (const file of files) copyFileSync(join(ROOT, file), join(folder, file));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const findings = (script: string, ...options: string[]): string[] => {
    const run = spawnSync(process.execPath, [join(ROOT, 'scripts', script), ...options, folder], { encoding: 'utf8' });
    expect(run.status).toBe(run.stderr === '' ? 0 : 1);
    return run.stderr.split('\n').filter((line) => line !== '');
  };
  const changeLock = (change: (packages: Lock['packages']) => void) => {
    const lock = read<Lock>(folder, 'package-lock.json');
    change(lock.packages);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  };
  const changeManifest = (change: (manifest: Manifest) => void) => {
    const manifest = read<Manifest>(folder, 'package.json');
    change(manifest);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  };
  const locked = (packages: Lock['packages'], name: string) => packages[`node_modules/${name}`] as Locked;

  describe('the lock file', () => {
    it('is valid', () => expect(findings('check-lock.mjs')).toEqual([]));

    it('is reported when it lacks a package or a part of one, or contradicts package.json', () => {
      changeLock((packages) => {
        delete packages['node_modules/@swc/core-darwin-arm64'];
        delete packages['node_modules/lru.min'];
        delete locked(packages, 'yaml').integrity;
        Object.assign(locked(packages, 'ajv'), { resolved: 'https://registry.example/ajv.tgz' });
        Object.assign(locked(packages, 'rxjs'), { version: '7.8.1' });
        Object.assign(locked(packages, 'file-type'), { version: '22.0.0' });
        Object.assign(locked(packages, 'yazl'), { hasInstallScript: true });
        Object.assign(packages, { 'node_modules/ms': { resolved: 'libs/evil', link: true }, 'libs/evil': { version: '2.1.3' } });
      });
      changeManifest(({ dependencies, devDependencies, allowScripts }) => {
        Object.assign(dependencies, { pino: '^10.4.0' });
        Object.assign(devDependencies, { 'left-pad': '1.3.0' });
        Object.assign(allowScripts, { '@swc/core': true, sax: false });
      });
      expect(findings('check-lock.mjs').map((finding) => withoutVersions(finding))).toEqual([
        '@swc/core-darwin-arm64 is missing, wanted by @swc/core',
        'lru.min is missing, wanted by mysql2',
        'lru.min is missing, wanted by named-placeholders',
        'node_modules/ms is not a package of the registry that something depends on',
        'libs/evil is not a package of the registry that something depends on',
        'node_modules/ajv names where it was fetched from',
        'node_modules/yaml has no sha512 integrity',
        'package.json asks for pino, which is not one exact version',
        'dependencies of package.json are not those of the lock file',
        'devDependencies of package.json are not those of the lock file',
        'file-type is not what the lock file installs',
        'pino is not what the lock file installs',
        'rxjs is not what the lock file installs',
        'left-pad is not what the lock file installs',
        'node_modules/file-type is, against the override',
        'yazl brings an install script that scripts/check-lock.mjs does not know',
        'allowScripts of package.json does not refuse @swc/core',
        'allowScripts of package.json does not refuse yazl',
        'allowScripts of package.json names sax, which brings no install script',
      ]);
    });

    it('is refused where npm runs install scripts', () => {
      writeFileSync(join(folder, '.npmrc'), 'fund=false\n');
      expect(findings('check-lock.mjs')).toEqual(['package-lock.json: .npmrc does not say ignore-scripts=true']);
    });
  });

  it('works without npm hooks, which are disabled with the install scripts', () => {
    const { scripts } = read<{ scripts: Record<string, string> }>(ROOT, 'package.json');
    expect(Object.keys(scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([]);
  });

  describe('the licences', () => {
    it('match the list (npm run licences writes it)', () => expect(findings('licences.mjs', '--check')).toEqual([]));

    it('are refused when not allowed or not declared', () => {
      changeLock((packages) => {
        Object.assign(locked(packages, 'ajv'), { license: 'GPL-3.0' });
        Object.assign(locked(packages, 'pino'), { license: '(MIT AND GPL-3.0)' });
        Object.assign(locked(packages, 'sax'), { license: '(GPL-3.0 OR MIT)' });
        delete locked(packages, 'yazl').license;
      });
      expect(findings('licences.mjs').map(withoutVersions)).toEqual([
        'ajv is under GPL-3.0, which is not allowed',
        'pino is under (MIT AND GPL-3.0), which is not allowed',
        'yazl is under no licence that it names, which is not allowed',
      ]);
    });

    it('exclude development dependencies, and an outdated list is reported', () => {
      changeLock((packages) => (locked(packages, 'jest').license = 'GPL-3.0'));
      expect(findings('licences.mjs', '--check')).toEqual([]);
      changeLock((packages) => (locked(packages, 'yazl').version = '3.4.0'));
      expect(findings('licences.mjs', '--check')).toEqual([expect.stringContaining('`npm run licences` writes it')]);
    });
  });

  it('is written by npm run sbom, offline: runtime dependencies and what is in the scripts of the console', () => {
    const run = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
    const { bomFormat, components } = JSON.parse(run.stdout) as {
      bomFormat: string;
      components: { name: string; version: string; hashes: unknown[]; licenses?: unknown[] }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const names = new Set(components.map(({ name }) => name));
    const delivered = ['typeorm', 'mysql2', '@aws-sdk/client-s3', '@smithy/types', 'sharp', 'detect-libc', 'react', 'react-aria', 'pako'];
    expect(delivered.filter((name) => !names.has(name))).toEqual([]);
    const ofDevelopers = ['vite', 'rolldown', '@swc/core', 'jest', 'typescript', 'eslint', '@types/react', '@acervo/console'];
    expect(ofDevelopers.filter((name) => names.has(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(200);
    expect(components.every(({ hashes }) => hashes.length > 0)).toBe(true);
  });

  describe('secrets in the repository', () => {
    const track = (files: Record<string, string>) => {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      execFileSync('git', ['init', '--quiet'], { cwd: folder });
      execFileSync('git', ['add', '--force', ...Object.keys(files)], { cwd: folder });
    };
    const random = (bytes: number, encoding: BufferEncoding = 'base64url') => randomBytes(bytes).toString(encoding);
    const capitals = (length: number) => [...randomBytes(length)].map((byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ234567'[byte % 30]).join('');
    const dashes = '-'.repeat(5);

    it('are none here', () => {
      const run = spawnSync(process.execPath, [join(ROOT, 'scripts/check-secrets.mjs')], { cwd: ROOT, encoding: 'utf8' });
      expect({ found: run.stderr, status: run.status }).toEqual({ found: '', status: 0 });
    });

    it('are found by pattern', () => {
      const planted: [what: string, text: string][] = [
        ['a private key', `${dashes}BEGIN PRIVATE KEY${dashes}\n${random(600, 'base64')}\n`],
        ['a private key', `{ "key": "${dashes}BEGIN RSA PRIVATE KEY${dashes}\\n${random(600, 'base64')}" }`],
        ['an AWS access key', `id: AKIA${capitals(16)}`],
        ['an access token', `curl -H "x: ghp_${random(18, 'hex')}"`],
        ['a JSON Web Token', `eyJ${random(20)}.eyJ${random(40)}.${random(32)}`],
        ['a password in an address', `mysql://acervo:${random(9)}@db.internal/acervo`],
        ['a random value under a secret name', `JWT_SECRET=0a${random(32)}`],
        ['a random value under a secret name', `const apiKey = '0a${random(24)}';`],
      ];
      track(Object.fromEntries(planted.map(([, text], index) => [`${index}.txt`, `first line\n${text}\n`])));
      expect(findings('check-secrets.mjs')).toEqual(planted.map(([what], index) => `secrets: ${index}.txt:2 looks like ${what}`));
    });

    it('are found by file type', () => {
      const files = ['.env', 'backup.p12', 'config/tls.key', 'home/id_ed25519'];
      track(Object.fromEntries(files.map((file) => [file, ''])));
      expect(findings('check-secrets.mjs')).toEqual(files.map((file) => `secrets: ${file} is a kind of file that holds keys`));
    });

    it('are not reported falsely', () => {
      const innocent = [
        'mysql://acervo:${password}@db/acervo',
        'mysql://root:x9y8z7@127.0.0.1:3306',
        'https://me:hunter2@host.example/',
        'secretAccessKey: configuration.secretAccessKeyOfBucket',
        'password: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1',
      ];
      track({ 'a.txt': innocent.join('\n') });
      expect(findings('check-secrets.mjs')).toEqual([]);
    });
  });
});
