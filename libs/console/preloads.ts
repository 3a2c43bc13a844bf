import type { Plugin } from 'vite';
import { isChunk, withImports } from './budgets.ts';

/** The screens that links mostly lead to, by how many parts their address has below `/console/documentos`. */
const SCREENS: Record<string, RegExp> = { 0: /[\\/]routes[\\/]documents[\\/]index\.tsx$/, 2: /[\\/]routes[\\/]document[\\/]index\.tsx$/ };

/** For the service: which further scripts these screens need, so that browsers fetch them together with the first ones. */
export const preloads: Plugin = {
  name: 'preloads',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(isChunk);
    const initial = withImports(bundle, chunks.find(({ isEntry }) => isEntry)!.fileName);
    const scriptsOf = (screen: RegExp) =>
      chunks
        .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && screen.test(facadeModuleId ?? ''))
        .flatMap(({ fileName }) => [...withImports(bundle, fileName)])
        .filter((name) => !initial.has(name));
    const source = JSON.stringify(Object.fromEntries(Object.entries(SCREENS).map(([parts, screen]) => [parts, scriptsOf(screen)])));
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
  },
};
