import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { constants, Script } from 'node:vm';

const { resolve } = createRequire(__filename);

/** Optional packages may be missing: the platform has none, or the installation left them out. */
export function isInstalled(name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}

export const pathOf = (path: string) => resolve(path);

/** Node's own `import()`: where tests compile this file, they make `require()` of it, which knows no `import.meta`. */
export function importPackage<Module>(path: string): Promise<Module> {
  const script = new Script('(address) => import(address)', { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });
  const importModule = script.runInThisContext() as (address: string) => Promise<Module>;
  return importModule(pathToFileURL(pathOf(path)).href);
}
