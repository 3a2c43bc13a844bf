// Loaded before the program of a reading process. Node looks upwards for the package.json that says what `#…` means, and its permission model
// ends the search at the first folder that must not be read as a whole: data may lie beside the build. So the names are resolved here.
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';

/** `dist`; where the sources run, they are resolved by what runs them. */
const BUILD = join(__dirname, '../../..');
const ROOT = join(BUILD, '..');

type Resolve = (request: string, ...rest: unknown[]) => string;
const loader = Module as unknown as { _resolveFilename: Resolve };

if (__filename.endsWith('.js')) {
  const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { imports: Record<string, string> };
  const targets = Object.entries(imports).map(([name, target]) => [name.replace('*', ''), target] as const);
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (request, ...rest) => {
    const [prefix, target] = targets.find(([name]) => request.startsWith(name)) ?? [];
    return resolve(prefix && target ? join(ROOT, target.replace('*', request.slice(prefix.length))) : request, ...rest);
  };
}
