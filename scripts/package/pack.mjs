/** The package `acervo`: the built service with the locked packages that it runs with, without what only compilers and debuggers read of them. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../clients/program.mjs';
import { manifestOf } from '../release/names.mjs';
import { freshFolder } from '../servers/processes.mjs';
import { closureOf, READERS, readJson, resolve, SERVICE } from '../supply/packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const QUIET = ['--json', '--offline', '--ignore-scripts', '--loglevel=error'];
/** Source maps, types and TypeScript; C, and by binding.gyp npm would compile it. */
const UNUSED = /\.(map|[cm]?ts|tsbuildinfo|c|cc|cpp|h|gypi?)$/;
/** Whole builds for browsers, and the tests of a package. */
const ELSEWHERE = [
  'typeorm/browser',
  'libphonenumber-js/bundle',
  'class-validator/bundles',
  'rxjs/dist/bundles',
  'node-forge/dist',
  'bintrees/test',
];
const TAKEN = ['name', 'version', 'description', 'license', 'homepage', 'repository', 'bugs', 'engines', 'bin', 'imports'];
/** They run when a package is installed: all that they would fetch or compile is there. */
const INSTALLING = ['preinstall', 'install', 'postinstall'];

/** npm itself chooses the binary of what has one in a package for each platform. */
function bundledOf(lock, dependencies) {
  const closure = (name) => [...closureOf(lock, [resolve(lock, SERVICE, name)])];
  const isOfOnePlatform = (path) => lock.packages[path].optional && (lock.packages[path].cpu ?? lock.packages[path].os);
  const names = Object.keys(dependencies).filter((name) => !closure(name).slice(1).some(isOfOnePlatform));
  return { names, paths: [...new Set(names.flatMap(closure))] };
}

function copyPackage(path, folder, { overrides }) {
  const from = join(root, path);
  const elsewhere = ELSEWHERE.map((name) => join(root, 'node_modules', name));
  const isUsed = (file) => (file === from || basename(file) !== 'node_modules') && !UNUSED.test(file) && !elsewhere.includes(file);
  cpSync(from, join(folder, path), { recursive: true, filter: isUsed });
  const manifest = readJson(from, 'package.json');
  const scripts = Object.entries(manifest.scripts ?? {}).filter(([name]) => !INSTALLING.includes(name));
  // npm heeds overrides of the project that installs, and of nobody else.
  const dependencies = Object.entries(manifest.dependencies ?? {}).map(([name, range]) => [name, overrides[name] ?? range]);
  const peers = Object.entries(manifest.peerDependencies ?? {}).filter(([name]) => !name.startsWith('@types/'));
  const changed = { scripts, dependencies, peerDependencies: peers };
  for (const [key, entries] of Object.entries(changed)) if (manifest[key]) manifest[key] = Object.fromEntries(entries);
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest, null, 2));
}

/** What reads files is large: its packages are installed beside this one by who asks for it, in these versions. */
function optionalPeers() {
  const peerDependencies = readJson(join(root, READERS), 'package.json').dependencies;
  const peerDependenciesMeta = Object.fromEntries(Object.keys(peerDependencies).map((name) => [name, { optional: true }]));
  return { peerDependencies, peerDependenciesMeta };
}

/** The service must have been built. @returns path of the tarball in `target` */
export async function pack(target) {
  const folder = freshFolder('package');
  try {
    const [{ files }] = JSON.parse(await npm(['pack', '--dry-run', ...QUIET], root));
    for (const { path } of files) cpSync(join(root, path), join(folder, path));
    const manifest = manifestOf(root);
    const { dependencies, optionalDependencies } = manifest;
    const bundled = bundledOf(readJson(root, 'package-lock.json'), { ...dependencies, ...optionalDependencies });
    for (const path of bundled.paths) copyPackage(path, folder, manifest);
    const published = {
      ...Object.fromEntries(TAKEN.map((name) => [name, manifest[name]])),
      dependencies,
      ...(optionalDependencies && { optionalDependencies }),
      bundleDependencies: bundled.names,
      ...optionalPeers(),
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    mkdirSync(target, { recursive: true });
    const [{ filename }] = JSON.parse(await npm(['pack', ...QUIET, '--pack-destination', target], folder));
    return join(target, filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
