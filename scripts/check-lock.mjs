// Checks that package-lock.json installs the same packages on every platform, names no registry, and lets no package run a script while it is installed.
import { join } from 'node:path';
import { BUILD, conclude, packagesOf, readJson, READERS, resolve, SERVICE, SITE, textOf } from './supply/packages.mjs';

/** Packages that bring an install script, and why the service does without it. A new one is a decision: read the script first. */
const NEEDLESS_SCRIPTS = {
  '@parcel/watcher': 'compiles a file watcher that only `jest --watch` would use',
  '@photostructure/sqlite': 'looks for a prebuilt binary that is in the package already',
  '@scarf/scarf': 'reports installations to its maker',
  '@swc/core': 'fetches a slower build where the package of this platform is missing; the lock file has them all',
  esbuild: 'puts the program of this platform in the place of a small one that would start it',
  'unrs-resolver': 'fetches a binary where the package of this platform is missing; the lock file has them all',
};
/** The project's own packages. */
const OWN = [SERVICE, READERS, SITE, ...BUILD];
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** npm leaves platform packages that the registry lacks out of the lock without a word; `npm ci` then fails on that platform, or everywhere. */
const missingPackages = (lock) =>
  packagesOf(lock).flatMap(({ path, name, version, dependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((wanted) => resolve(lock, path, wanted) === null)
      .map((wanted) => `${wanted} is missing, wanted by ${name} ${version}`),
  );

/** Nothing is installed from a folder but the project's own packages. */
const foreignFolders = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { link, resolved }]) => !OWN.includes(link ? resolved : path) && (link || !path.includes('node_modules/')))
    .map(([path]) => `${path} is not a package of the registry that something depends on`);

const unsoundEntries = (lock) =>
  packagesOf(lock).flatMap(({ path, integrity, resolved, extraneous }) => [
    ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no sha512 integrity`]),
    ...(resolved ? [`${path} names where it was fetched from`] : []),
    ...(extraneous ? [`${path} is not a package of the registry that something depends on`] : []),
  ]);

/** Of the root, or of a workspace. */
function disagreements(own, manifest, lock) {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const file = own ? `${own}/package.json` : 'package.json';
  const declared = Object.assign({}, ...kinds.map((kind) => manifest[kind]));
  const locked = (kind) => JSON.stringify(Object.entries(lock.packages[own]?.[kind] ?? {}).sort());
  return [
    ...Object.entries({ ...declared, ...manifest.overrides })
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${file} asks for ${name} ${version}, which is not one exact version`),
    ...kinds
      .filter((kind) => locked(kind) !== JSON.stringify(Object.entries(manifest[kind] ?? {}).sort()))
      .map((kind) => `${kind} of ${file} are not those of the lock file`),
    ...Object.entries(declared)
      .filter(([name, version]) => lock.packages[resolve(lock, own, name)]?.version !== version)
      .map(([name, version]) => `${name} ${version} is not what the lock file installs`),
    ...packagesOf(lock)
      .filter(({ name, version }) => manifest.overrides?.[name] !== undefined && manifest.overrides[name] !== version)
      .map(({ path, version }) => `${path} is ${version}, against the override`),
  ];
}

function installScripts(manifest, lock, npmrc) {
  const bringing = [...new Set(packagesOf(lock).flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [name] : [])))];
  const allowed = manifest.allowScripts ?? {};
  return [
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc does not say ignore-scripts=true']),
    ...bringing
      .filter((name) => !NEEDLESS_SCRIPTS[name])
      .map((name) => `${name} brings an install script that scripts/check-lock.mjs does not know`),
    ...bringing.filter((name) => allowed[name] !== false).map((name) => `allowScripts of package.json does not refuse ${name}`),
    ...Object.keys(allowed)
      .filter((name) => !bringing.includes(name))
      .map((name) => `allowScripts of package.json names ${name}, which brings no install script`),
  ];
}

const folder = process.argv[2] ?? '.';
const manifest = readJson(folder, 'package.json');
const lock = readJson(folder, 'package-lock.json');
conclude(
  'package-lock.json',
  [
    ...missingPackages(lock),
    ...foreignFolders(lock),
    ...unsoundEntries(lock),
    ...OWN.flatMap((own) => disagreements(own, readJson(folder, join(own, 'package.json')), lock)),
    ...installScripts(manifest, lock, textOf(folder, '.npmrc')),
  ],
  `${packagesOf(lock).length} packages, complete`,
);
