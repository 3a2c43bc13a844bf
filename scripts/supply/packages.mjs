// What package-lock.json says of the packages, for the checks of the supply chain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const readJson = (folder, file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Every locked package: the root's own entry left out. */
export const packagesOf = (lock) =>
  Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, name: nameOf(path), ...entry }));

/** Whether the service runs with it, and not only its developers. */
export const isProduction = ({ dev, devOptional }) => !dev && !devOptional;

/** Where Node would find `name` when the package at `path` asks for it. */
export function resolve(lock, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (lock.packages[candidate]) return candidate;
    if (!folder) return null;
  }
}

const CONSOLE = join(dirname(fileURLToPath(import.meta.url)), '../../libs/console/src');
const IMPORT = /(?:from|import|import\()\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)[/']/g;

/** Paths of the packages that the console imports, with their dependencies: the build puts their code into its scripts. */
export function bundled(lock) {
  const files = readdirSync(CONSOLE, { recursive: true }).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'));
  const imported = files.flatMap((file) => [...readFileSync(join(CONSOLE, file), 'utf8').matchAll(IMPORT)].map(([, name]) => name));
  const found = new Set();
  const left = [...new Set(imported)].map((name) => resolve(lock, '', name));
  for (const path of left) {
    if (path === null || found.has(path)) continue;
    found.add(path);
    left.push(...Object.keys(lock.packages[path].dependencies ?? {}).map((name) => resolve(lock, path, name)));
  }
  return found;
}

/** What is delivered: the packages that the service runs with, and those in the scripts of the console. */
export function deliveredPackages(lock) {
  const inConsole = bundled(lock);
  return packagesOf(lock).filter((entry) => isProduction(entry) || inConsole.has(entry.path));
}

/** Ends the process: with 1 and every problem on a line of its own if there is one. */
export function conclude(what, problems, success) {
  for (const problem of problems) console.error(`${what}: ${problem}`);
  if (problems.length === 0) console.log(`${what}: ${success}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

export const textOf = (folder, file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '');
