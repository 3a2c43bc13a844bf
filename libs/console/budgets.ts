import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** In kB, gzip. */
const INITIAL = 200;
const ROUTE = 60;
const STYLES = 20;

const size = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length / 1000;
export const isChunk = (file: Bundle[string] | undefined): file is Chunk => file?.type === 'chunk';

/** The chunk and everything that it imports statically. */
export function withImports(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || !isChunk(chunk)) return found;
  found.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
}

/** What every screen waits for: the entry, which asks for the first data, and the application that it loads meanwhile. */
export function initialOf(bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter(isChunk);
  const found = withImports(bundle, chunks.find(({ isEntry }) => isEntry)!.fileName);
  return withImports(bundle, chunks.find(({ facadeModuleId }) => /[\\/]src[\\/]start\.tsx$/.test(facadeModuleId ?? ''))!.fileName, found);
}

/** Fails the build if the first view, a route or the styles are too large. */
export const budgets: Plugin = {
  name: 'budgets',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(isChunk);
    const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + size((bundle[name] as Chunk).code), 0);
    const initial = initialOf(bundle);
    const styles = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
    const measured: [string, number, number][] = [
      ['initial JavaScript', sum(initial), INITIAL],
      ['styles', styles.reduce((total, file) => total + size((file as Rolldown.OutputAsset).source), 0), STYLES],
      ...chunks
        .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && /[\\/]routes[\\/]/.test(facadeModuleId ?? ''))
        .map(({ fileName, name }): [string, number, number] => [
          `route ${name}`,
          sum([...withImports(bundle, fileName)].filter((each) => !initial.has(each))),
          ROUTE,
        ]),
    ];
    for (const [what, kilobytes, most] of measured) this.info(`${what}: ${kilobytes.toFixed(1)} kB gzip (of ${most})`);
    const over = measured.filter(([, kilobytes, most]) => kilobytes > most);
    if (over.length > 0)
      this.error(over.map(([what, kilobytes, most]) => `${what}: ${kilobytes.toFixed(1)} kB of ${most} allowed`).join('; '));
  },
};
