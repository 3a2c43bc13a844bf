/**
 * The steps of a release, as .github/workflows/release.yml plays them; docs/releasing.md explains them.
 *
 *   npm run release -- check     what contradicts a release of this commit: versions, changelog, OpenAPI document, repository
 *   npm run release -- pack      fills `release`: npm packages, SDKs, chart, bill of materials, OpenAPI document, SHA256SUMS
 *   npm run release -- npm       publishes the npm packages
 *   npm run release -- pypi      publishes the SDK for Python
 *   npm run release -- maven     signs the SDK for Java and sends it to Maven Central
 *   npm run release -- nuget     publishes the SDK for C#
 *   npm run release -- sources   sends the SDKs for Go and PHP, which are taken from a repository, to theirs, with a tag
 *   npm run release -- image     builds the image for amd64 and arm64 with its bill of materials, sends it and signs it
 *   npm run release -- chart     sends the chart and signs it
 *   npm run release -- page      signs SHA256SUMS and makes the release page of GitHub
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack as packService } from './package/pack.mjs';
import { packChart, pushChart } from './release/chart.mjs';
import { changesOf, contradictions } from './release/check.mjs';
import { manifestOf, repositoryOf } from './release/names.mjs';
import { publishCSharp } from './release/nuget.mjs';
import { packSdks, publishJava, publishPython, publishSources } from './release/sdks.mjs';
import { logToStderr as log } from './servers/ways.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'release');
const { version, description, license, homepage, config } = manifestOf(root);
const tag = process.env.GITHUB_REF_NAME ?? `v${version}`;
const play = (program, args) => execFileSync(program, args, { cwd: root, stdio: 'inherit' });
const told = (program, args) => execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
const inFolder = (name) => join(folder, name);
const SUMS = inFolder('SHA256SUMS');

function check() {
  const found = contradictions(root, { tag, repository: process.env.GITHUB_REPOSITORY });
  for (const sentence of found) console.error(`release: ${sentence}`);
  if (found.length > 0) process.exit(1);
  console.log(`release: ${tag} may be published`);
}

const sdks = { root, folder, version, log };

async function pack() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  play(process.execPath, ['scripts/ensure-build.mjs']);
  await packService(folder);
  await packChart(root, folder, log);
  await packSdks(sdks);
  writeFileSync(inFolder('sbom.cdx.json'), told('npm', ['run', '--silent', 'sbom']));
  copyFileSync(join(root, 'docs/openapi.json'), inFolder('openapi.json'));
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(inFolder(name)))
      .digest('hex');
  const lines = readdirSync(folder).map((name) => `${sum(name)}  ${name}\n`);
  writeFileSync(SUMS, lines.join(''));
}

function publish() {
  for (const name of ['acervo', 'acervo-client', 'n8n-nodes-acervo'].map((each) => `${each}-${version}.tgz`))
    play('npm', ['publish', '--provenance', '--access', 'public', inFolder(name)]);
}

/** Docker's own file of log-ins serves Helm and cosign, too. */
function logIn(to) {
  const { REGISTRY_USER, REGISTRY_TOKEN } = process.env;
  if (!REGISTRY_TOKEN) throw new Error('REGISTRY_USER and REGISTRY_TOKEN open the registry');
  const args = ['login', to.split('/')[0], '--username', REGISTRY_USER, '--password-stdin'];
  execFileSync('docker', args, { input: REGISTRY_TOKEN, stdio: ['pipe', 'inherit', 'inherit'] });
}

/** Without a key: the signature names this workflow, and stands in the public log of Sigstore. */
const sign = (artefact) => play('cosign', ['sign', '--yes', artefact]);

function image() {
  logIn(config.image);
  const revision = told('git', ['rev-parse', 'HEAD']).trim();
  const facts = { source: repositoryOf(root).url, url: homepage, description, licenses: license };
  const labels = Object.entries(facts).map(([name, value]) => `org.opencontainers.image.${name}=${value}`);
  const metadata = join(root, '.cache/image.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  play('docker', [
    ...['buildx', 'build', '--file', 'docker/Dockerfile', '--platform', 'linux/amd64,linux/arm64'],
    ...['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`],
    ...labels.flatMap((label) => ['--label', label]),
    // Registries show what stands at the index, which has no labels.
    ...labels.flatMap((label) => ['--annotation', `index:${label}`]),
    ...['--sbom=true', '--provenance=mode=max', '--tag', `${config.image}:${version}`, '--metadata-file', metadata, '--push', '.'],
  ]);
  sign(`${config.image}@${JSON.parse(readFileSync(metadata, 'utf8'))['containerimage.digest']}`);
}

async function chart() {
  logIn(config.charts);
  sign(await pushChart(root, folder, log));
}

function page() {
  const notes = join(root, '.cache/notes.md');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(notes, changesOf(root, version).text);
  play('cosign', ['sign-blob', '--yes', '--bundle', `${SUMS}.sigstore.json`, SUMS]);
  const files = readdirSync(folder).map(inFolder);
  play('gh', ['release', 'create', tag, '--verify-tag', '--title', tag, '--notes-file', notes, ...files]);
}

const STEPS = {
  ...{ check, pack, npm: publish, image, chart, page },
  pypi: () => publishPython(sdks),
  maven: () => publishJava(sdks),
  nuget: () => publishCSharp(sdks),
  sources: () => publishSources(sdks),
};
const step = STEPS[process.argv[2]];
if (!step) {
  console.error(`npm run release -- ${Object.keys(STEPS).join(' | ')}`);
  process.exit(2);
}
await step();
