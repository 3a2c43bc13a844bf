import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** Go and Packagist take a version from the tag of a repository, which has the generated code as well. */
describe('the source of an SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-sdk-release-'));
  const git = (...args: string[]) => execFileSync('git', ['-C', join(folder, 'bare'), ...args], { encoding: 'utf8' }).trim();
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is sent to its own repository, a commit and a tag for each version, without what the version no longer has', () => {
    mkdirSync(join(folder, 'bare'));
    git('init', '--quiet', '--bare', '--initial-branch=main');
    const send = (version: string, files: readonly string[]) => {
      const content = join(folder, version);
      mkdirSync(content);
      for (const name of files) writeFileSync(join(content, name), `${name} of ${version}\n`);
      const archive = join(folder, `${version}.tar.gz`);
      execFileSync('tar', ['-czf', archive, '-C', content, '.']);
      const what = JSON.stringify({ archive, repository: join(folder, 'bare'), version });
      const script = `import { sendSource } from './scripts/release/sdks.mjs'; await sendSource(${what});`;
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT, stdio: 'ignore' });
    };
    send('0.1.0', ['go.mod', 'old.go']);
    send('0.2.0', ['go.mod', 'new.go']);
    expect(git('tag').split('\n')).toEqual(['v0.1.0', 'v0.2.0']);
    expect(git('ls-tree', '--name-only', 'v0.1.0').split('\n')).toEqual(['go.mod', 'old.go']);
    expect(git('ls-tree', '--name-only', 'main').split('\n')).toEqual(['go.mod', 'new.go']);
    expect(git('show', 'v0.2.0:go.mod')).toBe('go.mod of 0.2.0');
  });
});
