/** The SDKs of a release, and the nodes for n8n: packed from this commit and its OpenAPI document, sent to their registries. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pack as packTypeScript } from '../clients/typescript.mjs';
import { pack as packNodes } from '../n8n/pack.mjs';
import { packAll } from '../sdks.mjs';
import { freshFolder } from '../servers/processes.mjs';
import { pythonWith } from '../servers/venv.mjs';
import { repositoryOf } from './names.mjs';

const play = (program, args, options = {}) => execFileSync(program, args, { stdio: 'inherit', ...options });
const CENTRAL = 'https://central.sonatype.com/api/v1/publisher/upload';

async function inFolder(what, use) {
  const folder = freshFolder(what);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function packSdks({ root, folder: target, log }) {
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  return inFolder('sdks', async (folder) => {
    await packTypeScript(document, folder, target);
    await packNodes(folder, target);
    await packAll({ document, folder, target, log });
  });
}

/** Twine asks GitHub who this workflow is, and PyPI for a token for it: there is no secret. */
export async function publishPython({ folder, version, log }) {
  const python = await pythonWith('twine', { twine: '6.2.0' }, { log, check: (made) => play(made, ['-m', 'twine', '--version']) });
  const files = [`acervo_client-${version}.tar.gz`, `acervo_client-${version}-py3-none-any.whl`].map((name) => join(folder, name));
  play(python, ['-m', 'twine', 'check', '--strict', ...files]);
  play(python, ['-m', 'twine', 'upload', '--non-interactive', ...files]);
}

/** The key is imported from MAVEN_SIGNING_KEY; MAVEN_USER and MAVEN_TOKEN open the portal. */
export async function publishJava({ folder, version }) {
  const { MAVEN_USER, MAVEN_TOKEN, MAVEN_SIGNING_KEY } = process.env;
  if (!MAVEN_USER || !MAVEN_TOKEN || !MAVEN_SIGNING_KEY) throw new Error('MAVEN_USER, MAVEN_TOKEN and MAVEN_SIGNING_KEY are needed');
  play('gpg', ['--batch', '--import'], { input: MAVEN_SIGNING_KEY, stdio: ['pipe', 'inherit', 'inherit'] });
  const bundle = await inFolder('maven', async (work) => {
    play('tar', ['-xzf', join(folder, `acervo-client-java-${version}.tar.gz`), '-C', work]);
    const files = readdirSync(work, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const told = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => /\.(?:jar|pom)$/.test(path));
    for (const path of told) play('gpg', ['--batch', '--yes', '--armor', '--detach-sign', path]);
    play('tar', ['-czf', 'bundle.tar.gz', 'io'], { cwd: work });
    return readFileSync(join(work, 'bundle.tar.gz'));
  });
  const form = new FormData();
  form.append('bundle', new Blob([bundle]), `acervo-client-${version}.tar.gz`);
  const headers = { Authorization: `Bearer ${Buffer.from(`${MAVEN_USER}:${MAVEN_TOKEN}`).toString('base64')}` };
  const answer = await fetch(`${CENTRAL}?publishingType=AUTOMATIC`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`Maven Central answered ${answer.status}: ${await answer.text()}`);
}

/** A commit with what the package contains, and a tag, in the repository from which Go and Packagist take it. */
export async function sendSource({ archive, repository, version, token }) {
  await inFolder('source', (folder) => {
    const git = (...args) => play('git', ['-C', join(folder, 'clone'), ...args]);
    const address = token ? repository.replace('https://', `https://x-access-token:${token}@`) : repository;
    play('git', ['clone', '--quiet', address, join(folder, 'clone')]);
    // What this version no longer has goes.
    for (const name of readdirSync(join(folder, 'clone')).filter((each) => each !== '.git'))
      rmSync(join(folder, 'clone', name), { recursive: true });
    play('tar', ['-xzf', archive, '-C', join(folder, 'clone')]);
    git('add', '--all');
    git('-c', 'user.name=Acervo', '-c', 'user.email=releases@acervo.invalid', 'commit', '--quiet', '--allow-empty', '--message', version);
    git('tag', `v${version}`);
    git('push', '--quiet', '--atomic', 'origin', 'HEAD:main', `v${version}`);
  });
}

export async function publishSources({ root, folder, version }) {
  const { owner } = repositoryOf(root);
  const token = process.env.SOURCES_TOKEN;
  if (!token) throw new Error('SOURCES_TOKEN may write to the repositories of the SDKs for Go and PHP');
  for (const language of ['go', 'php'])
    await sendSource({
      archive: join(folder, `acervo-${language}-${version}.tar.gz`),
      repository: `https://github.com/${owner}/acervo-${language}.git`,
      version,
      token,
    });
}
