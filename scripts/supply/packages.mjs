// What package-lock.json says of the packages, for the checks of the supply chain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const readJson = (folder, file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Every locked package of a registry: the project's own ones left out. */
export const packagesOf = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ path, name: nameOf(path), ...entry }));

/** The project's own packages: what the service runs with, and what it needs to read files and to be built. */
export const SERVICE = '';
export const READERS = 'libs/readers';
export const BUILD = ['libs/console', 'scripts/build'];
export const SITE = 'scripts/site';

/** Where Node would find `name` when the package at `path` asks for it. */
export function resolve(lock, path, name) {
  for (let folder = path; ;) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (lock.packages[candidate]) return candidate;
    if (!folder) return null;
    folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '';
  }
}

const CONSOLE = join(dirname(fileURLToPath(import.meta.url)), '../../libs/console/src');
const IMPORT = /(?:from|import|import\()\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)[/']/g;

/** Paths of these packages with their dependencies, as far as they are locked. */
export function closureOf(lock, asked) {
  const found = new Set();
  const left = [...asked];
  for (const path of left) {
    if (path === null || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock.packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    left.push(...[...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].map((name) => resolve(lock, path, name)));
  }
  return found;
}

/** Paths of what one of the project's own packages depends on. */
export function dependenciesOf(lock, own) {
  const { dependencies, optionalDependencies } = lock.packages[own];
  const asked = Object.keys({ ...dependencies, ...optionalDependencies });
  return closureOf(lock, asked.map((name) => resolve(lock, own, name))); // prettier-ignore
}

/** Paths of the packages that the console imports, with their dependencies: the build puts their code into its scripts. */
export function bundled(lock) {
  const files = readdirSync(CONSOLE, { recursive: true }).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'));
  const imported = files.flatMap((file) => [...readFileSync(join(CONSOLE, file), 'utf8').matchAll(IMPORT)].map(([, name]) => name));
  return closureOf(lock, [...new Set(imported)].map((name) => resolve(lock, 'libs/console', name))); // prettier-ignore
}

/** What is delivered: the packages that the service runs with, those that read files, and those in the scripts of the console. */
export function deliveredPackages(lock) {
  const paths = new Set([...dependenciesOf(lock, SERVICE), ...dependenciesOf(lock, READERS), ...bundled(lock)]);
  return packagesOf(lock).filter(({ path }) => paths.has(path));
}

/** Ends the process: with 1 and every problem on a line of its own if there is one. */
export function conclude(what, problems, success) {
  for (const problem of problems) console.error(`${what}: ${problem}`);
  if (problems.length === 0) console.log(`${what}: ${success}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

export const textOf = (folder, file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '');
