import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { constants, Script } from 'node:vm';

const load = createRequire(__filename);
const { resolve } = load;

/** Optional packages may be missing: the platform has none, or the installation left them out. */
export function isInstalled(name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The package `acervo` names the versions that it reads with. In the repository they are locked. */
export function installationOf(names: readonly string[]): string {
  const { peerDependencies: versions } = load('#package') as { peerDependencies?: Record<string, string> };
  if (!versions) return 'npm run reading:install';
  return ['npm install', ...names.filter((name) => name in versions).map((name) => `${name}@${versions[name]}`)].join(' ');
}

export const pathOf = (path: string) => resolve(path);

/** Node's own `import()`: where tests compile this file, they make `require()` of it, which knows no `import.meta`. */
export function importPackage<Module>(path: string): Promise<Module> {
  const script = new Script('(address) => import(address)', { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });
  const importModule = script.runInThisContext() as (address: string) => Promise<Module>;
  return importModule(pathToFileURL(pathOf(path)).href);
}
